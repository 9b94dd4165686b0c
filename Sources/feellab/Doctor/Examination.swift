internal import FeelFiles
internal import FeelWindow
internal import Glibc
internal import Lab
internal import Stage
internal import TextLayout
internal import XWindow

/// An examination of the program's environment, and of anything that may impede a first run.
struct Examination {
  /// The findings by name; a name occurs once per finding.
  private(set) var facts: [(name: String, value: String)] = []
  /// The problems, in the order in which they were found.
  private(set) var problems: [Problem] = []

  /// The X extensions used, and the loss without each.
  private static let extensions: KeyValuePairs = [
    "XInputExtension": OptionalLibrary.input.loss,
    "Present": OptionalLibrary.vblanks.loss,
    "RANDR": OptionalLibrary.outputs.loss,
    "SYNC": "the window is drawn late while it is resized",
  ]

  /// Examines everything; a window appears briefly.
  init() {
    add("version", programVersion)
    examineFonts()
    examineEncoder()
    examineAssets()
    examineFolders()
    examineScale()
    let missing = OptionalLibrary.allCases.filter { !$0.isThere }
    for library in missing {
      complain("\(library.rawValue) is missing: \(library.loss). Install \(library.package).")
    }
    examineDisplay(without: missing)
  }

  private mutating func add(_ name: String, _ value: String) {
    facts.append((name, shown(value)))
  }

  private mutating func complain(_ words: String, stops: Bool = false) {
    // Quotations in the text may contain control characters.
    problems.append(Problem(words: shown(words), blocksWindow: stops))
  }

  private mutating func examineFonts() {
    do throws(CommandFailure) {
      for face in try FontBook.open().faces {
        add("font", "\(face.family) \(face.style), \(face.path)")
      }
    } catch {
      complain(error.message, stops: true)
    }
  }

  private mutating func examineEncoder() {
    if let program = FFmpegProcess.program {
      add("ffmpeg", program)
    } else {
      complain("ffmpeg is not in PATH, so .mp4 and .gif cannot be written. Install ffmpeg.")
    }
  }

  private mutating func examineAssets() {
    do throws(CommandFailure) {
      let folder = try AssetFolder.find()
      add("assets", folder)
      guard !File.exists(folder + "/first-run.feel") else { return }
      complain(
        "\(quoted(folder)) has no first-run.feel, so there is no introduction. "
          + "Reinstall FeelLab, or set FEELLAB_ASSETS to its own folder.")
    } catch {
      complain("There is no introduction. \(error.message)")
    }
  }

  /// Examines whether the folders for data kept between runs can be read and written.
  private mutating func examineFolders() {
    for file in PreferenceFile.allCases {
      guard let path = file.path else {
        complain("Nothing is stored between runs: HOME is not set. Set it to your home folder.")
        return
      }
      let folder = FileName.folder(of: path)
      var nearest = folder
      while nearest != "/", !File.exists(nearest) { nearest = FileName.folder(of: nearest) }
      add("keeps", folder)
      let isOpen = unsafe access(FileName.bytes(of: nearest), W_OK | X_OK) == 0
      if !isOpen || !File.isFolder(nearest) {
        complain(
          "Nothing can be stored in \(quoted(folder)): \(quoted(nearest)) is not a writable "
            + "folder. Make it one, or set HOME to one.")
      } else {
        do throws(CommandFailure) { try FolderTrial.run(folder) } catch {
          complain(
            "Nothing can be stored in \(quoted(folder)). \(error.message) Name another folder in "
              + "\(file.variable).")
        }
      }
      var kept = Preferences()
      do throws(CommandFailure) {
        try file.read(into: &kept)
      } catch {
        complain("Stored data cannot be read. \(error.message) Remove the file.")
      }
    }
  }

  private mutating func examineScale() {
    do throws(CommandFailure) {
      _ = try WindowFlags.scaleOfEnvironment
    } catch {
      complain("\(error.message) Unset it, or set it to one.", stops: true)
    }
  }

  private mutating func examineDisplay(without missing: [OptionalLibrary]) {
    do throws(WindowError) {
      var options = WindowOptions()
      options.title = "FeelLab – doctor"
      (options.width, options.height) = (320, 200)
      let window = try Window(options)
      let report = window.report
      describe(report)
      let settings = PointerSettings(window.settings, scale: window.scale)
      add(
        "mouse",
        "double click within \(settings.doubleClickTime) s, drag from \(settings.dragThreshold) pt")
      examineServer(report, without: missing)
    } catch {
      add("display", "none")
      complain("No window can be opened: \(error). \(error.remedy)", stops: true)
    }
  }

  private mutating func describe(_ report: WindowReport) {
    add("display", "\(report.display), \(report.server), depth \(report.depth)")
    add("extensions", report.extensions.joined(separator: " "))
    add("pixels", "by \(report.transport.rawValue)")
    add("input", report.hasExtendedInput ? "XInput 2" : "core events only")
    let rate = (report.rate * 100).rounded() / 100
    let atOnce = report.hasPixelClock ? "" : "; no pixel clock, so input is drawn at once"
    add("frames", "\(rate) Hz, from \(report.clock.rawValue)\(atOnce)")
    add("scale", "\(report.scale), from \(report.scaleSource.rawValue)")
  }

  private mutating func examineServer(_ report: WindowReport, without missing: [OptionalLibrary]) {
    if report.transport == .socket {
      complain(
        "Pixels are sent over the connection, which is slower: \(report.display) shares no "
          + "memory with this program. Run it where its display is.")
    }
    for (name, loss) in Self.extensions where !report.extensions.contains(name) {
      complain(
        "\(report.display) has no \(name): \(loss). Use a server that has it and trusts "
          + "this program.")
    }
    let input = OptionalLibrary.input
    if !report.hasExtendedInput, report.extensions.contains("XInputExtension"),
      !missing.contains(input)
    {
      complain(
        "\(input.rawValue) is installed but not used: \(input.loss). It is too old, or this program "
          + "was built without libxi-dev. Install that and rebuild.")
    }
  }
}
