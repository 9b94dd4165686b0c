import Foundation
import ImageFile
import Testing

/// The README's picture is what the command beside it draws.
struct ReadmeTests {
  @Test func `the picture begins as the program draws it today`() throws {
    let root = try #require(#filePath.split(separator: "/Tests/").first)
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
    let run = try Program.run(words + ["-o", "-"])
    #expect(run.status == 0, "\(run.words)")
    let drawn = try PNGDecoder.decode(run.output)
    try #require(drawn.width == kept.width && drawn.height == kept.height)
    let differing = zip(drawn.pixels, kept.pixels).count { a, b in
      (0..<3).contains { channel in
        let (a, b) = ((a >> (8 * channel)) & 0xFF, (b >> (8 * channel)) & 0xFF)
        return max(a, b) - min(a, b) > 48
      }
    }
    // Fonts differ from one machine to another; another look does not pass for that.
    #expect(
      differing < drawn.pixels.count / 20, "\(differing) pixels differ; run the command again")
  }
}
