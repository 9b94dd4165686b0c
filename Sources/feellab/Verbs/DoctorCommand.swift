internal import ArgumentParser
internal import FeelTrace
internal import Stage
internal import TextLayout
internal import XWindow

/// `doctor`: what the program finds on this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell what the program finds here: display, fonts, encoders, assets.",
    discussion: "Exit status 3 when there is no display. A window shows for a moment.")

  func run() throws {
    var text = ""
    func tell(_ name: String, _ value: String) {
      let space = String(repeating: " ", count: max(1, 14 - name.count))
      text += "\(name)\(space)\(value)\n"
    }
    tell("version", FeelLabCommand.version)
    tellFonts(tell)
    tell("ffmpeg", EncoderProcess.program ?? "missing: no .mp4 and no .gif")
    do throws(CommandFailure) {
      tell("assets", try AssetFolder.find())
    } catch {
      tell("assets", error.message)
    }
    let failure = tellDisplay(tell)
    try StandardOutput.write(text)
    if let failure { throw failure }
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
      tell("frames", "\(rate) Hz, from \(report.clock.rawValue)")
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
