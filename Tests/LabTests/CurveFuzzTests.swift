import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// The Curves scene produces finite numbers and a picture for any parameters, presets, data and
/// hands.
struct CurveFuzzTests {
  @Test(
    arguments: Budget.cases(
      Array(1...12), quick: 3,
      of: "curve drawing and exports stay finite for any parameters and any hand"))
  func `curve drawing and exports stay finite for any parameters and any hand`(seed: Int) throws {
    let fonts = try FontBook()
    var random = SeededGenerator(seed: UInt64(seed) &* 7919)
    var session = try Session("curves")
    if seed.isMultiple(of: 3) { session.change(.track(track(&random))) }
    for round in 0..<12 {
      let now = Instant(seconds: Double(round))
      let preset = try #require(ScrollPreset.all.randomElement(using: &random))
      session.change(.preset(preset), at: now.seconds)
      for parameter in session.sceneType.parameters
      where parameter.key != "curve.steps" && Bool.random(using: &random) {
        session.change(.parameter(parameter.key, value(of: parameter, &random)))
      }
      if round == 6 { session.compare(with: session.parameters) }
      for step in 0..<12 {
        let time = now.advanced(by: Double(step) * 0.05)
        let place = Vector(
          .random(in: 0...1200, using: &random), .random(in: 40...780, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          session.pointer(.down, place, at: time.seconds)
          session.pointer(.moved, place + Vector(90, 40), at: time.seconds + 0.01)
          session.pointer(.up, place + Vector(90, 40), at: time.seconds + 0.02)
        case 1:
          let modifiers: Modifiers = [[], .shift, .control].randomElement(using: &random) ?? []
          let delta = Vector(
            .random(in: -9...9, using: &random), .random(in: -40...40, using: &random))
          session.wheel(delta, over: place, at: time.seconds, modifiers)
        case 2:
          let keys: [KeySample.Key] = [
            .left, .right, .home, .end, .space, .tab, .character("+"), .character("-"),
            .character("0"),
          ]
          session.key(keys.randomElement(using: &random) ?? .tab, at: time.seconds)
        default: session.change(.command(Command("lock-axes")), at: time.seconds)
        }
      }
      session.change(.command(Command("copy-csv")))
      let list = session.drawn(fonts)
      #expect(list.isFinite)
      for field in session.state {
        if case .number(let number) = field.value { #expect(number.isFinite, "\(field.name)") }
      }
      for case .copy(let text) in session.takeRequests() {
        #expect(!text.contains("nan") && !text.contains("inf"))
      }
    }
  }

  private func value(of parameter: Parameter, _ random: inout SeededGenerator) -> ParameterValue {
    switch parameter.domain {
    case .number(let range), .limit(let range):
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .number(range.lowerBound)
      case 1: .number(range.upperBound)
      default: .number(.random(in: range, using: &random))
      }
    case .integer(let range): .number(Double.random(in: range, using: &random).rounded())
    case .choice(let words): .choice(words.randomElement(using: &random) ?? words[0])
    case .flag: .flag(Bool.random(using: &random))
    }
  }

  /// A random walk that no law fits, of very small, medium or very large steps.
  private func track(_ random: inout SeededGenerator) -> MotionTrack {
    let size: Double = [1e-9, 1.0, 1e8].randomElement(using: &random) ?? 1
    let samples = (0..<60).map {
      MotionTrack.Sample(
        time: Double($0) * 0.01 * size, position: .random(in: -1...1, using: &random) * size)
    }
    guard let track = MotionTrack(name: "walk.csv", samples: samples) else {
      preconditionFailure("a walk is a track")
    }
    return track
  }
}
