/// What the parser's completion scripts lack: they know neither the default verb, nor that
/// `key=value` is one word.
enum CompletionScript {
  private static var verbs: String {
    (FeelLabCommand.verbs + ["help"]).joined(separator: " ")
  }

  /// Rejoins the words, inserts a missing verb, and calls the parser's function; for the first
  /// word, completes both verbs and what the window opens.
  ///
  /// Bash splits words at "=" and replaces only the part after it.
  static var bash: String {
    #"""
    __feellab_default_verb() {
        local verbs=' \#(verbs) ' word
        local -a line=()
        local -i index at=0
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            if (( ${#line[@]} > 1 )) && [[ "${word}" = '=' && "${line[-1]}" = --* ]]; then
                line+=('')
            elif (( ${#line[@]} > 1 )) && [[ "${line[-2]}" = --* && \#
    ( "${word}" = '=' || "${line[-1]}" = *= ) ]]; then
                line[-1]+="${word}"
            elif (( ${#line[@]} > 2 )) && [[ -z "${line[-1]}" && "${line[-2]}" = --* && \#
    "${COMP_WORDS[index - 1]}" = '=' ]]; then
                line[-1]="${word}"
            else
                line+=("${word}")
            fi
            (( index == COMP_CWORD )) && at=$(( ${#line[@]} - 1 ))
        done
        local -a with_verb=("${line[0]}" open "${line[@]:1}")
        local whole="${line[at]}"
        for (( index = 2; index < at; index++ )); do
            if [[ "${line[1]} ${line[index]}" = 'measure --' ]]; then
                if (( at == index + 1 )); then
                    COMPREPLY=($(compgen -c -- "${whole}"))
                else
                    COMPREPLY=($(compgen -f -- "${whole}"))
                fi
                return 0
            fi
        done
        if (( at > 1 )) && [[ "${line[1]}" = help ]]; then
            (( at == 2 )) && COMPREPLY=($(compgen -W "${verbs}" -- "${whole}"))
        elif (( at == 1 )); then
            __feellab_ask "${at}" "${line[@]}"
            __feellab_ask "$(( at + 1 ))" "${with_verb[@]}"
        elif [[ "${verbs}" = *" ${line[1]} "* ]]; then
            __feellab_ask "${at}" "${line[@]}"
        else
            __feellab_ask "$(( at + 1 ))" "${with_verb[@]}"
        fi
        if [[ "${COMPREPLY[*]}" = *=* ]]; then
            compopt +o filenames
            [[ "${COMPREPLY[*]}" = *= ]] && compopt -o nospace
            [[ "${whole}" = *=* && "${COMP_WORDBREAKS}" = *=* ]] && COMPREPLY=("${COMPREPLY[@]#*=}")
        fi
        return 0
    }

    __feellab_ask() {
        local -i COMP_CWORD="${1}"
        shift
        local -a COMP_WORDS=("${@}")
        _feellab "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    }

    complete -o filenames -F __feellab_default_verb feellab
    """#
  }

  /// Inserts a missing verb and calls the parser's function; adds no space after a completion that
  /// continues, such as a key with its sign or a folder.
  static var zsh: String {
    #"""
    __feellab_default_verb() {
        local -a verbs=(\#(verbs))
        local -i found=1
        if [[ "${words[2]}" = help ]] && (( CURRENT > 2 )); then
            (( CURRENT == 3 )) && compadd -- "${verbs[@]}"
            return
        fi
        if [[ "${words[2]}" = measure ]] && (( ${words[(i)--]} < CURRENT )); then
            (( CURRENT -= ${words[(i)--]} ))
            words=("${(@)words[${words[(i)--]}+1,-1]}")
            _normal
            return
        fi
        if (( CURRENT == 2 )); then
            _feellab && found=0
            words=("${words[1]}" open "${(@)words[2,-1]}")
            (( CURRENT++ ))
            _feellab && found=0
            return "${found}"
        fi
        if (( ! ${verbs[(Ie)${words[2]}]} )); then
            words=("${words[1]}" open "${(@)words[2,-1]}")
            (( CURRENT++ ))
        fi
        _feellab
    }

    __feellab_custom_complete() {
        local -a completions going
        completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
        completions=("${completions[@]:0:-1}")
        going=("${(@M)completions:#*(=|/)}")
        completions=("${(@)completions:#*(=|/)}")
        (( ${#going} )) && compadd -S '' -- "${going[@]}"
        (( ${#completions} )) && __feellab_complete "${completions[@]}"
    }

    \#(zshStart)
        __feellab_default_verb "${@}"
    else
        compdef __feellab_default_verb feellab
    fi
    """#
  }

  /// Start of the last part of a zsh script, which distinguishes a file autoloaded from fpath,
  /// whose first use is a completion, from one that is sourced.
  private static let zshStart = #"if [[ "${funcstack[1]}" = _feellab ]]; then"#

  /// The parser's script without its last lines, which would complete the first use without the
  /// additions above.
  static func withoutStart(_ script: String) -> String {
    guard let start = script.firstRange(of: zshStart) else { return script }
    return String(script[..<start.lowerBound])
  }

  /// Inserts a missing verb into the words that the parser's functions see.
  static var fish: String {
    #"""
    functions -q __feellab_typed_tokens; or functions -c __feellab_tokens __feellab_typed_tokens

    function __feellab_tokens
        set -l tokens (__feellab_typed_tokens $argv)
        if string match -q -- '-p*' "$argv[1]"; and test (count (__feellab_typed_tokens -pc)) -gt 1
            contains -- (__feellab_typed_tokens -pc)[2] \#(verbs)
            or set tokens $tokens[1] open $tokens[2..]
        end
        printf %s\n $tokens
    end

    function __feellab_helps
        set -l tokens (__feellab_typed_tokens -pc)
        test "$tokens[2..]" = help
    end

    complete -c feellab -n __feellab_helps -fa '\#(verbs)'
    complete -c feellab \#
    -n '__feellab_should_offer_completions_for_positional "feellab" -eq 1' \#
    -fka '(__feellab_custom_completion ---completion open -- positional@0 \#
    (count (__feellab_tokens -pc)) (__feellab_tokens -tC))'
    """#
  }
}
