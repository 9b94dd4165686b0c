import TestSupport
import Testing

extension EndToEnd {
  /// The panel of files, and what the window offers once something is saved.
  @Suite struct FileTests {
    @Test func `parameters are saved under a typed name, opened again, and taken back`() throws {
      let program = try Program(["--scene", "carousel", "--announce"])
      let file = program.folder.file(".config/feellab/parameters/mine.json")
      try program.xdotool("key ctrl+s sleep 0.3 type mine")
      try program.xdotool("key Return")
      #expect(eventually { program.errors.contains("Saved in \(file)\n") }, "\(program.errors)")
      #expect(contents(of: file).contains("\"carousel.count\": 100"))
      // The folder is still the one that is shown.
      try program.xdotool("key ctrl+o sleep 0.3 type mine")
      try program.xdotool("key Return")
      #expect(
        eventually { program.errors.contains("mine.json: 0 values changed") }, "\(program.errors)")
      try program.xdotool("key ctrl+shift+s")
      let picture = program.folder.file("carousel-1.png")
      #expect(eventually { program.errors.contains("Saved in \(picture)\n") }, "\(program.errors)")
      // The third of what the list offers while the file is still spoken of.
      try program.xdotool("key Menu key Down key Down key Return")
      #expect(eventually { program.errors.contains("Removed \(picture)\n") }, "\(program.errors)")
      #expect(contents(of: picture).isEmpty)
    }
  }
}
