import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Another program's scrolling in the window, as that program reports it.
  @Suite struct StreamWindowTests {
    private static let header = #"{"feelstream": 1, "source": "list", "min": 0, "max": 9000}"#

    /// A flick at a given time: a press, a drag and a run of half a second to an offset.
    private func flick(at start: Double, from offset: Double, to end: Double) -> [String] {
      var lines = [#"{"t": \#(start), "pointer": [200, 600], "phase": "down"}"#]
      for step in 1...6 {
        let time = start + 0.016 * Double(step)
        let phase = step == 6 ? "up" : "move"
        lines.append(
          #"{"t": \#(time), "pointer": [200, \#(600 - 20 * step)], "phase": "\#(phase)"}"#)
      }
      for frame in 1...36 {
        let share = 1 - pow(1 - Double(frame) / 36, 3)
        let shown = offset + (end - offset) * share
        lines.append(#"{"t": \#(start + 0.0166 * Double(frame) + 0.001), "offset": \#(shown)}"#)
      }
      return lines
    }

    private func stream(_ lines: [[String]]) -> String {
      ([[Self.header, #"{"t": 0, "offset": 300}"#]] + lines).joined().joined(separator: "\n") + "\n"
    }

    @Test
    func `a stream sent to a socket is shown and recorded, and an invalid line is reported`()
      throws
    {
      let folder = try TemporaryFolder()
      let (socket, recording) = (folder.file("feellab/list.sock"), folder.file("a.feel"))
      let program = try Program(
        verb: ["watch", "list.sock"], ["--window", "--record", recording],
        environment: ["XDG_RUNTIME_DIR": folder.path])
      let lines = flick(at: 0.5, from: 300, to: 640)
      #expect(
        LocalSocket.send(
          stream([lines, ["nonsense"], flick(at: 2.2, from: 640, to: 1200)]), to: socket))
      try program.awaitState { $0["observed.offset"] == 1200 && $0.isSettled }
      #expect(program.errors.contains("list.sock:\(lines.count + 3):1"), "\(program.errors)")
      // Another stream may follow.
      #expect(LocalSocket.send(stream([flick(at: 1, from: 300, to: 777)]), to: socket))
      let last = try program.awaitState { $0["observed.offset"] == 777 && $0.isSettled }
      #expect(last["observed.preset"] != 777)
      try program.quit()
      #expect(access(socket, F_OK) != 0)
      try expectReplays(recording)
      let text = contents(of: recording)
      #expect(text.ranges(of: #""take":"#).count >= 3)
    }

    @Test func `a flood of lines takes bounded memory, and its last line is shown`() throws {
      let folder = try TemporaryFolder()
      let program = try Program(
        verb: ["watch", "list.sock"], ["--window"], environment: ["XDG_RUNTIME_DIR": folder.path])
      let before = try program.peakMegabytes()
      // A thousandth of what a hundred thousand lines a second are in a minute.
      let lines = (0..<6000).map { line in
        #"{"t": \#(1 + Double(line) * 1e-5), "offset": \#(line % 400)}"#
      }
      let last = #"{"t": 1.5, "offset": 4321}"#
      #expect(LocalSocket.send(stream([lines, [last]]), to: folder.file("feellab/list.sock")))
      try program.awaitState { $0["observed.offset"] == 4321 && $0.isSettled }
      #expect(try program.peakMegabytes() - before <= 64)
    }
  }
}
