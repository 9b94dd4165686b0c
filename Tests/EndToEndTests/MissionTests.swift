import Glibc
import ScreenPicture
import TestSupport
import Testing

extension EndToEnd {
  /// The project's main uses in one window, from opening to quitting; `Tests/mission` runs this
  /// alone.
  @Suite struct MissionTests {
    /// A mouse scrubs finely, holds, flicks and catches, pulls a list past its end, and quits; each
    /// step is checked by the state file and by pixels.
    @Test func `a mouse walks through slider, hold, carousel and list in one window`() throws {
      let program = try Program(["--set", "carousel.count=1000"])
      try scrub(program)
      try hold(program)
      try flick(program)
      try pull(program)
      try program.quit()
      #expect(program.errors.isEmpty, "\(program.errors)")
    }

    /// 87 pt below the bar, a movement of 200 pt counts by 1 − 87²/100²: 48.6 pt.
    private func scrub(_ program: Program) throws {
      let before = try #require(program.states.last)
      let seen = try Overview(program.server.display)
      let (fill, y) = (try seen.sliderFill(), try seen.sliderRow())
      let x = fill.upperBound
      try program.xdotool(
        "mousemove \(x) \(y) mousedown 1 mousemove \(x) \(y + 87) mousemove \(x + 120) \(y + 87)"
          + " mousemove \(x + 200) \(y + 87) mouseup 1")
      let after = try program.awaitState {
        $0.isSettled && $0["slider.fill"] > before["slider.fill"] + 40
      }
      #expect(abs(after["slider.fill"] - before["slider.fill"] - 48.6) <= 0.5)
      try program.awaitPicture {
        abs(try Overview($0).sliderFill().upperBound - x - 49) <= 1
      }
    }

    /// A tap does nothing; a hold of over two seconds fires once, and its ring visibly grows.
    private func hold(_ program: Program) throws {
      let button = try Overview(program.server.display).holdButton()
      // A tap leaves no trace in the state.
      try program.xdotool(
        "mousemove \(button.x) \(button.y) mousedown 1 sleep 0.05 mouseup 1 sleep 0.5")
      let rest = try Picture(of: program.server.display)
      try program.xdotool("mousedown 1 sleep 1")
      let half = try Picture(of: program.server.display)
      #expect(half.largestDifference(from: rest) > 60)
      try program.xdotool("sleep 1.5 mouseup 1")
      let fired = try program.awaitState {
        $0.isSettled && $0["hold.circle.fired"] > 0
      }
      #expect(fired["hold.circle.fired"] == 1)
    }

    /// A flick runs on, a press catches it, and after the release it lands with a card centred on
    /// the stage.
    private func flick(_ program: Program) throws {
      let row = try Overview(program.server.display).cardRow()
      let moves = String(repeating: " mousemove_relative -- -60 0 sleep 0.01", count: 8)
      try program.xdotool("mousemove 900 \(row) mousedown 1 sleep 0.02\(moves) mouseup 1")
      try program.xdotool("sleep 0.3 mousedown 1")
      let held = try program.awaitState { !$0.isSettled && $0["carousel.offset"] > 960 }
      let caught = try Picture(of: program.server.display)
      try program.xdotool("sleep 0.3")
      #expect(try Picture(of: program.server.display).largestDifference(from: caught) == 0)
      try program.xdotool("mouseup 1")
      let after = try program.awaitState { $0.isSettled && $0["carousel.offset"] > 960 }
      #expect(abs(after["carousel.center"]) <= 1)
      // Half a card and half a gap.
      #expect(abs(after["carousel.offset"] - held["carousel.offset"]) <= 148 + 1)
      // A card under the pointer changes colour.
      try program.xdotool("mousemove 5 5")
      try program.awaitPicture { display in
        try Overview(display).wholeCards().contains {
          abs($0.lowerBound + $0.upperBound - Program.size.width) <= 2
        }
      }
    }

    /// Pulled down at its top, the list follows by UIKit's band, and bounces back.
    private func pull(_ program: Program) throws {
      try program.xdotool("key 6")
      let rest = try program.awaitState { $0.isSettled && $0["scroll.offset"] == 0 }
      #expect(rest["scroll.offset"] == 0)
      let before = try Picture(of: program.server.display)
      try program.xdotool(
        "mousemove 600 250 mousedown 1 mousemove 600 320 mousemove 600 \(250 + 300)")
      let held = try program.awaitState { !$0.isSettled && $0["scroll.offset"] < -50 }
      // Less than the hand moved, because of the band.
      #expect((-294 ... -100).contains(held["scroll.offset"]), "\(held)")
      let pulled = try Picture(of: program.server.display)
      #expect(pulled.largestDifference(from: before) > 60)
      let count = program.states.count
      try program.xdotool("mouseup 1 mousemove 600 250")
      let after = try program.awaitState(after: count, where: \.isSettled)
      #expect(after["scroll.offset"] == 0)
    }
  }
}
