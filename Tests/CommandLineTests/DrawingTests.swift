import Foundation
import FoundationXML
import ImageFile
import TestSupport
import Testing

/// Scenes as vector drawings.
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
    // Words are outlines, so that the drawing does not depend on installed fonts.
    #expect(!text.contains("<text"))
    #expect(text.components(separatedBy: "<path").count > 10)
  }

  @Test func `an emoji is drawn as an image of its layers, with straight alpha`() throws {
    let folder = try TemporaryFolder()
    let font = try #require(Data(base64Encoded: Self.font, options: .ignoreUnknownCharacters))
    try folder.write(Array(font), to: "tiny.ttf")
    let settings = try folder.write(
      """
      <fontconfig>
      <dir>/usr/share/fonts</dir><dir>\(folder.path)</dir><cachedir>\(folder.path)</cachedir>
      <selectfont><rejectfont><glob>*Emoji*</glob></rejectfont></selectfont>
      </fontconfig>
      """, to: "fonts.conf")
    let rows = (0..<30).map { "\(Double($0) / 60),\(500 * (1 - exp(-Double($0) / 15)))\n" }
    let motion = try folder.write("t,x\n" + rows.joined(), to: "😀.csv")
    try Program.run(
      "fit \(motion) --picture \(folder.file("a.svg"))", environment: ["FONTCONFIG_FILE": settings])
    let text = String(decoding: folder.bytes("a.svg"), as: UTF8.self)
    let code = try #require(text.split(separator: ";base64,").last?.split(separator: "\"").first)
    let image = try PNGDecoder.decode(Array(try #require(Data(base64Encoded: String(code)))))
    #expect(image.width == 128 && image.height == 128)
    #expect(image.pixels[0] == 0xFFFF_0000 && image.pixels[127] & 0xFFFFFF == 0x0000FF)
    #expect(126...129 ~= image.pixels[127] >> 24)
  }

  /// A font with a single smiley whose left half is red and whose right half is half-opaque blue
  /// (TrueType, COLR 0).
  private static let font = """
    AAEAAAAMAIAAAwBAQ09MUgAFACcAAAKsAAAAHENQQUwAgP8SAAACyAAAABZPUy8yQPZEhAAAAUgAAABgY21hcAAe7LMAAAG0
    AAAAUGdseWZydJAgAAACDAAAAEpoZWFkMWB5igAAAMwAAAA2aGhlYQduA4cAAAEEAAAAJGhtdHgH0AAAAAABqAAAAApsb2Nh
    ABgAMQAAAgQAAAAIbWF4cAAFAAYAAAEoAAAAIG5hbWUCSAqJAAACWAAAADRwb3N0AAMAAAAAAowAAAAgAAEAAAABAAAwynab
    Xw889QADA+gAAAAA5zEaYQAAAADnMRphAAAAAAPoA+gAAAADAAIAAAAAAAAAAQAAA4T/nAAAA+gAAAAAA+gAAQAAAAAAAAAA
    AAAAAAAAAAIAAQAAAAMABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADA0EBkAAFAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAA/Pz8/AAD/////AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAAAH0AAAD6AAA
    AfQAAAAAAAMAAAADAAAAHAADAAEAAAAcAAMACgAAADQABAAYAAAAAgACAAAAAP//AAD//wABAAAADAAAAAAAHAAAAAAAAAAB
    AAH2AAAB9gAAAAABAAAADAAYACUAAQAAAAAB9AK8AAMAADERIREB9AK8/UQAAQAAAAAB9APoAAMAADERIREB9APo/BgAAQH0
    AAAD6APoAAMAACERIREB9AH0A+j8GAAAAAAAAgAeAAMAAQQJAAEACAAAAAMAAQQJAAIADgAIAFQAaQBuAHkAUgBlAGcAdQBs
    AGEAcgADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAA4AAAAUAAIAAQAAAAIAAQAAAAIAAQAAAAIAAQAC
    AAAADgAAAAD///8AAIAAAA==
    """

  @Test func `a drawing of a time range is refused`() throws {
    try Program.expectRefusal("render curves -o a.svg --from 0 --to 1", saying: "--at")
  }
}
