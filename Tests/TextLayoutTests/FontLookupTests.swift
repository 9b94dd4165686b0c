import Raster
import Testing
import TextLayout

@Suite struct FontLookupTests {
  private static func face(_ weight: TextStyle.Weight, of family: String) throws -> FontFace {
    let book = try FontBook(family: family)
    let line = book.layout("Hold", TextStyle(size: 13, weight: weight))
    return book.faces[try #require(line.runs.first).font.rawValue]
  }

  private static func isInstalled(_ family: String) -> Bool {
    (try? face(.regular, of: family).family) == family
  }

  @Test(
    .enabled(if: isInstalled("Inter"), "Inter is not installed: fonts-inter"),
    arguments: [
      (TextStyle.Weight.regular, "Regular"), (.medium, "Medium"), (.semibold, "SemiBold"),
    ])
  func `Inter has a face for each weight`(_ weight: TextStyle.Weight, style: String) throws {
    let face = try Self.face(weight, of: "Inter")
    #expect(face.family == "Inter")
    #expect(face.style.filter { $0 != " " } == style)
    #expect(!face.isEmboldened)
  }

  @Test func `regular replaces a medium weight that a family lacks`() throws {
    #expect(try Self.face(.medium, of: "DejaVu Sans") == Self.face(.regular, of: "DejaVu Sans"))
  }
}
