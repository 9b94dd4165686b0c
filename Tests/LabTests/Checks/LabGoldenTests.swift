import Feel
import Lab
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// The scenes compared with their goldens: the rest of check 11.
///
/// Uses one font in one version, without hinting, so that the machine's fonts and FreeType version
/// do not matter.
struct LabGoldenTests {
  /// Allowed difference per channel, in 255ths: coverage may be rounded differently.
  private static let tolerance = 3
  private static let font = "DejaVu Sans"

  @Test(arguments: Catalog.all.scenes.map { $0.id }.filter { $0 != "overview" })
  func `check 11: each scene matches its golden picture`(id: String) throws {
    try expectKept(id, .light, 1)
  }

  @Test(arguments: Theme.Name.allCases, [1, 1.5, 2.0])
  func `check 11: the Overview matches its golden pictures in every theme and at every scale`(
    theme: Theme.Name, scale: Double
  ) throws {
    try expectKept("overview", theme, scale)
  }

  private func expectKept(
    _ id: String, _ theme: Theme.Name, _ scale: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fonts = try FontBook(family: Self.font, hinting: .none)
    try #require(
      fonts.faces.allSatisfy { $0.family.hasPrefix(Self.font) },
      "the pictures are written in \(Self.font): install fonts-dejavu-core",
      sourceLocation: sourceLocation)
    let session = try Session(id, scale: scale, theme: theme)
    let picture = try Picture(session, fonts: fonts)
    let isWhole = fonts.faces.allSatisfy { $0.family.hasPrefix(Self.font) }
    #expect(isWhole, "no other font stands in", sourceLocation: sourceLocation)
    let golden = Golden(
      "\(id)-\(theme.rawValue)-\(scale.text(decimals: scale == 1.5 ? 1 : 0)).png",
      in: Self.folder(), width: picture.width, height: picture.height, pixels: picture.pixels,
      tolerance: Self.tolerance)
    let isSame = golden.isSame
    if !isSame {
      Attachment.record(golden.drawn, named: golden.name, sourceLocation: sourceLocation)
      if let difference = golden.difference {
        Attachment.record(
          difference, named: "difference-\(golden.name)", sourceLocation: sourceLocation)
      }
    }
    #expect(
      isSame,
      "\(golden.name) is kept, and no channel differs by more than \(Self.tolerance), but \(golden.worst ?? 255) does",
      sourceLocation: sourceLocation)
  }

  private static func folder(sourceFile: String = #filePath) -> String {
    "/" + sourceFile.split(separator: "/").dropLast(2).joined(separator: "/") + "/Golden"
  }
}
