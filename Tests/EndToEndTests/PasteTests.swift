import TestSupport
import Testing

extension EndToEnd {
  @Suite struct PasteTests {
    /// Pastes a text offered by another program, and waits for the result.
    private func paste(
      _ text: String, into program: Program, until isDone: () -> Bool,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let owner = try ClipboardOwner(program.server.display, Array(text.utf8))
      try program.xdotool("windowfocus --sync \(program.window()) key ctrl+v")
      let isSeen = eventually {
        owner.serve()
        return isDone()
      }
      #expect(isSeen, "\(program.errors)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      "--preset gtk4 --set carousel.width=300 --keep physics.stop.speed=10 --set carousel.snap=afterDeceleration",
      #"{"scene": "carousel", "preset": "gtk4", "parameters": {"carousel.width": 300, "carousel.snap": "afterDeceleration", "physics.stop.speed": 10}, "overrides": ["physics.stop.speed"]}"#,
    ])
    func `pasted parameters are applied to the scene and recorded`(text: String) throws {
      let folder = try TemporaryFolder()
      let trace = folder.file("live.feel")
      let program = try Program(["--scene", "carousel", "--record", trace])
      try paste(text, into: program) { contents(of: trace).contains("afterDeceleration") }
      try program.quit()
      let recorded = contents(of: trace)
      #expect(recorded.contains(#""preset": "gtk4""#) && recorded.contains("300"))
      try expectReplays(trace)
    }

    @Test(
      arguments: [
        "good morning", "--set carousel.width=wide", "--set carousel.colour=red", "{\"a\": ",
        "--preset none", #"{"scene": "pager", "parameters": {}}"#,
      ])
    func `pasted text that makes no sense is reported`(text: String) throws {
      let program = try Program(["--scene", "carousel", "--announce"])
      try paste(text, into: program) { program.errors.contains("The clipboard") }
      try program.quit()
    }
  }
}
