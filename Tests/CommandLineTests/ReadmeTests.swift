import Foundation
import ImageFile
import Testing

/// The README's picture matches the command beside it, and the README and the docs link to each
/// other.
struct ReadmeTests {
  @Test func `every page is in the list of pages, and every link resolves`() throws {
    let root = Program.root
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/docs")
      .filter { $0.hasSuffix(".md") }.sorted()
    let list = try String(contentsOfFile: "\(root)/docs/README.md", encoding: .utf8)
    for name in names where name != "README.md" {
      #expect(list.contains("](\(name))"), "\(name) is not in docs/README.md")
    }
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + names.map { "docs/\($0)" }
    var count = 0
    for page in pages {
      let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
      let folder = URL(fileURLWithPath: "\(root)/\(page)").deletingLastPathComponent()
      for piece in text.components(separatedBy: "](").dropFirst() {
        let link = piece.prefix { $0 != ")" && $0 != "#" }
        guard !link.isEmpty, !link.contains("://") else { continue }
        count += 1
        let target = folder.appendingPathComponent(String(link)).standardizedFileURL.path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link)")
      }
    }
    #expect(count > 40)
  }

  @Test func `the first frame of the README's picture matches what the program draws`() throws {
    let root = Program.root
    let page = try String(contentsOfFile: "\(root)/README.md", encoding: .utf8)
    let line = try #require(
      page.split(separator: "\n").first { $0.hasPrefix("./run.sh render Assets/") })
    var words = line.split(separator: " ").dropFirst().map(String.init)
    let path = words[try #require(words.firstIndex(of: "-o")) + 1]
    #expect(page.contains("](\(path))"))
    let kept = try PNGDecoder.decode(
      Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))))
    // The first frame alone, as a picture.
    for option in ["-o", "--to", "--fps"] {
      let index = try #require(words.firstIndex(of: option))
      words.removeSubrange(index...index + 1)
    }
    words[1] = "\(root)/\(words[1])"
    words[try #require(words.firstIndex(of: "--from"))] = "--at"
    let run = try Program.run(Words(words) + "-o -")
    let drawn = try PNGDecoder.decode(run.output)
    try #require(drawn.width == kept.width && drawn.height == kept.height)
    let differing = zip(drawn.pixels, kept.pixels).count { a, b in
      (0..<3).contains { channel in
        let (a, b) = ((a >> (8 * channel)) & 0xFF, (b >> (8 * channel)) & 0xFF)
        return max(a, b) - min(a, b) > 48
      }
    }
    // Fonts differ between machines, but a changed look exceeds that difference.
    #expect(
      differing < drawn.pixels.count / 20, "\(differing) pixels differ; run the command again")
  }
}
