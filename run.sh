#!/usr/bin/env bash
# Builds FeelLab in release and runs it. Installs missing build dependencies first if permitted.
#
#   ./run.sh [ARGUMENTS OF feellab]     without arguments: opens the window
#   ./run.sh test [--all] [--with-xorg] [--with-video] [--with-desktop] [--with-peers]
#                 [--with-browsers]
#                 [ARGUMENTS OF swift test]
#   ./run.sh install [PREFIX]           into ~/.local unless named; below DESTDIR, if that is set
#   ./run.sh uninstall [PREFIX]
#
# Messages of this script go to standard error; standard output belongs to the program or the tests.
set -euo pipefail

readonly swift_needed=6.3

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
scratch=$root/.build
program=$scratch/release/feellab
# Touched after a successful build, with the time the build began.
built=$scratch/run.stamp
# The X headers present at the last build.
headers=$scratch/headers

# On a terminal, erases a progress line before printing a message over it.
clear=
[[ ! -t 2 ]] || clear=$'\r\e[K' width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)

say() { printf '%s%s\n' "$clear" "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# --- what must be installed ---------------------------------------------------------------------

# One dependency per line: how to detect it, and its Debian package. docs/installing.md has the
# names on other distributions.
build_needs='
command git                                git
files   /etc/ssl/certs/*                   ca-certificates
command pkg-config                         pkg-config
files   /usr/include/c++/*/cstddef         g++
files   /usr/include/stdio.h               libc6-dev
library x11        libx11-dev        X11/Xlib.h
library xext       libxext-dev       X11/extensions/XShm.h
library freetype2  libfreetype-dev   freetype2/ft2build.h
library fontconfig libfontconfig-dev fontconfig/fontconfig.h
library harfbuzz   libharfbuzz-dev   harfbuzz/hb.h
library fribidi    libfribidi-dev    fribidi/fribidi.h
library zlib       zlib1g-dev        zlib.h
'
test_needs='
command Xvfb       xvfb
command xdotool    xdotool
command xrdb       x11-xserver-utils
command xrandr     x11-xserver-utils
command openbox    openbox
command python3    python3
command xauth      xauth
command unshare    util-linux
font    DejaVuSans fonts-dejavu-core
library xi       libxi-dev       X11/extensions/XInput2.h
library xrandr   libxrandr-dev   X11/extensions/Xrandr.h
library xpresent libxpresent-dev X11/extensions/Xpresent.h
library x11-xcb  libx11-xcb-dev  X11/Xlib-xcb.h
'

# there KIND NAME [HEADER]: succeeds if the dependency is present.
there() {
  case $1 in
    command) command -v -- "$2" >/dev/null ;;
    files) compgen -G "$2" >/dev/null ;;
    # In the library folder, or in Debian's per-architecture one.
    shared) compgen -G "/usr/lib*/$2" >/dev/null || compgen -G "/usr/lib/*/$2" >/dev/null ;;
    # The system's Python: another one earlier in PATH may lack the system's modules.
    python) /usr/bin/python3 -c "import $2" 2>/dev/null ;;
    library) [[ -e /usr/include/$3 ]] || pkg-config --exists "$2" 2>/dev/null ;;
    font) [[ -n $(find /usr/share/fonts -name "$2.[ot]t[cf]" -print -quit 2>/dev/null) ]] ;;
  esac
}

# Debian packages of the libraries that the toolchain itself cannot find.
toolchain_libraries() {
  local swift_build
  swift_build=$(dirname -- "$(readlink -f -- "$1")")/swift-build
  [[ -x $swift_build ]] || return 0
  ldd "$swift_build" 2>/dev/null | awk '/not found/ {print $1}' |
    sed 's/^libz\.so.*/zlib1g/; s/^libxml2\.so.*/libxml2/; s/\([0-9]\)\.so\./\1-/; s/\.so\.//'
}

# provide NEEDS [PACKAGE...]: installs what is missing, or prints the command for it and exits 1.
provide() {
  local kind name package header missing=("${@:2}")
  while read -r kind name package header; do
    # One package may cover several dependencies.
    [[ -z $kind || " ${missing[*]} " == *" $package "* ]] || there "$kind" "$name" "$header" || missing+=("$package")
  done <<<"$1"
  ((${#missing[@]})) || return 0
  command -v apt-get >/dev/null ||
    die "FeelLab needs more packages; docs/installing.md has their names for other distributions; Debian's are: ${missing[*]}"
  install_debian "${missing[@]}"
}

install_debian() {
  # Also installs the window's typeface. It is optional: another font replaces it.
  local as_root=() font=fonts-inter
  ! there font Inter-Regular || font=
  if ((EUID != 0)); then
    sudo -n true 2>/dev/null ||
      die "FeelLab needs more packages. Run: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*${font:+; sudo apt-get install -y $font}"
    as_root=(sudo -n)
  fi
  local log=$scratch/install.log
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y
    -o DPkg::Lock::Timeout=300)
  mkdir -p -- "$scratch"
  say "Installing $*"
  # Try without `update` first: with fresh lists, it takes longer than the packages.
  if ! "${apt[@]}" install --no-install-recommends "$@" >"$log" 2>&1 </dev/null &&
    ! { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null; then
    tail -n 15 -- "$log" >&2
    die "Installing failed. Run: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
  fi
  [[ -z $font ]] || "${apt[@]}" install "$font" >>"$log" 2>&1 </dev/null || true
}

swift_version() {
  swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1 || true
}

# provide_swift [NEEDS]: finds a recent enough Swift, and provides the other build dependencies and
# NEEDS.
provide_swift() {
  local swift version libraries=() how="get it from https://www.swift.org/install/linux"
  [[ $(uname -s) == Linux ]] || die "FeelLab runs on Linux with X11."
  [[ ! -d $HOME/.local/share/swiftly/bin ]] || PATH=$PATH:$HOME/.local/share/swiftly/bin
  swift=$(command -v swift) ||
    die "FeelLab needs Swift $swift_needed or newer, and none is in PATH; $how."
  version=$(swift_version)
  if [[ -z $version ]]; then
    mapfile -t libraries < <(toolchain_libraries "$swift")
    provide "$build_needs${1:-}" "${libraries[@]}"
    version=$(swift_version)
  fi
  [[ -n $version ]] ||
    die "FeelLab needs Swift $swift_needed or newer, and '$swift' does not start; $how."
  [[ $(printf '%s\n' "$swift_needed" "$version" | sort -V | head -n 1) == "$swift_needed" ]] ||
    die "FeelLab needs Swift $swift_needed or newer, and '$swift' is $version; $how."
  provide "$build_needs${1:-}"
}

# --- lanes: background processes ------------------------------------------------------------------

declare -A process=()

# begin LANE COMMAND...: starts it in the background, logging to $scratch/LANE.log; when it ends,
# its status and times are written next to the log.
begin() {
  local log=$scratch/$1.log
  rm -f -- "$log.status"
  : >"$log"
  # A separate process group, so that the lane and all its children end with this script.
  set -m
  (
    TIMEFORMAT='%0R %0U %0S'
    status=0
    cd -- "$root"
    # Do not hold the lock on test runs.
    exec 9>&-
    # If this script was started with SIGINT ignored, the tests' children would ignore it too; some
    # of them are stopped by SIGINT. Not every `env` has the option.
    reset=(env "--default-signal=INT,QUIT")
    "${reset[@]}" true 2>/dev/null || reset=()
    { time "${reset[@]}" "${@:2}" >>"$log" 2>&1 || status=$?; } 2>"$log.times"
    echo "$status" >"$log.status"
  ) </dev/null &
  process[$1]=$!
  set +m
}

is_running() { [[ ! -s $scratch/$1.log.status ]] && kill -0 "${process[$1]}" 2>/dev/null; }

# status LANE: the command's exit status; 137 if it was killed and left none.
status() { cat -- "$scratch/$1.log.status" 2>/dev/null || echo 137; }

# spent LANE: prints its times: the last line, because a crash report may precede them.
spent() {
  awk -v lane="$1" 'END {printf "  %-12s %4d s, %4d s of CPU\n", lane, $1, $2 + $3}' "$scratch/$1.log.times" >&2
}

end_lanes() {
  local signal group left
  # A second Ctrl+C must not interrupt the clean-up.
  trap '' INT TERM HUP
  printf %s "$clear" >&2
  for signal in INT KILL; do
    left=''
    for group in "${process[@]}"; do
      ! kill -s "$signal" -- "-$group" 2>/dev/null || left=yes
    done
    [[ -n $left ]] || return 0
    sleep 0.5
  done
}
trap end_lanes EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

said=0
# progress TEXT: updates in place on a terminal; elsewhere prints every ten seconds.
progress() {
  if [[ -n $clear ]]; then
    printf '%s%.*s' "$clear" "$((${width:-80} - 1))" "$1" >&2
  elif ((SECONDS >= said + 10)); then
    said=$SECONDS
    say "$1"
  fi
}

# --- building -----------------------------------------------------------------------------------

# The X headers present; the window uses only what they declare.
headers_found() {
  local kind name header
  while read -r kind name _ header; do
    [[ $kind != library ]] || ! there library "$name" "$header" || printf '%s\n' "$header"
  done <<<"$build_needs$test_needs"
}

# The build system does not notice X headers that were added or removed, so force a rebuild of what
# includes them.
match_headers() {
  local now
  now=$(headers_found)
  [[ $now == "$(cat -- "$headers" 2>/dev/null)" ]] || rm -rf -- "$scratch"/*/*/CX11.build
  printf '%s\n' "$now" >"$headers"
}

is_built() {
  [[ -x $program && -e $built && $(headers_found) == "$(cat -- "$headers" 2>/dev/null)" ]] || return 1
  local inputs=("$root/Package.swift" "$root/Sources")
  [[ -z $(find "${inputs[@]}" -newer "$built" -print -quit) ]] || return 1
  # The build folder may come from a system with libraries that are missing here.
  [[ $(ldd "$program" 2>/dev/null) != *"not found"* ]]
}

# build ARGUMENTS OF swift build...
build() {
  mkdir -p -- "$scratch"
  local log=$scratch/build.log began=$scratch/run.began start=$SECONDS step
  touch -- "$began"
  match_headers
  said=$SECONDS
  begin build swift build --package-path "$root" --scratch-path "$scratch" -c release "$@"
  while is_running build; do
    sleep 0.3
    # The file being compiled; before that, the last line, which may report a wait for another
    # build.
    step=$(grep -E '^\[.*\] (Compiling|Linking)' -- "$log" | tail -n 1) || step=$(tail -n 1 -- "$log")
    progress "$(printf '%4d s  %s' $((SECONDS - start)) "$step")"
  done
  unset 'process[build]'
  if (($(status build))); then
    say "$(grep -E -A 6 'error:' -- "$log" | head -n 60 || tail -n 20 -- "$log")"
    die "FAILED to build; log: $log"
  fi
  printf %s "$clear" >&2
  mv -- "$began" "$built"
}

build_program() {
  provide_swift
  say "Building FeelLab (about 3 minutes the first time, on two cores)"
  build --product feellab "$@"
}

# --- installing -----------------------------------------------------------------------------------

install_program() {
  local tree status=0
  # A statically linked Swift runtime needs different objects.
  scratch=$root/.build/install headers=$root/.build/install/headers built=$root/.build/install/run.stamp
  build_program --static-swift-stdlib
  tree=$(mktemp -d -t feellab-install.XXXXXX)
  "$root/Assets/packaging/stage" "$scratch/release/feellab" "$tree" &&
    "$root/Assets/packaging/install" "$tree" "$1" || status=$?
  rm -rf -- "$tree"
  ((status == 0)) || exit "$status"
  say "To remove it: ./run.sh uninstall $1"
}

# --- running ------------------------------------------------------------------------------------

# Succeeds if the display can exist. A local one has a socket, on disk or abstract; a remote one is
# assumed to exist.
has_display() {
  local display=${DISPLAY:-} number
  [[ -n $display ]] || return 1
  [[ $display =~ ^(unix)?:([0-9]+) ]] || return 0
  number=${BASH_REMATCH[2]}
  [[ -S /tmp/.X11-unix/X$number ]] || grep -q "@/tmp/.X11-unix/X$number\$" /proc/net/unix
}

render_tour() {
  local folder=$PWD/feellab-tour
  [[ -w $PWD ]] || folder=$(mktemp -d -t feellab-tour.XXXXXX)
  mkdir -p -- "$folder/frames"
  say "No display (DISPLAY is '${DISPLAY:-}'): rendering the recorded tour instead."
  "$program" render "$root/Assets/tour.feel" -o "$folder/frames/" --fps 30 &
  "$program" render "$root/Assets/tour.feel" -o "$folder/tour.apng" --fps 30
  wait "$!"
  say "The tour is in $folder: tour.apng and, frame by frame, frames/."
}

case ${1:-} in
  test)
    # shellcheck source=Tests/lanes
    . "$root/Tests/lanes"
    run_tests "${@:2}"
    exit
    ;;
  install | uninstall)
    if (($# > 2)) || [[ ${2:-} == -* ]]; then
      say "Usage: ./run.sh $1 [PREFIX]"
      exit 2
    fi
    prefix=${2:-$HOME/.local}
    [[ $1 == install ]] || exec "$root/Assets/packaging/install" --remove "$prefix"
    install_program "$prefix"
    exit
    ;;
esac
is_built || build_program
if (($# == 0)) && ! has_display; then
  render_tour
  exit
fi
exec "$program" "$@"
