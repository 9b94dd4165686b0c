internal import ArgumentParser
internal import FeelTrace
internal import Stage
internal import TextLayout
internal import XWindow

/// `doctor`: what the program finds on this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell what the program finds: display, fonts, encoder.",
    discussion: helpText(
      "Exit status 3 when there is no display. A window shows for a moment.",
      examples: ["For a report of a fault": "doctor", "For a program": "doctor --json"]))

  @Flag(help: "As JSON; what is found several times is a list.")
  var json = false

  func run() throws {
    var found: [(name: String, value: String)] = []
    func tell(_ name: String, _ value: String) { found.append((name, value)) }
    tell("version", FeelLabCommand.version)
    tellFonts(tell)
    tell("ffmpeg", EncoderProcess.program ?? "missing: no .mp4 and no .gif")
    do throws(CommandFailure) {
      tell("assets", try AssetFolder.find())
    } catch {
      tell("assets", error.message)
    }
    let failure = tellDisplay(tell)
    try StandardOutput.write(json ? "\(Self.json(found))\n" : Self.text(found))
    if let failure { throw failure }
  }

  private static func text(_ found: [(name: String, value: String)]) -> String {
    found.map { name, value in
      "\(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(value)\n"
    }.joined()
  }

  private static func json(_ found: [(name: String, value: String)]) -> JSON {
    var members: [JSON.Member] = []
    for (name, _) in found where !members.contains(where: { $0.name == name }) {
      let values = found.filter { $0.name == name }.map { JSON.text($0.value) }
      members.append(JSON.Member(name, name == "font" ? .list(values) : values[0]))
    }
    return JSON(.object(members))
  }

  private func tellFonts(_ tell: (String, String) -> Void) {
    do throws(CommandFailure) {
      for face in try FontBook.open().faces {
        tell("font", "\(face.family) \(face.style), \(face.path)")
      }
    } catch {
      tell("font", error.message)
    }
  }

  private func tellDisplay(_ tell: (String, String) -> Void) -> CommandFailure? {
    do throws(WindowError) {
      var options = WindowOptions()
      options.title = "FeelLab – doctor"
      (options.width, options.height) = (320, 200)
      let window = try Window(options)
      let report = window.report
      tell("display", "\(report.display), \(report.server), depth \(report.depth)")
      tell("extensions", report.extensions.joined(separator: " "))
      tell("pixels", "by \(report.transport.rawValue)")
      tell("input", report.hasExtendedInput ? "XInput 2" : "core events only")
      let rate = (report.rate * 100).rounded() / 100
      let atOnce = report.hasPixelClock ? "" : "; no pixel clock, so input is drawn at once"
      tell("frames", "\(rate) Hz, from \(report.clock.rawValue)\(atOnce)")
      tell("scale", "\(report.scale), from \(report.scaleSource.rawValue)")
      let settings = PointerSettings(window.settings, scale: window.scale)
      tell(
        "mouse",
        "double click within \(settings.doubleClickTime) s, drag from \(settings.dragThreshold) pt")
      return nil
    } catch {
      tell("display", "none")
      return CommandFailure(
        .noDisplay, "No window can be opened: \(error). “feellab render” draws without a display.")
    }
  }
}
