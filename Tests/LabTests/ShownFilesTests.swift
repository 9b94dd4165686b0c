import Foundation
import Testing

/// Code listings in the documentation are files of these tests, and thus compiled.
struct ShownFilesTests {
  @Test(arguments: [
    ("NinthScene/BeadScene", "Sources/Stage/Stage.docc/AddingAScene.md"),
    ("OwnLooks/OwnLooksScene", "Sources/Stage/Stage.docc/DrawingYourOwn.md"),
    ("OwnCurve/Wobble", "docs/engine.md"),
  ])
  func `a page contains its source file verbatim`(file: String, page: String) throws {
    let root = try #require(#filePath.split(separator: "/Tests/").first.map(String.init))
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }
    let code = try text("Tests/LabTests/\(file).swift")
    #expect(try text(page).contains("```swift\n\(code)```"))
  }
}
