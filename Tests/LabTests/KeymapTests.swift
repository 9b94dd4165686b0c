import Foundation
import Lab
import Stage
import Testing

struct KeymapTests {
  @Test func `the README contains the program's table of keys`() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    // Named, so that a failure prints the table rather than the whole README.
    let isThere = text.contains(Keymap.markdown)
    #expect(isThere, "put this into README.md:\n\(Keymap.markdown)")
  }

  @Test func `every overlay's letter is a window key`() {
    #expect(Set(Keymap.signs).isSuperset(of: Overlay.allCases.map(\.letter)))
    #expect(Keymap.signs.contains("p") && !Keymap.signs.contains("q"))
  }

  @Test func `every row of the table has keys and a name`() {
    #expect(Keymap.rows.count > 20)
    for row in Keymap.rows { #expect(!row.keys.isEmpty && !row.name.isEmpty) }
  }
}
