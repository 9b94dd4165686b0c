import Foundation
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// A screen recording in the window.
  @Suite struct ClipWindowTests {
    /// Where the middle of the clip is dark, in rows of the screen.
    private func shown(_ program: Program) throws -> [[Range<Int>]] {
      let picture = try Picture(of: program.server.display)
      return stride(from: 120, to: 480, by: 12).map { y in
        picture.runs(inRow: y) { color in
          let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
          return red == blue && red < 130
        }.map { $0.clamped(to: 600..<840) }.filter { !$0.isEmpty }
      }
    }

    /// The same once it changes no more.
    private func steady(_ program: Program) throws -> [[Range<Int>]] {
      var (last, next) = (try shown(program), [[Range<Int>]]())
      #expect(
        try eventually {
          usleep(500_000)
          defer { last = next }
          next = try shown(program)
          return next == last
        })
      return last
    }

    private func differences(_ a: [[Range<Int>]], _ b: [[Range<Int>]]) -> Int {
      zip(a, b).count { $0 != $1 }
    }

    @Test func `a clip plays with its take, and stays known without its file`() throws {
      let folder = try TemporaryFolder()
      let clip = folder.file("clip.apng")
      try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: clip))
      let program = try Program([clip, "--announce"], home: folder)
      try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      // Its motion begins 0.6 s after the start of the take.
      try program.xdotool("key space key --repeat 400 --delay 10 comma")
      let start = try steady(program)
      try program.xdotool("key --repeat 50 --delay 10 period")
      #expect(try eventually { differences(try shown(program), start) > 10 })
      let middle = try steady(program)
      try program.xdotool("key --repeat 50 --delay 10 comma")
      #expect(try eventually { try shown(program) == start })
      try program.xdotool("key --repeat 50 --delay 10 period")
      #expect(try eventually { try shown(program) == middle })

      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      #expect(eventually { program.errors.contains("Saved as ") }, "\(program.errors)")
      let saved = folder.file("observed-take-1.feel")
      try program.quit()
      try expectReplays(saved)
      try FileManager.default.removeItem(atPath: clip)
      let again = try Program([saved, "--announce"])
      again.expectSaid("The clip is not at “\(clip)”. Its takes and laws are kept.")
      try again.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
    }

    @Test func `the region of a clip is dragged, measured again and taken back`() throws {
      let folder = try TemporaryFolder()
      let clip = folder.file("clip.apng")
      try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: clip))
      let program = try Program([clip, "--announce"], home: folder)
      let whole = try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      // By its lower right corner, which is the clip's.
      try program.xdotool(
        "mousemove 877 554 sleep 0.2 mousedown 1 mousemove 820 450 sleep 0.1 mousemove 800 420 "
          + "sleep 0.1 mouseup 1")
      program.expectSaid("Measured the new region. Ctrl+Z undoes it.")
      let part = try program.awaitState {
        $0["observed.offset"] > 180 && $0["observed.offset"] != whole["observed.offset"]
      }
      #expect(abs(part["observed.offset"] - whole["observed.offset"]) < 4)
      let count = program.states.count
      try program.xdotool("key ctrl+z")
      try program.awaitState(after: count) { $0["observed.offset"] == whole["observed.offset"] }
      // The keyboard moves the same corner, and Return measures.
      let before = program.states.count
      try program.xdotool("key F6 key --repeat 4 Tab key Left key Up key Return")
      try program.awaitState(after: before) {
        $0["observed.offset"] > 180 && $0["observed.offset"] != whole["observed.offset"]
      }
      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      #expect(eventually { program.errors.contains("Saved as ") }, "\(program.errors)")
      #expect(contents(of: folder.file("observed-take-1.feel")).contains("[0.0, 0.0, 56.0, 88.0]"))
    }
  }
}
