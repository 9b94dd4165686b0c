import Foundation
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct ClipWindowTests {
    /// The dark runs in the middle of the clip, by screen row.
    private func shown(_ program: Program) throws -> [[Range<Int>]] {
      let picture = try Picture(of: program.server.display)
      return stride(from: 120, to: 480, by: 12).map { y in
        picture.runs(inRow: y) { color in
          let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
          return red == blue && red < 130
        }.map { $0.clamped(to: 600..<840) }.filter { !$0.isEmpty }
      }
    }

    /// The same, once it no longer changes.
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

    @Test func `a clip plays with its take, and its recording opens without the clip's file`()
      throws
    {
      let folder = try TemporaryFolder()
      let clip = try folder.write(SmallClip.apng(), to: "clip.apng")
      let program = try Program([clip, "--announce"], home: folder)
      try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      try program.xdotool("key space key --repeat 400 --delay 10 comma")
      let start = try steady(program)
      try program.xdotool("key --repeat 30 --delay 10 period")
      #expect(try eventually { differences(try shown(program), start) > 10 })
      let middle = try steady(program)
      try program.xdotool("key --repeat 30 --delay 10 comma")
      #expect(try eventually { try shown(program) == start })
      try program.xdotool("key --repeat 30 --delay 10 period")
      #expect(try eventually { try shown(program) == middle })

      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      #expect(eventually { program.errors.contains("Saved as ") }, "\(program.errors)")
      let saved = folder.file("observed-take-1.feel")
      try program.quit()
      try expectReplays(saved)
      try FileManager.default.removeItem(atPath: clip)
      // Stepping during playback loses none of it.
      let stepped = try Program([saved], awaits: .window)
      try stepped.xdotool("key comma sleep 0.5 key space")
      try stepped.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      let again = try Program([saved, "--announce"])
      again.expectSaid("The clip is not at “\(clip)”. Its takes and laws are kept.")
      try again.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      let rows = try steady(again)
      try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: clip))
      try again.xdotool("key comma")
      #expect(try eventually { differences(try shown(again), rows) > 10 })
    }

    @Test func `earlier takes are not offered when a clip is opened`() throws {
      let folder = try TemporaryFolder()
      let clip = folder.file("clip.apng")
      try Data(SmallClip.apng()).write(to: URL(fileURLWithPath: clip))
      let first = try Program([clip], home: folder)
      try first.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      first.process.send(SIGKILL)
      _ = eventually { first.process.exitStatus }
      let second = try Program([clip, "--announce"], home: folder)
      try second.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      #expect(!second.errors.contains("from the last session?"), "\(second.errors)")
    }

    @Test func `a clip opens on the take with its longest run`() throws {
      let folder = try TemporaryFolder()
      let clip = try folder.write(SmallClip.apng(SmallClip.flings), to: "clip.apng")
      let program = try Program([clip, "--announce"], home: folder)
      // The distance of this run alone, although the one before it moved 66 px.
      try program.awaitState {
        $0["observed.offset"] > 270 && $0["observed.offset"] < 290 && $0.isSettled
      }
      try program.xdotool("key ctrl+s sleep 0.3 key Return")
      program.expectSaid("Saved as ")
      #expect(contents(of: folder.file("observed-take-2.feel")).contains("observe"))
    }

    /// Steps back through a clip and expects every frame shown to match the position of the motion.
    private func expectFrames(_ clip: String, in folder: TemporaryFolder) throws {
      let program = try Program([clip], home: folder)
      try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      try program.xdotool("key space")
      for _ in 0..<6 {
        try program.xdotool("key --repeat 7 --delay 40 comma sleep 0.5")
        var tints: [Int] = []
        let isShown = try eventually {
          let place = program.states.last?["observed.offset"] ?? 0
          let distances = SmallClip.tinted.map { abs($0 - place) }
          let index = try #require(distances.firstIndex(of: distances.min() ?? 0))
          tints = [try tint(program), SmallClip.tint(index), index]
          return abs(tints[0] - tints[1]) <= 4
        }
        #expect(isShown, "\(tints)")
      }
    }

    /// How much red exceeds blue in the clip, on most of its area.
    private func tint(_ program: Program) throws -> Int {
      let picture = try Picture(of: program.server.display)
      var counts: [Int: Int] = [:]
      for y in stride(from: 120, to: 500, by: 3) {
        for x in stride(from: 600, to: 840, by: 3) {
          counts[Int(picture[x, y] >> 16 & 0xFF) - Int(picture[x, y] & 0xFF), default: 0] += 1
        }
      }
      return counts.max { $0.value < $1.value }?.key ?? 0
    }

    @Test func `the stage shows the frame of an animation for the current time`() throws {
      let folder = try TemporaryFolder()
      let clip = try folder.write(SmallClip.tintedAPNG(), to: "clip.apng")
      try expectFrames(clip, in: folder)
    }

    @Test(.enabled(if: SmallClip.hasFFmpeg, "ffmpeg is not installed"))
    func `the stage shows the frame of a movie for the current time`() throws {
      let folder = try TemporaryFolder()
      let clip = folder.file("clip.mp4")
      try SmallClip.encode(SmallClip.tintedAPNG(), to: clip)
      try expectFrames(clip, in: folder)
    }

    @Test(.enabled(if: SmallClip.hasFFmpeg, "ffmpeg is not installed"))
    func `an early end of a clip's reader is reported, and the takes stay`() throws {
      let folder = try TemporaryFolder()
      let clip = folder.file("clip.mp4")
      try SmallClip.encode(SmallClip.apng(), to: clip)
      // The fake ffmpeg spoils only the colour pictures, which are those for the stage.
      let tool = try folder.write(
        "#!/bin/sh\ncase \"$*\" in *bgra*) exec head -c 30000 /dev/zero ;; esac\n"
          + "PATH=${PATH#*:} exec ffmpeg \"$@\"\n", to: "ffmpeg")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let program = try Program(
        [clip, "--announce"], environment: ["PATH": "\(folder.path):\(path)"], home: folder)
      program.expectSaid("Cannot read all frames of “\(clip)”. Its takes and laws are kept.")
      try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
    }

    @Test func `a clip measured again shows the same take at the same moment`() throws {
      let folder = try TemporaryFolder()
      let clip = try folder.write(SmallClip.apng(SmallClip.flings), to: "clip.apng")
      let program = try Program([clip, "--announce"], home: folder)
      try program.awaitState { $0["observed.offset"] > 270 && $0.isSettled }
      // Freeze the first take in the middle of its motion.
      try program.xdotool(
        "key alt+Prior sleep 0.5 key space key --repeat 60 --delay 20 comma sleep 2")
      let frozen = try #require(program.states.last)
      #expect(5..<66 ~= frozen["observed.offset"], "\(frozen)")
      try program.xdotool("key F6 key --repeat 4 Tab key Left key Up key Return")
      program.expectSaid("Measured the new region. Ctrl+Z undoes it.")
      let count = program.states.count
      try program.xdotool("sleep 0.5 key F8")
      try program.awaitState(after: count) {
        abs($0["observed.offset"] - frozen["observed.offset"]) < 3
      }
      // It is not measured again, so it is exact.
      try program.xdotool("key ctrl+z")
      program.expectSaid("Went back to the previous region.")
      #expect(
        eventually { program.states.last?["observed.offset"] == frozen["observed.offset"] },
        "\(program.states.suffix(2)) \(frozen)")
    }

    @Test func `a clip's region can be dragged, measured again and undone`() throws {
      let folder = try TemporaryFolder()
      let clip = try folder.write(SmallClip.apng(), to: "clip.apng")
      let program = try Program([clip, "--announce"], home: folder)
      let whole = try program.awaitState { $0["observed.offset"] > 180 && $0.isSettled }
      // Drag the region's lower-right corner, which is that of the clip.
      try program.xdotool(
        "mousemove 1036 744 sleep 0.2 mousedown 1 mousemove 950 600 sleep 0.1 mousemove 930 570 "
          + "sleep 0.1 mouseup 1")
      program.expectSaid("Measured the new region. Ctrl+Z undoes it.")
      let part = try program.awaitState {
        $0["observed.offset"] > 180 && $0["observed.offset"] != whole["observed.offset"]
      }
      #expect(abs(part["observed.offset"] - whole["observed.offset"]) < 4)
      let count = program.states.count
      try program.xdotool("key ctrl+z")
      try program.awaitState(after: count) { $0["observed.offset"] == whole["observed.offset"] }
      program.expectSaid("Went back to the previous region.")
      // Undo has the other region's takes, so no earlier session keeps them.
      let kept = entries(of: folder.file(".local/state/feellab")).filter { $0.hasSuffix(".feel") }
      #expect(kept.isEmpty, "\(kept)")
      // There is no earlier region: a second undo does nothing, so there is no event to wait for.
      try program.xdotool("key ctrl+z sleep 1")
      #expect(program.states.last?["observed.offset"] == whole["observed.offset"])
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
