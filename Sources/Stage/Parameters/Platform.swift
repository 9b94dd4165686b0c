internal import Feel

/// A system or library that laws of motion can be copied to.
public enum Platform: String, Hashable, Sendable, CaseIterable {
  case swiftUI = "swiftui"
  case uiKit = "uikit"
  case css, javascript, compose
  case android = "android-views"
  case flutter, gtk, qml, reanimated

  /// Its display name.
  public var title: String {
    switch self {
    case .swiftUI: "SwiftUI"
    case .uiKit: "UIKit"
    case .css: "CSS"
    case .javascript: "JavaScript"
    case .compose: "Jetpack Compose"
    case .android: "Android views"
    case .flutter: "Flutter"
    case .gtk: "GTK and libadwaita"
    case .qml: "QML"
    case .reanimated: "React Native Reanimated"
    }
  }

  /// A sentence as a comment in its language.
  func comment(_ sentence: String) -> String {
    switch self {
    case .css, .gtk: "/* \(sentence) */"
    default: "// \(sentence)"
    }
  }

  /// A number in its language, marked where it is single precision.
  func literal(_ number: Double) -> String {
    let text = ParameterValue.number(number.significant).text
    return [.compose, .android].contains(self) ? "\(text)f" : text
  }

  /// The names of e^x and of the lesser of two numbers.
  var functions: (exp: String, min: String) {
    switch self {
    case .javascript, .qml, .reanimated: ("Math.exp", "Math.min")
    case .flutter: ("math.exp", "math.min")
    case .gtk: ("exp", "fmin")
    default: ("exp", "min")
    }
  }

  /// The corners of a polyline, formatted for its animations.
  func list(_ line: Polyline) -> String {
    let (times, values) = (line.corners.map(\.time), line.corners.map(\.value))
    func legs(_ text: (_ before: Int, _ after: Int) -> String) -> [String] {
      line.corners.indices.dropFirst().map { text($0 - 1, $0) }
    }
    func lines(_ words: [String]) -> String { words.joined(separator: "\n    ") }
    switch self {
    case .css, .javascript:
      // The ends default to 0 and 100 %.
      return line.corners.map { corner in
        let share = ParameterValue.number((corner.time * 100).significant).text
        return literal(corner.value) + (0 < corner.time && corner.time < 1 ? " \(share)%" : "")
      }.joined(separator: ", ")
    case .swiftUI:
      return lines(
        legs { before, after in
          let time = (times[after] - times[before]) * line.duration
          return "LinearKeyframe(\(literal(values[after])), duration: \(literal(time)))"
        })
    case .flutter:
      return lines(
        legs { before, after in
          let (begin, end) = (literal(values[before]), literal(values[after]))
          let weight = literal((times[after] - times[before]) * 100)
          return "TweenSequenceItem(tween: Tween(begin: \(begin), end: \(end)), weight: \(weight)),"
        })
    case .android:
      return lines(legs { "lineTo(\(literal(times[$1])), \(literal(values[$1])))" })
    case .uiKit, .compose, .qml, .reanimated, .gtk:
      return "[\(list(times))], [\(list(values))]"
    }
  }
}

extension Double {
  /// The number rounded to nine digits: more than any platform shows, and short to read.
  var significant: Double {
    guard self != 0, isFinite else { return self }
    var (scale, digits) = (1.0, abs(self))
    while digits < 1e8, scale < 1e300 { (scale, digits) = (scale * 10, digits * 10) }
    return (self * scale).rounded() / scale
  }
}
