internal import Feel

extension Platform {
  /// A platform's template for laws of some kinds.
  private struct Row {
    let kinds: [CopiedLaw.Kind]
    let template: String

    init(_ kinds: [CopiedLaw.Kind], _ template: String) {
      (self.kinds, self.template) = (kinds, template)
    }
  }

  /// The platform's template for a kind of law; `nil` if it lacks it.
  func template(of kind: CopiedLaw.Kind) -> String? {
    rows.first { $0.kinds.contains(kind) }?.template
  }

  var imports: String {
    switch self {
    case .swiftUI: "import SwiftUI"
    case .uiKit: "import UIKit"
    case .compose: "import androidx.compose.animation.core.*\nimport kotlin.math.*"
    case .android: "import kotlin.math.*"
    case .flutter: "import 'dart:math' as math;\nimport 'package:flutter/widgets.dart';"
    case .gtk: "#include <adwaita.h>\n#include <math.h>"
    case .reanimated: "import { Easing } from 'react-native-reanimated';"
    case .css, .javascript, .qml: ""
    }
  }

  private var rows: [Row] {
    switch self {
    case .swiftUI: Self.swiftUIRows
    case .uiKit: Self.uiKitRows
    case .css: Self.cssRows
    case .javascript: Self.javaScriptRows
    case .compose: Self.composeRows
    case .android: Self.androidRows
    case .flutter: Self.flutterRows
    case .gtk: Self.gtkRows
    case .qml: Self.qmlRows
    case .reanimated: Self.reanimatedRows
    }
  }

  /// The template for playing back a sampled course; `nil` if the platform cannot.
  var samples: String? {
    switch self {
    case .swiftUI:
      """
      let ‹name› = KeyframeTimeline(initialValue: 0.0) {
        KeyframeTrack {
          ‹corners›
        }
      }
      """
    case .uiKit:
      """
      let ‹name› = CAKeyframeAnimation(keyPath: "position.y")
      ‹name›.keyTimes = [‹times›]
      ‹name›.values = [‹values›]
      ‹name›.duration = ‹duration›
      """
    case .css: "--‹property›: linear(‹corners›);\n--‹property›-duration: ‹milliseconds›ms;"
    case .javascript:
      "const ‹name› = { duration: ‹milliseconds›, easing: \"linear(‹corners›)\" };"
    case .compose:
      """
      val ‹name›Times = floatArrayOf(‹times›)
      val ‹name›Places = floatArrayOf(‹values›)
      val ‹name› = tween<Float>(‹milliseconds›, easing = Easing { time ->
        val next = ‹name›Times.indexOfFirst { it >= time }.coerceAtLeast(1)
        val (start, end) = ‹name›Times[next - 1] to ‹name›Times[next]
        val (from, to) = ‹name›Places[next - 1] to ‹name›Places[next]
        from + (to - from) * (time - start) / (end - start)
      })
      """
    case .android:
      """
      // Duration: ‹milliseconds› ms.
      val ‹name› = PathInterpolator(Path().apply {
          ‹corners›
      })
      """
    case .flutter:
      """
      const ‹name›Duration = Duration(milliseconds: ‹milliseconds›);
      final ‹name› = TweenSequence<double>([
          ‹corners›
      ]);
      """
    case .qml:
      """
      readonly property int ‹name›Duration: ‹milliseconds›
      readonly property var ‹name›Times: [‹times›]
      readonly property var ‹name›Places: [‹values›]
      function ‹name›(time) {
        const next = Math.max(1, ‹name›Times.findIndex((t) => t >= time));
        const [start, end] = [‹name›Times[next - 1], ‹name›Times[next]];
        const [from, to] = [‹name›Places[next - 1], ‹name›Places[next]];
        return from + (to - from) * (time - start) / (end - start);
      }
      """
    case .reanimated:
      """
      const ‹name›Times = [‹times›];
      const ‹name›Places = [‹values›];
      const ‹name› = { duration: ‹milliseconds›, easing: (time) => {
        'worklet';
        const next = Math.max(1, ‹name›Times.findIndex((t) => t >= time));
        const [start, end] = [‹name›Times[next - 1], ‹name›Times[next]];
        const [from, to] = [‹name›Places[next - 1], ‹name›Places[next]];
        return from + (to - from) * (time - start) / (end - start);
      } };
      """
    case .gtk: nil
    }
  }

  // MARK: Apple

  // Source: SwiftUI's Spring(duration:bounce:), whose bounce is 1 − ζ, or 1/ζ − 1 below 0.
  private static let swiftUIRows = [
    Row(CopiedLaw.Kind.springs, "let ‹name› = Spring(duration: ‹response›, bounce: ‹bounce›)"),
    Row(
      [.ease],
      "let ‹name› = Animation.timingCurve(‹x1›, ‹y1›, ‹x2›, ‹y2›, duration: ‹duration›)"),
    Row(
      CopiedLaw.Kind.bands, "func ‹name›(_ x: Double, _ d: Double) -> Double { ‹expression› }"),
  ]

  // Source: UIScrollView.DecelerationRate, UISpringTimingParameters, and CASpringAnimation, which
  // treats overdamped springs as critical by default.
  private static let uiKitRows = [
    Row(
      [.exponential],
      "let ‹name› = UIScrollView.DecelerationRate(rawValue: ‹keptPerMillisecond›)"),
    Row(
      [.underdamped, .critical],
      """
      let ‹name› = UISpringTimingParameters(
        mass: 1, stiffness: ‹stiffness›, damping: ‹damping›, initialVelocity: .zero)
      """),
    Row(
      [.overdamped],
      """
      let ‹name› = CASpringAnimation(keyPath: "position.y")
      ‹name›.stiffness = ‹stiffness›
      ‹name›.damping = ‹damping›
      ‹name›.allowsOverdamping = true
      """),
    Row(
      [.ease],
      """
      // Duration: ‹duration› s.
      let ‹name› = UICubicTimingParameters(
        controlPoint1: CGPoint(x: ‹x1›, y: ‹y1›), controlPoint2: CGPoint(x: ‹x2›, y: ‹y2›))
      """),
    Row(
      CopiedLaw.Kind.bands, "func ‹name›(_ x: Double, _ d: Double) -> Double { ‹expression› }"),
  ]

  // MARK: Web

  private static let cssRows = [
    Row(
      [.ease],
      """
      --‹property›: cubic-bezier(‹x1›, ‹y1›, ‹x2›, ‹y2›);
      --‹property›-duration: ‹milliseconds›ms;
      """)
  ]

  // The closed-form solutions: t in seconds, x0 from the target, v0 per second.
  private static let javaScriptRows = [
    Row(
      [.exponential],
      """
      const ‹name› = (t, x0, v0) => x0 + v0 / ‹k› * (1 - Math.exp(-‹k› * t));
      const ‹name›Duration = (v0) => Math.max(0, Math.log(Math.abs(v0) / ‹stop›) / ‹k›);
      """),
    Row(
      [.constant],
      """
      const ‹name›Duration = (v0) => Math.abs(v0) / ‹braking›;
      const ‹name› = (t, x0, v0) => x0 + v0 * t - Math.sign(v0) * ‹braking› * t * t / 2;
      """),
    Row(
      [.underdamped],
      """
      const ‹name› = (t, x0, v0) => Math.exp(-‹b› * t) *
        (x0 * Math.cos(‹w› * t) + (v0 + ‹b› * x0) / ‹w› * Math.sin(‹w› * t));
      """),
    Row(
      [.critical],
      "const ‹name› = (t, x0, v0) => Math.exp(-‹w0› * t) * (x0 + (v0 + ‹w0› * x0) * t);"),
    Row(
      [.overdamped],
      """
      const ‹name› = (t, x0, v0) => ((v0 + ‹fast› * x0) * Math.exp(-‹slow› * t) -
        (v0 + ‹slow› * x0) * Math.exp(-‹fast› * t)) / (‹fast› - ‹slow›);
      """),
    Row(
      [.ease],
      """
      const ‹name› = {
        duration: ‹milliseconds›, easing: "cubic-bezier(‹x1›, ‹y1›, ‹x2›, ‹y2›)" };
      """),
    Row(CopiedLaw.Kind.bands, "const ‹name› = (x, d) => ‹expression›;"),
  ]

  // Source: Reanimated's withSpring, which treats overdamped springs as critical. Its withDecay
  // multiplies the velocity in each frame by a factor of the time since the start, so it is not
  // exponential and depends on the frame rate.
  private static let reanimatedRows = [
    Row(
      [.underdamped, .critical],
      "const ‹name› = { mass: 1, stiffness: ‹stiffness›, damping: ‹damping› };"),
    Row(
      [.ease],
      """
      const ‹name› = {
        duration: ‹milliseconds›, easing: Easing.bezier(‹x1›, ‹y1›, ‹x2›, ‹y2›) };
      """),
    Row(
      CopiedLaw.Kind.bands, "const ‹name› = (x, d) => { 'worklet'; return ‹expression›; };"),
  ]

  // MARK: Android

  // Source: Compose's FloatExponentialDecaySpec, −4.2 times its multiplier per second, and
  // SpringSimulation; splineBasedDecay has a friction of 0.015.
  private static let composeRows = [
    Row(
      [.exponential],
      """
      val ‹name› = exponentialDecay<Float>(
        frictionMultiplier = ‹frictionMultiplier›, absVelocityThreshold = ‹stop›)
      """),
    Row(
      CopiedLaw.Kind.springs,
      "val ‹name› = spring<Float>(dampingRatio = ‹ratio›, stiffness = ‹stiffness›)"),
    Row(
      [.ease],
      """
      val ‹name› = tween<Float>(
        ‹milliseconds›, easing = CubicBezierEasing(‹x1›, ‹y1›, ‹x2›, ‹y2›))
      """),
    Row(CopiedLaw.Kind.bands, "fun ‹name›(x: Float, d: Float) = ‹expression›"),
  ]

  // Source: FlingAnimation's DragForce, −4.2 times its friction per second, which stops at 62.5 per
  // second of 0.75 of the minimum visible change; SpringForce; OverScroller.
  private static let androidRows = [
    Row(
      [.exponential],
      """
      val ‹name› = FlingAnimation(FloatValueHolder())
        .setFriction(‹frictionMultiplier›).setMinimumVisibleChange(‹visibleChange›)
      """),
    Row([.spline], "val ‹name› = OverScroller(context).apply { setFriction(‹friction›) }"),
    Row(
      CopiedLaw.Kind.springs,
      "val ‹name› = SpringForce().setDampingRatio(‹ratio›).setStiffness(‹stiffness›)"),
    Row(
      [.ease],
      """
      // Duration: ‹milliseconds› ms.
      val ‹name› = PathInterpolator(‹x1›, ‹y1›, ‹x2›, ‹y2›)
      """),
    Row(CopiedLaw.Kind.bands, "fun ‹name›(x: Float, d: Float) = ‹expression›"),
  ]

  // MARK: Others

  // Source: Flutter's FrictionSimulation, whose drag is the fraction kept per second,
  // SpringSimulation and ClampingScrollSimulation.
  private static let flutterRows = [
    Row(
      [.exponential],
      """
      FrictionSimulation ‹name›(double x, double v) => FrictionSimulation(‹keptPerSecond›, x, v,
          tolerance: const Tolerance(velocity: ‹stop›));
      """),
    Row(
      [.braked],
      """
      FrictionSimulation ‹name›(double x, double v) => FrictionSimulation(‹keptPerSecond›, x, v,
          constantDeceleration: ‹braking›, tolerance: const Tolerance(velocity: ‹stop›));
      """),
    Row(
      [.power],
      """
      ClampingScrollSimulation ‹name›(double x, double v) =>
          ClampingScrollSimulation(position: x, velocity: v, friction: ‹friction›);
      """),
    Row(
      CopiedLaw.Kind.springs,
      """
      const ‹name› = SpringDescription(mass: 1, stiffness: ‹stiffness›, damping: ‹damping›);
      """),
    Row(
      [.ease],
      """
      const ‹name›Duration = Duration(milliseconds: ‹milliseconds›);
      const ‹name› = Cubic(‹x1›, ‹y1›, ‹x2›, ‹y2›);
      """),
    Row(CopiedLaw.Kind.bands, "double ‹name›(double x, double d) => ‹expression›;"),
  ]

  // Source: libadwaita's AdwSpringAnimation. GtkScrolledWindow decelerates by 4 per second, which
  // is not configurable.
  private static let gtkRows = [
    Row(
      CopiedLaw.Kind.springs,
      "AdwSpringParams *‹name› = adw_spring_params_new (‹ratio›, 1, ‹stiffness›);"),
    Row(
      CopiedLaw.Kind.bands,
      "static double ‹name› (double x, double d) { return ‹expression›; }"),
  ]

  // Source: Qt's Flickable. Its SpringAnimation sums 16 ms steps, which follows no known law, so
  // use the closed forms as in JavaScript. Its BezierEase (6.4) deviates by 1.5 px of 1000 from a
  // single cubic, and crashes if a spline has more than ten.
  private static let qmlRows =
    ownQMLRows + javaScriptRows.filter { !$0.kinds.contains(.ease) }.map(qmlRow)

  private static let ownQMLRows = [
    Row([.constant], "readonly property real flickDeceleration: ‹braking›"),
    Row(CopiedLaw.Kind.bands, "function ‹name›(x, d) { return ‹expression› }"),
  ]

  /// Turns a JavaScript constant into a QML property.
  private static func qmlRow(_ row: Row) -> Row {
    let template = row.template.replacing(
      "const ‹name›Duration =", with: "property var ‹name›Duration:")
    return Row(row.kinds, template.replacing("const ‹name› =", with: "property var ‹name›:"))
  }
}

// MARK: Table of copies

extension Platform {
  /// The laws in the table: title, preset that has it, and name in a copy.
  private static let lawRows: [(title: String, preset: String, name: String)] = [
    ("Exponential fling", "uikit", "fling"), ("with braking", "flutter-macos", "fling"),
    ("Power of the time left", "flutter-android", "fling"),
    ("Android’s spline", "android", "fling"), ("Steady braking", "qt6", "fling"),
    ("Timing curve", "chromium", "fling"), ("Underdamped spring", "motion", "edgeSpring"),
    ("Critical spring", "uikit", "edgeSpring"),
    ("Overdamped spring", "flutter-macos", "edgeSpring"),
    ("Bounce of constant forces", "android", "edgeOut"), ("Rubber band", "uikit", "band"),
  ]

  /// A Markdown table of how each law is copied to each platform.
  public static var table: String {
    func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let heads = ["law", "preset"] + allCases.map(\.title)
    let rows = lawRows.compactMap { title, id, name -> String? in
      guard let preset = ScrollPreset.named(id) else { return nil }
      let set = ParameterSet(ScrollPhysics.parameters, preset: preset)
      guard let law = CopiedLaw.all(set).first(where: { $0.name == name }) else { return nil }
      let points = law.course.map { course in
        Polyline(duration: course.duration, progress: course.progress).corners.count
      }
      return row([title, id] + allCases.map { $0.cell(law, points) })
    }
    return row(heads) + row(heads.map { _ in "-" }) + rows.joined()
  }

  private func cell(_ law: CopiedLaw, _ points: Int?) -> String {
    if template(of: law.kind) != nil { return "exact" }
    if law.ease != nil, template(of: .ease) != nil { return "exact curve" }
    guard samples != nil, let points else { return "–" }
    return "\(points) points"
  }
}
