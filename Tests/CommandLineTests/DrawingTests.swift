import Foundation
import FoundationXML
import TestSupport
import Testing

/// Scenes as drawings of lines and curves.
struct DrawingTests {
  @Test(arguments: ["overview", "long-press", "pager", "curves"])
  func `a drawing is well-formed and refers only to what it defines`(scene: String) throws {
    let folder = try TemporaryFolder()
    try Program.run("render \(scene) -o \(folder.file("a.svg")) --theme dark --size 900x620")
    let bytes = folder.bytes("a.svg")
    let parser = XMLParser(data: Data(bytes))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("viewBox=\"0 0 900 620\""))
    let names = text.split(separator: "url(#").dropFirst().compactMap {
      $0.split(separator: ")").first
    }
    #expect(!names.isEmpty)
    for name in Set(names) { #expect(text.contains("id=\"\(name)\"")) }
    #expect(!text.contains("nan") && !text.contains("inf"))
    // Words are outlines: the drawing looks the same where the font is not.
    #expect(!text.contains("<text"))
    #expect(text.components(separatedBy: "<path").count > 10)
  }

  @Test func `a drawing holds one moment, as a picture does`() throws {
    try Program.expectRefusal("render curves -o a.svg --from 0 --to 1", saying: "--at")
  }
}
