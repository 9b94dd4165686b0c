import Feel
import Glibc
import Observe

// MARK: Frames shown too long

extension MotionMaker {
  /// Content that moves by a constant step per frame, with one in every few frames shown too long.
  mutating func steadyFreeze(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let step = direction * number(4...14)
    let every = count(4...12)
    let extra = number(1.35...6)
    let (before, length, after) = (pause(), count(60...140), pause())
    var (rows, faults): ([Observation.Row], [ReportedMotion.Fault]) = ([], [])
    var time = phase
    for _ in 0..<Int(before / interval) {
      rows.append(Observation.Row(time: time, offset: seen(origin)))
      time += interval
    }
    for index in 0..<length {
      // Shortly before the end, a long frame does not show what would have followed.
      if index > 0, index < length - 4, index % every == 0 {
        time += extra * interval
        faults.append(
          ReportedMotion.Fault(kind: .stall, times: [time], size: step * extra, isLost: true))
      }
      rows.append(Observation.Row(time: time, offset: seen(origin + step * Double(index))))
      time += interval
    }
    for _ in 0..<Int(after / interval) {
      rows.append(Observation.Row(time: time, offset: seen(origin + step * Double(length - 1))))
      time += interval
    }
    var motion = ReportedMotion(
      kind, seed, self, rows,
      note: "steps of \(short(step)), one in \(every) held for \(short(extra)) frames longer")
    motion.faults = faults
    return motion
  }

  /// A fling that moves by its law from frame to frame, with some frames shown too long.
  mutating func flingFreeze(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let (law, fast) = fastLaw(margin: 3, mayBeSteady: false)
    let end = pause()
    let held = places(fast, count(1...3), apart: 8)
    var (rows, faults): ([Observation.Row], [ReportedMotion.Fault]) = ([], [])
    var late = 0.0
    for index in 0...Int((law.duration + end) / interval) + 2 {
      let moment = Double(index) * interval
      if held.contains(index) {
        let extra = number(1.5...6) * interval
        late += extra
        faults.append(
          ReportedMotion.Fault(
            kind: .stall, times: [phase + moment + late],
            size: law.way(at: moment + extra) - law.way(at: moment), isLost: true))
      }
      rows.append(
        Observation.Row(time: phase + moment + late, offset: seen(origin + law.way(at: moment))))
    }
    var motion = ReportedMotion(kind, seed, self, rows, note: "\(law), held at frames \(held)")
    motion.faults = faults
    return motion
  }

  mutating func missingFrames(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let missing = count(1...4)
    let (law, fast) = fastLaw(margin: missing + 2)
    let (before, after) = (pause(), pause())
    let first = places(fast, 1, apart: 0).first ?? 8
    let start = phase + (before / interval).rounded() * interval
    let times = frames(phase, start + law.duration + after).filter { time in
      let index = Int(((time - start) / interval).rounded())
      return !(first..<first + missing).contains(index)
    }
    let rows = rows(times) { law.way(at: $0 - start) }
    let (last, next) = (Double(first - 1) * interval, Double(first + missing) * interval)
    // An even share of the movement across the gap, or the law's own; they differ only by its
    // curvature.
    let even = (law.way(at: next) - law.way(at: last)) * Double(missing) / Double(missing + 1)
    let exact = law.way(at: next - interval) - law.way(at: last)
    let isOne = missing == 1
    var motion = ReportedMotion(
      kind, seed, self, rows, note: "\(law), \(missing) frames missing from \(first) on")
    motion.faults = [
      ReportedMotion.Fault(
        kind: .stall, times: [start + next], size: isOne ? even : (even + exact) / 2,
        sizeSlack: isOne ? 0 : abs(even - exact) / 2, isLost: false)
    ]
    return motion
  }

  mutating func framesShownAgain(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let (again, isLost) = (count(1...4), chance(0.5))
    let (law, fast) = fastLaw(margin: again + 2)
    let (before, after) = (pause(), pause())
    let first = places(fast, 1, apart: 0).first ?? 8
    let start = phase + (before / interval).rounded() * interval
    let late = isLost ? Double(again) * interval : 0
    let times = frames(phase, start + law.duration + late + after)
    var rows = rows(times) { [interval] time in
      let index = Int(((time - start) / interval).rounded())
      return law.way(at: time - start - (index >= first ? late : 0))
    }
    // A repeated frame is identical to the last digit.
    let origin = Int(((start - times[0]) / interval).rounded()) + first
    for index in origin..<origin + again { rows[index].offset = rows[origin - 1].offset }
    let (last, length) = (Double(first - 1) * interval, Double(again) * interval)
    let way = law.way(at: last + length) - law.way(at: last)
    // The lost distance: that of the repeated frames, or how far the content is behind afterwards.
    let behind = law.way(at: last + interval + length) - law.way(at: last + interval)
    let other = isLost ? behind : way
    var motion = ReportedMotion(
      kind, seed, self, rows,
      note: "\(law), frame \(first - 1) shown \(again) times again"
        + (isLost ? ", never made up for" : ""))
    motion.faults = [
      ReportedMotion.Fault(
        kind: .stall, times: [start + Double(first) * interval],
        size: (way + other) / 2, sizeSlack: abs(way - other) / 2, isLost: isLost)
    ]
    return motion
  }

  /// A law, and its frames (counted from its start) around which it moves by 4 px a frame or more.
  private mutating func fastLaw(
    margin: Int, mayBeSteady: Bool = true
  ) -> (law: ClosedForm, frames: [Int]) {
    while true {
      let velocity = direction * max(1200, 12 * rate) * number(1...2.2)
      let law: ClosedForm =
        mayBeSteady && chance(0.2)
        ? .steady(velocity: velocity / 2, duration: number(0.6...1.2))
        : law(run(), velocity: velocity)
      let (first, last) = (8, Int(law.duration / interval) - margin - 6)
      guard first <= last else { continue }
      let fast = (first...last).filter { index in
        (-1..<margin).allSatisfy { step in
          let start = Double(index + step) * interval
          return abs(law.way(at: start + interval) - law.way(at: start)) >= 4
        }
      }
      if !fast.isEmpty { return (law, fast) }
    }
  }

  /// Random frames at least `apart` frames apart.
  private mutating func places(_ frames: [Int], _ count: Int, apart: Int) -> [Int] {
    var chosen: [Int] = []
    for _ in 0..<count {
      let free = frames.filter { frame in chosen.allSatisfy { abs($0 - frame) >= apart } }
      guard let next = free.randomElement(using: &random) else { break }
      chosen.append(next)
    }
    return chosen.sorted()
  }
}

// MARK: Alternating steps

extension MotionMaker {
  mutating func judder(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    // Steps of 1 and 2 ticks; 1, 1 and 2; 1, 2 and 2; 2 and 3; or of two sizes.
    let patterns: [[Double]] = [
      [2, 1], [1, 2], [1, 1, 2], [1, 2, 2], [2, 3], [number(1.6...4), 1],
    ]
    let isDragged = chance(0.2)
    let pattern = patterns.prefix(isDragged ? 2 : 6).randomElement(using: &random) ?? [2, 1]
    let tick = number(6...14)
    let length = count(40...110)
    let isBraking = !isDragged && chance(0.4)
    let (before, after) = (pause(), pause())
    let rest = Int(before / interval)
    // The fraction of the velocity that an exponential loses in total, per tick.
    let decay = isBraking ? number(0.2...0.6) / Double(length) : 0
    var ticks = [0.0]
    for index in 0..<length { ticks.append(ticks[index] + pattern[index % pattern.count]) }
    let mean = pattern.reduce(0, +) / Double(pattern.count)
    let ways = ticks.map { time in
      decay > 0 ? tick * mean / decay * (1 - exp(-decay * time / mean)) : tick * time
    }
    let times = frames(phase, phase + (Double(rest + length) + 0.5) * interval + after)
    let start = phase + Double(rest) * interval
    let rows = rows(times) { [direction, interval] time in
      let index = Int(((time - start) / interval).rounded())
      return direction * ways[min(max(0, index), length)]
    }
    let steps = zip(ways, ways.dropFirst()).map { $1 - $0 }
    let second = zip(steps, steps.dropFirst()).map { abs($1 - $0) }.sorted()
    let (middle, average) = (second[second.count / 2], second.reduce(0, +) / Double(second.count))
    // Three reports of a hand in two frames; the content shows the last one.
    let early = pattern == [2, 1] ? 0.75 : 0.25
    let hand = (0...Int(ticks[length])).map { index in
      let along = 600 - direction * tick * Double(index)
      return RecordedHand.Sample(
        time: start + (Double(index) - early) * interval / 1.5,
        phase: index == 0 ? .begin : index == Int(ticks[length]) ? .end : .update,
        location: isVertical ? Vector(300, along) : Vector(along, 300))
    }
    var motion = ReportedMotion(
      kind, seed, self, rows, hand: isDragged ? RecordedHand(hand) : nil,
      note: "steps \(pattern.map(short)) of \(short(tick)) px, \(length) in all"
        + (isBraking ? ", braking" : "") + (isDragged ? ", with a hand" : ""))
    motion.faults = [
      ReportedMotion.Fault(
        kind: .judder, times: [start],
        slack: Double(pattern.count) * interval, size: (middle + average) / 2,
        sizeSlack: abs(middle - average) / 2 + (isBraking ? 0.1 * middle : 0),
        period: pattern.count)
    ]
    return motion
  }
}

// MARK: Motions without a hand

extension MotionMaker {
  mutating func lateStart(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let run = choice(Run.exponential, .exponential, .braking, .power)
    let velocity = direction * number(800...2500)
    let fling: ClosedForm =
      switch run {
      // An exponential that creeps to its end would seem to rest earlier than it does.
      case .exponential:
        .exponential(velocity: velocity, decay: number(2.5...7), stop: number(25...90))
      default: law(run, velocity: velocity)
      }
    let rest = max(number(0.05...0.4), 3.2 * interval)
    let way = leap(8...300)
    let start: (law: ClosedForm, families: [LawFamily], name: String) =
      chance(0.25)
      ? (
        .exponential(velocity: way * 9, decay: 9, stop: abs(way) * 9 * 0.01), [.exponential],
        "exponential"
      ) : curve(way: way)
    let (begin, again) = (phase, phase + fling.duration + rest)
    let after = pause()
    let rows = rows(frames(phase, again + start.law.duration + after)) {
      fling.way(at: $0 - begin) + start.law.way(at: $0 - again)
    }
    // It seems to rest until a frame shows more movement than scatter or rounding would.
    let least = (isRounded ? 1 : 0.2) + 3.5 * scatter
    let moves = stride(from: 0, through: start.law.duration, by: interval / 8).first {
      abs(start.law.way(at: $0)) > least
    }
    var motion = ReportedMotion(
      kind, seed, self, rows,
      note: "\(fling), a rest of \(short(rest)) s, then \(start.name) \(start.law)")
    let last = frame(from: again) - interval
    motion.faults = [
      ReportedMotion.Fault(
        kind: .restart, times: [last], slack: moves ?? 0,
        // Movement after the last frame is not seen.
        size: start.law.way(at: (rows.last?.time ?? .infinity) - again), sizeSlack: 0.3)
    ]
    // A movement of a few px could be anything.
    motion.hasNoDrag = abs(way) >= 30
    return motion
  }

  mutating func easedSnap(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    let curve = curve(way: direction * number(40...600))
    let (before, after) = (chance(0.6) ? 0 : number(0.4...0.9), number(0.1...0.6))
    let start = chance(0.5) ? frame(from: phase + before) : phase + before
    let rows = rows(frames(phase, start + curve.law.duration + after)) {
      curve.law.way(at: $0 - start)
    }
    var motion = ReportedMotion(kind, seed, self, rows, note: "\(curve.name) \(curve.law)")
    // A few rows may not distinguish one curve from another.
    if curve.law.duration >= 15 * interval {
      motion.families = curve.families
      motion.numbers = [number(of: curve.law)]
    }
    motion.hasNoDrag = true
    return motion
  }

  mutating func exactLaw(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    (isRounded, scatter) = (false, 0)
    let run = chance(0.3) ? .exponential : run()
    let law = law(run, velocity: direction * number(600...3500))
    let start = phase
    let rows = rows(frames(start, start + law.duration + pause())) { law.way(at: $0 - start) }
    var motion = ReportedMotion(kind, seed, self, rows, note: "\(law)")
    motion.families = run.families
    motion.numbers = [number(of: law)]
    motion.hasNoDrag = true
    return motion
  }

  mutating func clockWobble(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    rate = choice(60, 90, 120)
    scatter = 0
    phase = 0
    let run = choice(Run.exponential, .exponential, .braking, .power)
    let law = law(run, velocity: direction * number(800...3000))
    let times = frames(0, min(law.duration, 2))
    let wobble = times.map { _ in number(-0.003...0.003) }
    let form = count(0...2)
    let rows = times.indices.map { index in
      let moved = times[index] + wobble[index]
      let (shown, placed) =
        form == 0 ? (moved, moved) : form == 1 ? (moved, times[index]) : (times[index], moved)
      return Observation.Row(time: shown, offset: seen(origin + law.way(at: placed)))
    }
    let words = [
      "times wobble and places are true for them", "times wobble and places are even",
      "places wobble and times are even",
    ]
    var motion = ReportedMotion(kind, seed, self, rows, note: "\(law), \(words[form])")
    motion.numbers = [number(of: law)]
    motion.hasNoDrag = true
    return motion
  }

  mutating func clean(_ kind: ReportedMotion.Kind, _ seed: UInt64) -> ReportedMotion {
    guard chance(0.5) else { return cleanWithoutHand(kind, seed) }
    let drag = drag(
      shapes: ClosedHand.Shape.allCases, lag: anyLag(0.04), slop: anySlop(), speed: 200...1600)
    let law =
      drag.hand.shape == .endingAtRest
      ? curve(way: leap(20...300)).law : law(run(), velocity: velocity(after: drag, within: 0.1))
    let seam = drag.release + drag.lag
    let rows = rows(frames(drag, then: law.duration)) { drag.way(at: $0) + law.way(at: $0 - seam) }
    return ReportedMotion(
      kind, seed, self, rows, hand: drag.recorded, note: "\(drag.words), then \(law)")
  }

  private mutating func cleanWithoutHand(
    _ kind: ReportedMotion.Kind, _ seed: UInt64
  ) -> ReportedMotion {
    let velocity = direction * number(600...3500)
    let isSteady = chance(0.1)
    let law: ClosedForm =
      isSteady
      ? .steady(velocity: velocity / 2, duration: number(0.6...1.5))
      : chance(0.4) ? curve(way: direction * number(30...600)).law : law(run(), velocity: velocity)
    let (before, after) = (pause(), pause())
    let start = phase + before
    let rows = rows(frames(phase, start + law.duration + after)) { law.way(at: $0 - start) }
    var motion = ReportedMotion(kind, seed, self, rows, note: "\(law)")
    motion.hasNoDrag = !isSteady
    return motion
  }
}
