import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The window's preferences: reachable by keys, followed by the host, and independent of
/// recordings.
struct PreferencesTests {
  private static let ids = Catalog.all.scenes.map { $0.id }

  /// Presses Tab until an element has the keyboard.
  private func tab(
    to id: String, in session: inout Session, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for _ in Preference.allCases where session.focused?.id != id { session.key(.tab) }
    #expect(session.focused?.id == id, sourceLocation: sourceLocation)
  }

  @Test(arguments: ids, [Size(1200, 800), Size(880, 600)])
  func `Ctrl+comma shows all preferences, and the keyboard sets each`(id: String, size: Size) throws
  {
    for opening in [[], [.function(1)], [.function(8), .function(6)], [.function(9)], [.tab]]
      as [[KeySample.Key]]
    {
      var session = try Session(id, size: size)
      for key in opening { session.key(key) }
      session.key(.character(","), .control)
      #expect(session.focused?.id == "view.theme")
      var rested = session
      rested.advance(to: Instant(seconds: 3))
      let lines = rested.elements.filter { $0.id.hasPrefix("view.") }
      // A line for each, and the button that resets them.
      #expect(lines.count == Preference.allCases.count(where: \.isSetting) + 1)
      // The lowest window has no room for all of them next to the timeline.
      let hasRoom = size.height > 600 || opening != [.function(8), .function(6)]
      #expect(!hasRoom || !lines.contains { $0.states.contains(.offscreen) })
      session.key(.down)
      #expect(session.theme == .dark)
      session.key(.return)
      // The list is attached to its line, even while the line is still moving.
      #expect(try session.frame(of: "menu").minY == session.frame(of: "view.theme").maxY + 1)
      session.keys(.end, .return)
      #expect(session.theme == .contrast)
      tab(to: "view.motion", in: &session)
      session.key(.space)
      #expect(session.reducedMotion)
      tab(to: "view.letters", in: &session)
      session.key(.return)
      #expect(!session.isOn(.letters))
      tab(to: "view.zoom", in: &session)
      session.key(.down)
      tab(to: "view.springs", in: &session)
      session.key(.space)
      #expect(session.isOn(.springs))
      tab(to: "view.forget", in: &session)
      session.key(.space)
      #expect(session.isOn(.letters) && !session.isOn(.springs))
      #expect(session.takeRequests() == [.setZoom(1.25), .forgetPreferences])
      session.key(.escape)
      #expect(session.focused == nil)
    }
  }

  @Test(arguments: ids)
  func `every row of the panel can be reached and used by keys alone`(id: String) throws {
    var session = try Session(id)
    session.keys(.function(9), .function(6))
    let first = session.focused?.id
    var seen: Set<String> = []
    repeat {
      guard let line = session.focused else { break }
      seen.insert(line.id)
      #expect(!line.actions.isEmpty, "\(line.id)")
      var used = session
      used.advance(to: session.now.advanced(by: 2))
      let shown = used.elements.first { $0.id == line.id }
      #expect(shown?.states.contains(.offscreen) == false, "\(line.id)")
      switch line.role {
      case .switch:
        used.key(.space)
        #expect(used.focused?.value == (line.value == "on" ? "off" : "on"), "\(line.id)")
      case .comboBox where line.id != "view.zoom":
        used.key(.down)
        let down = used.focused?.value
        used.keys(.up, .up)
        #expect(down != line.value || used.focused?.value != line.value, "\(line.id)")
      default: break
      }
      session.key(.tab)
    } while session.focused?.id != first && seen.count < 200
    let panel = session.elements.first { $0.id == "parameters" }
    let all = panel?.all ?? []
    let lines = all.filter { [.switch, .comboBox, .spinButton].contains($0.role) }
    let buttons = all.filter { $0.role == .button && !$0.states.contains(.disabled) }
    #expect(seen == Set(lines.map(\.id) + buttons.map(\.id)))
  }

  @Test func `the keyboard presses the panel's buttons as the pointer does`() throws {
    var session = try Session("carousel")
    session.change(.parameter("carousel.width", .number(300)))
    session.keys(.function(9), .function(6))
    func go(to id: String) {
      for _ in 0..<60 where session.focused?.id != id { session.key(.tab, .shift) }
      #expect(session.focused?.id == id)
    }
    go(to: "parameters.more")
    session.key(.return)
    for _ in 0..<5 { session.key(.down) }
    session.key(.return)
    #expect(session.parameters.changed.isEmpty)
    session.key(.space)
    for _ in 0..<3 { session.key(.down) }
    session.key(.return)
    #expect(session.parameters.changed.count == 1)
    go(to: "parameters.copy")
    session.keys(.return, .down, .return)
    #expect(try !session.copied().isEmpty)
    session.key(.character("p"))
    #expect(session.isPaused)
  }

  @Test(arguments: [true, false])
  func `a held key repeats unless that is turned off`(isOn: Bool) throws {
    var session = try Session("carousel")
    session.tell(.prefer(.repeats, .flag(isOn)))
    session.key(.tab)
    for isRepeat in [false, true] { session.key(.right, isRepeat: isRepeat) }
    session.advance(to: Instant(seconds: session.now.seconds + 5))
    #expect(session.state.value("carousel.nearest") == .integer(isOn ? 3 : 2))
  }

  @Test func `with letter keys off, letters, digits and signs alone do nothing`() throws {
    var session = try Session("carousel")
    session.tell(.prefer(.letters, .flag(false)))
    let fresh = session.preferences
    for letter in Keymap.signs {
      session.key(.character(letter))
      #expect(session.takeRequests().isEmpty)
      #expect(session.preferences == fresh, "\(letter)")
      #expect(!session.isPaused && session.speed == 1 && session.sceneType.id == "carousel")
      #expect(!session.elements.contains { $0.id == "window.help" && $0.states.contains(.checked) })
    }
    // Shortcuts with Control or Alt, and function keys, still work.
    session.key(.character("e"), .control)
    #expect(session.takeRequests() == [.toggleRecording])
    session.key(.character("."), .alt)
    #expect(session.isPaused)
    session.key(.function(9))
    #expect(session.isOn(.inspector))
  }

  @Test func `a recording contains what keys did, whatever keys the replaying window has`() throws {
    var session = try Session("carousel")
    session.tell(.prefer(.letters, .flag(false)))
    session.key(.character("p"), at: 1)
    session.key(.character(","), .control, at: 1)
    session.keys(.tab, .tab)
    session.key(.space, at: 2)
    session.key(.escape)
    session.key(.character("p"), at: 3)
    let again = try session.replayed(at: "carousel")
    #expect(session.isPaused && again.isPaused)
    #expect(again.isOn(.letters) && !again.isOn(.inspector))
    #expect(again.reducedMotion == session.reducedMotion)
    #expect(again.state == session.state)
  }

  @Test(arguments: Preference.allCases)
  func `a preference takes valid values and ignores invalid ones`(preference: Preference) throws {
    var session = try Session("long-press")
    let written: [JSON] = [
      .flag(true), .flag(false), .text("dark"), .text("light"), .text("desktop"), .text("hv"),
      .text(""), .number(1.5), .number(3), .number(300), .null,
    ]
    var accepted = 0
    for json in written {
      let before = session.value(of: preference)
      let value = try? preference.value(json)
      session.tell(.prefer(preference, try ParameterValue(json)))
      // The scene preference only takes effect at the next start.
      let wanted = preference == .scene ? before : value ?? before
      #expect(session.value(of: preference) == wanted, "\(json)")
      accepted += value == nil ? 0 : 1
    }
    let expected =
      switch preference {
      case .zoom, .inspectorWidth, .foldedLanes: 1
      // Any names are accepted; unknown groups are ignored.
      case .folded, .scene: 5
      default: 2
      }
    #expect(accepted == expected)
  }

  @Test func `only preferences changed by hand are kept`() {
    var (kept, before) = (Preferences(), Preferences())
    (before[.theme], before[.zoom]) = (.choice("light"), .number(1))
    before[.overlays] = .choice("h")
    var after = before
    kept.adopt(from: before, to: after)
    #expect(kept == Preferences())
    (after[.theme], after[.overlays]) = (.choice("dark"), .choice(""))
    kept.adopt(from: before, to: after)
    #expect(kept.theme == .dark && kept[.overlays] == .choice(""))
    #expect(Preference.allCases.filter { kept[$0] != nil } == [.theme, .overlays])
  }
}
