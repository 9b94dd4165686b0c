import Foundation
import Testing

/// A type with many stored properties or lines should be several types.
struct StructureTests {
  private struct Size {
    var properties = 0
    var lines = 0
  }

  private static let mostProperties = 15
  private static let mostLines = 600

  private static var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  }

  /// The types of a module by name, nested ones with their outer types; extensions count towards
  /// the type they extend.
  private func types(of module: String) throws -> [String: Size] {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var types: [String: Size] = [:]
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      var open: [(name: String, indent: Int)] = []
      for line in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        let indent = line.prefix { $0 == " " }.count
        if let name = Self.opened(line), indent == 2 * open.count {
          open.append((open.last.map { "\($0.name).\(name)" } ?? name, indent))
        }
        guard let type = open.last else { continue }
        types[type.name, default: Size()].lines += 1
        if indent == type.indent + 2, Self.isStored(line) {
          types[type.name, default: Size()].properties += 1
        }
        if line.dropFirst(indent).hasPrefix("}"), indent == type.indent { open.removeLast() }
      }
    }
    return types
  }

  /// The name of the type or extension declared in a line.
  private static func opened(_ line: Substring) -> String? {
    guard line.hasSuffix("{") else { return nil }
    let words = line.split(separator: " ")
    guard
      let index = words.firstIndex(where: {
        ["struct", "class", "enum", "extension", "actor"].contains($0)
      }), words[..<index].allSatisfy({ $0.first?.isLetter ?? false }), index + 1 < words.count
    else { return nil }
    return String(words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." })
  }

  private static func isStored(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
      !words[..<index].contains("static"),
      words[..<index].allSatisfy({ $0.first?.isLetter ?? false })
    else { return false }
    return line.contains(" = ") || !line.contains("{")
  }

  @Test(arguments: ["Stage", "Lab", "feellab"])
  func `large types are explained in docs/architecture.md`(module: String) throws {
    let document = try String(
      contentsOf: Self.root.appending(path: "docs/architecture.md"), encoding: .utf8)
    let types = try types(of: module)
    #expect(types.count > 20)
    for (name, size) in types.sorted(by: { $0.key < $1.key })
    where size.properties > Self.mostProperties || size.lines > Self.mostLines {
      #expect(
        document.contains("`\(name)` is large"),
        "\(name) has \(size.properties) stored properties and \(size.lines) lines")
    }
  }
}
