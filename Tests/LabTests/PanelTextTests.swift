import Feel
import Foundation
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// Every panel as text, compared with files: elements, frames, spoken text and Tab order.
///
/// A picture shows that something moved; this shows what. The layout uses no fonts, so that it does
/// not depend on the machine's.
struct PanelTextTests {
  enum Panel: String, CaseIterable {
    case stage, inspector, timeline, take, help, menu, comparison, files, save, context, steps

    fileprivate func open(_ session: inout Session) throws {
      func wait() { session.advance(to: Instant(seconds: session.now.seconds + 1)) }
      switch self {
      case .stage: break
      case .inspector: session.key(.function(9))
      case .timeline: session.key(.function(8))
      case .take:
        let place = try session.place(of: "carousel")
        session.flick(from: place, by: Vector(-120, 0), at: 1, lasting: 0.2, until: 8)
        session.key(.function(8))
      case .steps: session.tell(.firstMinute(.turn))
      case .help: session.key(.function(1))
      case .menu: session.click(try session.place(of: "window.menu"), at: 1)
      case .comparison: session.key(.character("c"), .shift)
      case .files, .save:
        session.key(.character(self == .files ? "o" : "s"), .control)
        session.tell(.folder(Self.folder))
      case .context:
        let place = try session.place(of: "carousel")
        session.click(place, at: 1, button: .secondary)
      }
      wait()
    }

    private static let folder = FolderListing(
      path: "/home/somebody/work",
      entries: [
        .init("cards", isFolder: true), .init("carousel.json", isFolder: false),
        .init("session.feel", isFolder: false),
      ], places: [.init("Home", "/home/somebody"), .init("Parameters", "/home/somebody/feel")],
      opened: [".feel", ".json", ".csv"])
  }

  /// The minimum size and the usual one.
  private static let sizes = [Size(480, 360), Size(1200, 800)]

  @Test(arguments: Panel.allCases)
  func `a panel matches its golden elements and Tab order`(_ panel: Panel) throws {
    var text = ""
    for size in Self.sizes {
      var session = try Session("carousel", size: size)
      try panel.open(&session)
      text += "# \(Int(size.width))×\(Int(size.height))\n" + Self.text(of: session)
      text += "Tab: \(Self.stops(of: session).joined(separator: ", "))\n\n"
    }
    let name = "\(panel.rawValue).txt"
    let kept = try? String(contentsOfFile: "\(Self.folder())/\(name)", encoding: .utf8)
    if kept != text { Attachment.record(text, named: name) }
    #expect(kept == text, "Golden/Panels/\(name) is what the panel says")
  }

  private static func text(of session: Session) -> String {
    lines(session.accessibility(at: session.now), depth: 0)
  }

  private static func lines(_ element: AccessibilityElement, depth: Int) -> String {
    let frame = element.frame
    let numbers = [frame.minX, frame.minY, frame.width, frame.height].map { $0.text(decimals: 1) }
    let states = element.states.map(\.rawValue).sorted().joined(separator: " ")
    let keys = element.actions.map { "\($0.keys) = \($0.effect)" }.joined(separator: " · ")
    let parts = [
      element.id, element.role.rawValue, element.spoken, element.details, states, keys,
      numbers.joined(separator: " "),
    ]
    return String(repeating: "  ", count: depth)
      + parts.filter { !$0.isEmpty }.joined(separator: " | ") + "\n"
      + element.children.map { lines($0, depth: depth + 1) }.joined()
  }

  /// The elements that have the keyboard after each Tab, until it is back at the start.
  private static func stops(of session: Session) -> [String] {
    var session = session
    var stops: [String] = []
    for _ in 0..<200 {
      session.key(.tab)
      let focused = session.elements.filter {
        $0.states.contains(.focused)
      }
      let stop = focused.last?.id ?? "none"
      if stop == stops.first { break }
      stops.append(stop)
    }
    return stops
  }

  private static func folder(sourceFile: String = #filePath) -> String {
    "/" + sourceFile.split(separator: "/").dropLast().joined(separator: "/") + "/Golden/Panels"
  }
}
