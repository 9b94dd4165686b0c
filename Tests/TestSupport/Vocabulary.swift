/// The words that docs/glossary.md gives for one thing each, and those that it says never to use
/// for it.
public enum Vocabulary {
  /// The words never to be used, those in code quotes of the table's last column.
  public static let never: [String] = {
    guard let root = #filePath.firstRange(of: "/Tests/")?.lowerBound else { return [] }
    let page = contents(of: "\(#filePath[..<root])/docs/glossary.md")
    let table = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .prefix { !$0.contains("| unit |") }
    return table.flatMap { row -> [String] in
      let cell = row.split(separator: "|").last ?? ""
      return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }
  }()

  /// Those of them that a text has, as words and whatever their capitals.
  public static func offences(in text: some StringProtocol) -> [String] {
    let spoken = " " + text.lowercased().map { $0.isLetter ? String($0) : " " }.joined() + " "
    let words = spoken.split(separator: " ").joined(separator: " ")
    return never.filter { word in
      let plain = word.lowercased()
      return ["", "s", "ed", "ing"].contains { " \(words) ".contains(" \(plain)\($0) ") }
    }
  }
}
