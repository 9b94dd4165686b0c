internal import FeelTrace
internal import Glibc
package import Stage

/// The languages of the window, each a table in the Assets folder: Languages/ja.json.
package enum LanguageFile {
  /// The language with this code; `nil` for English.
  ///
  /// - Throws: `CommandFailure` when there is no such language, or its table cannot be used.
  package static func language(_ id: String) throws(CommandFailure) -> Language? {
    guard id != "en" else { return nil }
    let folder = try AssetFolder.find() + "/Languages"
    let known = File.names(in: folder).filter { $0.hasSuffix(".json") }.map { $0.dropLast(5) }
    guard known.contains(Substring(id)) else {
      throw .usage(unknownWord("language", id, among: ["en"] + known.sorted().map(String.init)))
    }
    let path = "\(folder)/\(id).json"
    let bytes = try File.read(path)
    do throws(JSONError) {
      return try language(id, try JSONReader.read(bytes))
    } catch {
      throw .badFile("\(path):\(error.description)")
    }
  }

  private static func language(_ id: String, _ json: JSON) throws(JSONError) -> Language {
    guard let letters = json["letters"]?.text, let fonts = json["fonts"]?.text,
      case .object(let phrases)? = json["phrases"]?.value
    else { throw json.error("an object with \"letters\", \"fonts\" and \"phrases\"") }
    var translations: [String: String] = [:]
    for phrase in phrases {
      guard let text = phrase.value.text else { throw phrase.value.error("a translation") }
      translations[phrase.name] = text
    }
    return Language(id: id, letters: letters, fonts: fonts, translations)
  }

  /// The first language the environment asks for that is available; `nil` for English, or if none
  /// is.
  ///
  /// Source: GNU gettext's manual, "Locale Environment Variables" and "Specifying a Priority List
  /// of Languages".
  package static var ofEnvironment: Language? {
    for id in codes(Environment.variable) {
      if id == "en" { return nil }
      if let language = try? language(id) { return language }
    }
    return nil
  }

  /// The language codes an environment asks for, in order of preference.
  package static func codes(_ variable: (String) -> String?) -> [String] {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    guard let locale = set, !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return [] }
    let listed = variable("LANGUAGE") ?? ""
    return (listed.split(separator: ":") + [Substring(locale)]).map { word in
      String(word.prefix { $0.isLetter })
    }
  }

  /// Runs `body` in a language, with the fonts made for its letters.
  package static func speak<Failure: Error>(
    _ language: Language?, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    // For fontconfig: Chinese fonts draw some Japanese letters differently.
    if let language { unsafe setenv("FC_LANG", language.id, 0) }
    let outcome = Language.$current.withValue(language) { Result(catching: body) }
    try outcome.get()
  }
}
