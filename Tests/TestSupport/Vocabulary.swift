/// The vocabulary rules of docs/glossary.md.
public enum Vocabulary {
  /// The forbidden words: those in code quotes in the table's last column.
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

  /// The forbidden words in a text, matched as whole words in any case.
  public static func offences(in text: some StringProtocol) -> [String] {
    let spoken = " " + text.lowercased().map { $0.isLetter ? String($0) : " " }.joined() + " "
    let words = spoken.split(separator: " ").joined(separator: " ")
    return never.filter { word in
      let plain = word.lowercased()
      return ["", "s", "ed", "ing"].contains { " \(words) ".contains(" \(plain)\($0) ") }
    }
  }
}
