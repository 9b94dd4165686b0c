package import Feel

/// A gesture's events on their way to the stage once more, in stage time.
package struct GestureReplay: Sendable {
  private let events: [StageEvent]
  private var index = 0

  /// The events of hands among some, up to the last one that does something: a pointer that only passes afterwards is left out.
  package init?(_ events: [StageEvent], upTo end: Instant) {
    self.events = events.filter { event in
      guard event.time <= end else { return false }
      return switch event {
      case .input, .command, .focus: true
      case .place, .compare, .restart: false
      }
    }
    if self.events.isEmpty { return nil }
  }

  /// The next event, if there is one more.
  package var next: StageEvent? { index < events.count ? events[index] : nil }

  /// Takes the next event if it is due at a time.
  package mutating func take(until time: Instant) -> StageEvent? {
    guard let event = next, event.time <= time else { return nil }
    index += 1
    return event
  }
}

/// From where parts were to where they are: a hand that pressed one then presses the same one now, at the same place of it.
package struct PlaceMap: Sendable {
  private let places: [(then: Rect, now: Rect)]
  private let stage: Vector
  private var shift: Vector

  /// Maps places of one layout of a scene to another.
  package init(from then: StageRun, to now: StageRun) {
    places = zip(then.scene.parts, now.scene.parts).map { ($0.hitBox, $1.hitBox) }
    stage = now.stage.frame.center - then.stage.frame.center
    shift = stage
  }

  /// An event as it would be now; a drag goes as far as it went then.
  package mutating func map(_ event: StageEvent) -> StageEvent {
    switch event {
    case .input(.pointer(var sample)):
      if sample.phase == .down { aim(at: sample.location) }
      sample.location += shift
      return .input(.pointer(sample))
    case .input(.wheel(var sample)):
      aim(at: sample.location)
      sample.location += shift
      return .input(.wheel(sample))
    default: return event
    }
  }

  private mutating func aim(at location: Vector) {
    guard let place = places.last(where: { $0.then.contains(location) }),
      place.then.width > 0, place.then.height > 0
    else {
      shift = stage
      return
    }
    let way = location - place.then.origin
    let target =
      place.now.origin
      + Vector(
        way.x * place.now.width / place.then.width, way.y * place.now.height / place.then.height)
    shift = target - location
  }
}
