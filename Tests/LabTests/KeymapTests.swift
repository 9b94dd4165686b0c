import Foundation
import Lab
import Testing

struct KeymapTests {
  @Test func `the README's table of keys is that of the program`() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    #expect(text.contains(Keymap.markdown), "put this into README.md:\n\(Keymap.markdown)")
  }

  @Test func `every line of the table names its keys and what they do`() {
    #expect(Keymap.rows.count > 20)
    for row in Keymap.rows { #expect(!row.keys.isEmpty && !row.name.isEmpty) }
  }
}
