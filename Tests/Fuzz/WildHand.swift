internal import Feel
internal import FeelTrace
internal import Lab
internal import Stage
internal import TestSupport

/// A hand that tries everything everywhere with any keys held, and a host that carries out the
/// window's requests.
struct WildHand {
  private var random: SeededGenerator
  private var time = 0.0
  private var place = Vector(300, 300)
  private var down: Set<PointerSample.Button> = []

  private static let texts = [
    "120", "-1", "0.5", "1e308", "1e309", "none", "nan", "", " ", "abc", "é\u{301}", "\u{202E}txt",
    "\u{1F600}\u{200D}", "--set physics.decay=power", #"{"parameters": {}}"#, "1\n2\n3", "\u{0}",
    String(repeating: "9", count: 3000), "٣", "−5", "3,5", "power", "on",
    "{ stiffness: 400, damping: 1e308 }", "tension: 180, friction: 12", "cubic-bezier(0, 2, 1, -1)",
  ]
  private static let named: [KeySample.Key] = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape, .tab,
    .backspace, .delete, .menu,
  ]
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789.,<>[]?`+-=−é\u{1F600}")

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  mutating func pick<Element>(_ from: [Element]) -> Element { from[pick(from.count)] }

  // MARK: Hand

  /// The next one or several events.
  mutating func act(on session: Session) -> [SessionEvent] {
    time = max(time, session.now.seconds) + Double.random(in: 0...0.03, using: &random)
    if pick(20) == 0 { time += Double.random(in: 0...4, using: &random) }
    if pick(200) == 0 { time += 70 }
    switch pick(100) {
    case 0..<22: return click(on: session)
    case 22..<36: return drag(on: session)
    case 36..<42:
      aim(session)
      let unit: WheelSample.Unit = pick([.notches, .points])
      let reach = pick([1.0, 3, 40, 4000])
      let delta = Vector(Double(pick(5) - 2) * reach, Double(pick(5) - 2) * reach)
      return [
        .input(
          .wheel(
            WheelSample(
              time: now, location: place, delta: delta, unit: unit,
              phase: pick(WheelSample.Phase.allCases), source: pick(WheelSample.Source.allCases),
              modifiers: modifiers())))
      ]
    case 42..<72: return [key()]
    case 72..<78: return pick(Self.texts).prefix(12).map { key(.character($0)) }
    case 78..<81:
      let reason = pick(CancelSample.Reason.allCases)
      down = []
      return [.input(.cancel(CancelSample(time: now, reason: reason)))]
    case 81..<83: return [pointer(.exited)]
    case 83..<86: return [.host(now, fact())]
    case 86..<88: return [press(pick(PointerSample.Button.allCases))]
    default:
      aim(session)
      return [pointer(.moved)]
    }
  }

  private var now: Instant { Instant(seconds: time) }

  /// Moves to an existing element, to a random position, or far outside.
  private mutating func aim(_ session: Session) {
    switch pick(12) {
    case 0..<7:
      let all = session.accessibility(at: session.now).all
      let frame = pick(all).frame
      place = Vector(
        frame.minX + frame.width * Double.random(in: 0...1, using: &random),
        frame.minY + frame.height * Double.random(in: 0...1, using: &random))
    case 7: place = Vector(Double(pick(80_000) - 40_000), Double(pick(80_000) - 40_000))
    default:
      place = Vector(
        .random(in: 0...session.size.width, using: &random),
        .random(in: 0...session.size.height, using: &random))
    }
  }

  private mutating func modifiers() -> Modifiers {
    pick(3) > 0 ? [] : Modifiers(rawValue: UInt8(pick(8)))
  }

  private mutating func pointer(
    _ phase: PointerSample.Phase, _ button: PointerSample.Button = .primary,
    _ device: PointerSample.Device = .mouse, _ modifiers: Modifiers = []
  ) -> SessionEvent {
    .input(
      .pointer(
        PointerSample(
          time: now, phase: phase, location: place, button: button, device: device,
          modifiers: modifiers)))
  }

  /// Presses a button, or releases it if it is down.
  private mutating func press(_ button: PointerSample.Button) -> SessionEvent {
    let isNew = down.insert(button).inserted
    if !isNew { down.remove(button) }
    return pointer(isNew ? .down : .up, button)
  }

  private mutating func click(on session: Session) -> [SessionEvent] {
    aim(session)
    let button = pick(4) == 0 ? pick(PointerSample.Button.allCases) : .primary
    let (device, held): (PointerSample.Device, Modifiers) = (
      pick(6) == 0 ? .touch : .mouse, modifiers()
    )
    var events: [SessionEvent] = [pointer(.moved)]
    for _ in 0..<pick([1, 1, 1, 2, 3]) {
      events.append(pointer(.down, button, device, held))
      time += Double.random(in: 0...0.15, using: &random)
      events.append(pointer(.up, button, device, held))
      time += Double.random(in: 0...0.15, using: &random)
    }
    return events
  }

  private mutating func drag(on session: Session) -> [SessionEvent] {
    aim(session)
    var events = [pointer(.moved), press(.primary)]
    let step = Vector(.random(in: -30...30, using: &random), .random(in: -30...30, using: &random))
    for _ in 0..<pick(14) {
      time += 0.008
      place += step
      events.append(pointer(.moved))
    }
    if pick(5) > 0 { events.append(press(.primary)) }
    return events
  }

  private mutating func key(_ key: KeySample.Key? = nil) -> SessionEvent {
    let chosen =
      key
      ?? (pick(3) == 0
        ? pick(Self.named)
        : pick(4) == 0 ? .function(1 + pick(12)) : .character(pick(Self.letters)))
    // Typing into a field uses no modifiers.
    let held = key == nil ? modifiers() : []
    let phase: KeySample.Phase = key == nil && pick(6) == 0 ? .up : .down
    return .input(
      .key(
        KeySample(
          time: now, phase: phase, key: chosen, isRepeat: phase == .down && pick(8) == 0,
          modifiers: held)))
  }

  // MARK: Host

  private mutating func fact() -> HostFact {
    switch pick(12) {
    case 0, 1:
      let width = pick([1.0, 300, 880, 1200, 1600, 4000, 32767])
      return .size(Size(width, pick([1.0, 200, 600, 800, 1400, 32767])))
    case 2: return .scale(pick([0.75, 1, 1.25, 2, 4]))
    case 3:
      return .pointerSettings(
        PointerSettings(
          doubleClickTime: pick([0.001, 0.4, 10]), dragThreshold: pick([0.1, 3, 300])))
    case 4:
      return .prefer(pick(Preference.allCases), pick([.flag(true), .flag(false), .number(1.5)]))
    case 5: return .recording(pick(2) == 0)
    case 6: return .canReplay(pick(2) == 0)
    case 7: return .notice(pick(Self.texts))
    case 8: return .progress(pick(Self.texts), pick([nil, 0, 0.5, 1]))
    case 9: return .folder(folder("/home"))
    case 10:
      return .earlierSessions(
        EarlierSessions(kept: pick(3), discarded: pick(2)), offers: pick(2) == 0)
    default: return .pasted(pick(Self.texts))
    }
  }

  mutating func answers(to requests: [HostRequest], of session: Session) -> [SessionEvent] {
    requests.flatMap { answers(to: $0, of: session) }
  }

  private mutating func answers(to request: HostRequest, of session: Session) -> [SessionEvent] {
    let now = session.now
    switch request {
    case .paste: return [.host(now, .pasted(pick(Self.texts)))]
    case .pasteParameters, .openFile: return [.change(now, .parameters(wanted(session)))]
    case .save(.video, _, _):
      let title = "Saving video"
      return [.host(now, .progress(title, 0.3))]
        + (pick(2) == 0 ? [.host(now, .progress(title, nil))] : [])
    case .toggleRecording: return [.host(now, .recording(pick(2) == 0))]
    case .zoom, .setZoom:
      let zoom = pick(Preference.zooms)
      return [
        .host(now, .prefer(.zoom, .number(zoom))), .host(now, .scale(zoom)),
        .host(now, .size(Size((1200 / zoom).rounded(), (800 / zoom).rounded()))),
      ]
    case .forgetPreferences:
      return [
        .change(now, .theme(.light)), .change(now, .reducedMotion(false)),
        .host(now, .prefer(.letters, .flag(true))),
      ]
    case .introduce: return [.host(now, .firstMinute(pick([.introduction, .turn, nil])))]
    case .listFolder(let path), .makeFolder(let path): return [.host(now, .folder(folder(path)))]
    case .chooseFile(let content, let name):
      return [.host(now, .chooseFile(content, name: name))]
    case .save:
      return [.host(now, .saved("/tmp/a-1.csv", isNew: pick(2) == 0))]
    case .measure(_, let region):
      return [.host(now, .measuredAgain(former: region, isUndone: pick(2) == 0, nil))]
    case .removePreset(let name): return [.host(now, .ownPresets([], removed: name))]
    case .restorePreset(let name):
      return [.host(now, .ownPresets([OwnPreset(name, over: .uikit, [])], removed: nil))]
    case .quit, .toggleFullscreen, .fillScreen, .leaveFullscreen, .replayRecording, .copy,
      .cancelWork,
      .showFolder, .removeFile, .resumeSession, .discardSession, .undoDiscard:
      return []
    }
  }

  /// A folder with random contents.
  private mutating func folder(_ path: String) -> FolderListing {
    FolderListing(
      path: path.isEmpty ? "/" : path,
      entries: (0..<pick(20)).map { index in
        FolderListing.Entry(
          pick(Self.texts) + pick(["", ".json", ".feel"]) + "\(index)", isFolder: pick(3) == 0)
      }, places: [.init("Home", "/home")], problem: pick([nil, "No"]))
  }

  /// Parameters as in a file: some set to random valid values.
  private mutating func wanted(_ session: Session) -> ParameterSet {
    var set = ParameterSet(session.sceneType.parameters, preset: pick(ScrollPreset.all))
    for parameter in session.sceneType.parameters where pick(4) == 0 {
      let value: ParameterValue =
        switch parameter.domain {
        case .number(let range), .limit(let range):
          .number(pick([range.lowerBound, range.upperBound]))
        case .integer(let range): .number(pick([range.lowerBound, range.upperBound]))
        case .choice(let words): .choice(pick(words))
        case .flag: .flag(pick(2) == 0)
        }
      do { try set.set(parameter.key, to: value) } catch { continue }
    }
    return set
  }
}
