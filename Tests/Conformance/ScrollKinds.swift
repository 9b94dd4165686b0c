internal import Feel
internal import FeelTrace

/// Other projects' tests of edges, repeated flicks and snapping.
extension Findings {
  /// A run into a spring.
  mutating func bouncing(_ published: PublishedCase) throws(CaseError) {
    guard let spring = published.params["spring"] else { throw CaseError("params.spring") }
    let velocity = try published.parameter("velocity")
    // The source only caps one direction: a known defect.
    let most =
      if velocity > 0 {
        try published.parameter("maxSpringTransferVelocity", in: NumberRange.notNegative)
      } else {
        Double.infinity
      }
    let physics = ScrollPhysics(
      decay: .exponential(try published.rate(keptPerSecond: "drag")),
      stop: .speed(try published.parameter("tolerance.velocity", in: NumberRange.end)),
      bounce: .spring(EdgeSpring(try spring.spring(), maximumVelocity: most)), pixelLanding: .none,
      restThresholdPixels: try published.parameter("tolerance.distance", in: NumberRange.positive))
    let motion = physics.release(
      from: try published.parameter("position"), velocity: velocity,
      in: try extent(published, viewport: 600, "leading", "trailing"))
    try answers(of: motion, to: published)
  }

  mutating func rubberBand(_ published: PublishedCase) throws(CaseError) {
    let tolerance = published.tolerance.number ?? 1e-9
    guard published.params["constant"] != nil else {
      return try pageOvershoot(published, within: tolerance)
    }
    let (least, most) = (try published.parameter("min"), try published.parameter("max"))
    guard most > least else { throw CaseError("params.max") }
    let band = try published.band("constant")
    for (place, wanted) in try published.numberPairs() {
      let edge = place < least ? least : most
      let isInside = place >= least && place <= most
      let shown =
        isInside ? place : edge + band.offset(forTravel: place - edge, dimension: most - least)
      close("\(place)", shown, wanted, within: tolerance)
    }
  }

  /// libadwaita's overshoot, in pages: a band with c = 1 over ten pixels.
  private mutating func pageOvershoot(
    _ published: PublishedCase, within tolerance: Double
  ) throws(CaseError) {
    let band = RubberBand(coefficient: 1)
    for (input, wanted) in try published.pairs() {
      let distance = try input.number("distance")
      guard let wanted = wanted.number else { throw CaseError("expected") }
      let shown = band.offset(forTravel: try input.number("a") * distance, dimension: 10)
      close("\(input)", shown / distance, wanted, within: tolerance)
    }
  }

  private func flutterBand(_ input: JSON) throws(CaseError) -> RubberBand {
    let preset = input["mode"]?.text == "fast" ? ScrollPreset.flutterMacOS : .flutterIOS
    guard case .rubberBand(let band) = preset.physics.band else { throw CaseError("inputs") }
    return band
  }

  /// A band's slope as a function of the shown overscroll is the published factor.
  mutating func rubberBandFactor(_ published: PublishedCase) throws(CaseError) {
    let viewport = 700.0
    for (input, wanted) in try published.expectedNumbers() {
      let band = try published.band(input["mode"]?.text == "fast" ? "fast_c" : "normal_c")
      let travel = band.travel(
        forOffset: try input.number("overscrollFraction") * viewport, dimension: viewport)
      close("\(input)", band.slope(atTravel: travel, dimension: viewport), wanted, within: 1e-10)
    }
  }

  /// The movement of one drag step past an edge: the step times the band's slope there.
  mutating func rubberBandDrag(_ published: PublishedCase) throws(CaseError) {
    let viewport = try published.parameter("viewport")
    let least = try published.parameter("min")
    for (input, wanted) in try published.pairs() {
      let (pixels, step) = (try input.number("pixels"), try input.number("offset"))
      let formula = try wanted.number("formula")
      let most = if let most = input["max"]?.number { most } else { try published.parameter("max") }
      let overscroll = max(least - pixels, pixels - most, 0)
      guard overscroll > 0 else {
        close("\(input)", step, formula, within: 1e-10)
        continue
      }
      let isOutward = (step > 0) == (pixels < least)
      // Its fast rate lets inward drags move without resistance, which the engine does not support.
      if !isOutward, input["mode"]?.text == "fast" {
        leave("the way back at the fast rate")
        continue
      }
      let band = try flutterBand(input)
      let shown = isOutward ? overscroll : max(0, overscroll - abs(step))
      let travel = band.travel(forOffset: shown, dimension: viewport)
      close(
        "\(input)", step * band.slope(atTravel: travel, dimension: viewport), formula,
        within: 1e-10)
    }
  }

  mutating func stretch(_ published: PublishedCase) throws(CaseError) {
    let band = ScrollPreset.chromiumWindows.physics.band
    let bounds = try published.parameter("scrollBounds")
    for (travel, wanted) in try published.numberPairs() {
      equal(
        "\(travel)", band.offset(forTravel: travel, viewport: bounds).rounded(.towardZero), wanted)
    }
  }

  /// Chromium's bounce on Windows only moves outward above its threshold.
  mutating func bounceThreshold(_ published: PublishedCase) throws(CaseError) {
    guard case .curves(let curves) = ScrollPreset.chromiumWindows.physics.bounce else {
      throw CaseError("kind")
    }
    for (velocity, wanted) in try published.numberPairs() {
      equal("\(velocity)", curves.reach(of: velocity).rounded(), wanted)
    }
  }

  /// Chromium's bounce on Windows, in whole pixels.
  mutating func bounceAnimation(_ published: PublishedCase) throws(CaseError) {
    let extent = ScrollExtent(
      maximum: 2000, viewport: try published.parameter("scrollBounds", in: NumberRange.notNegative))
    let motion = ScrollPreset.chromiumWindows.physics.release(
      from: try published.parameter("initialStretch"),
      velocity: try published.parameter("velocity"), in: extent)
    for (time, wanted) in try published.numberPairs() {
      equal("\(time) ms", motion.value(at: time / 1000).rounded() + 0, wanted)
    }
  }

  /// Chromium's return on macOS.
  mutating func exponentialReturn(_ published: PublishedCase) throws(CaseError) {
    let extent = ScrollExtent(maximum: 100, viewport: 600)
    for (input, wanted) in try published.expectedNumbers() {
      let (start, velocity) = (try input.number("x0"), try input.number("v"))
      // From the edge itself, the elastic law only covers outward motion.
      guard start > 0 || start == 0 && velocity >= 0 else { throw CaseError("inputs") }
      let motion = ScrollPreset.chromiumOldFling.physics.release(
        from: 100 + start, velocity: velocity, in: extent)
      let time = try input.number("t")
      // Within half a pixel of its rest, the content snaps there.
      let tolerance = abs(wanted) < 0.5 ? 0.5 : published.tolerance.number ?? 1e-9
      close("\(input)", motion.value(at: time) - 100, wanted, within: tolerance)
    }
  }

  /// A release keeps its velocity.
  mutating func invariant(_ published: PublishedCase) throws(CaseError) {
    let extent = try extent(
      published, viewport: try published.parameter("viewport", in: NumberRange.notNegative),
      "min", "max")
    let (pixels, velocity) = (
      try published.parameter("pixels"), try published.parameter("velocity")
    )
    let tolerance = published.tolerance.number ?? 1e-10
    for (input, wanted) in try published.expectedNumbers() {
      let found: Double
      switch input.text {
      case "bouncing":
        found = ScrollPreset.flutterIOS.physics.release(
          from: pixels, velocity: velocity, in: extent
        ).velocity(at: 0)
      case "clamping":
        found = ScrollPreset.flutterAndroid.physics.release(
          from: pixels, velocity: velocity, in: extent
        ).velocity(at: 0)
      case "page":
        found = SpringMotion(
          ScrollPreset.flutterIOS.turn.spring, from: pixels, velocity: velocity,
          to: velocity < 0 ? extent.minimum : extent.maximum
        ).velocity(at: 0)
      default: throw CaseError("inputs")
      }
      close(input.text ?? "", found, wanted, within: tolerance)
    }
  }

  /// A drag and a fling from start to end, on each platform of Flutter's.
  mutating func endToEnd(_ published: PublishedCase) throws(CaseError) {
    let (start, velocity) = (
      try published.parameter("dragOffset"), try published.parameter("flingVelocity")
    )
    let extent = ScrollExtent(maximum: 1e6, viewport: 600)
    func rest(_ preset: ScrollPreset) -> Double {
      preset.physics.restPosition(from: start, velocity: velocity, in: extent)
    }
    for (input, wanted) in try published.pairs() {
      switch input.text {
      case "android final offset":
        try meets("android final offset", .number(rest(.flutterAndroid)), wanted)
      case "order of final offsets":
        let (mac, android, phone) = (rest(.flutterMacOS), rest(.flutterAndroid), rest(.flutterIOS))
        equal(
          "macOS \(mac) < android \(android) < iOS \(phone)", mac < android && android < phone, true
        )
      case let name?: leave(name)
      case nil: throw CaseError("inputs")
      }
    }
  }

  mutating func carriedMomentum(_ published: PublishedCase) throws(CaseError) {
    for (velocity, wanted) in try published.numberPairs() {
      close(
        "\(velocity)", VelocityAccumulation.carried(of: velocity), wanted,
        within: 1e-9 * max(1, abs(wanted)))
    }
  }

  /// libadwaita's projection of a swipe onto pages.
  mutating func pageProjection(_ published: PublishedCase) throws(CaseError) {
    let tolerance = published.tolerance.number ?? 1e-12
    for name in ["touch", "touchpad"] {
      guard let device = published.params[name] else { throw CaseError("params.\(name)") }
      let rate = try device.number("decel", in: NumberRange.keptPerMillisecond)
      let pages = PageTurning(
        threshold: 1000 * (try device.number("thr")), reach: rate / (1 - rate) / 1000,
        bend: try published.parameter("parabola"),
        knee: 1000 * (try published.parameter("curveThreshold")))
      for (input, wanted) in try published.pairs() {
        guard let speed = input.number else { throw CaseError("inputs") }
        let found = speed * 1000 < pages.threshold ? 0 : pages.projection(of: speed * 1000)
        close("\(name) \(speed)", found, try wanted.number(name), within: tolerance)
      }
    }
  }

  /// The snap points of a carousel's cards.
  mutating func snaps(_ published: PublishedCase) throws(CaseError) {
    let viewport = try published.parameter("viewSize", in: NumberRange.positive)
    let cards = published.inputs.list?.map(\.numbers) ?? []
    guard let first = cards.first,
      cards.allSatisfy({
        $0.count == 2 && 0...1e9 ~= $0[0] && NumberRange.positive.clamped(to: 0...1e9) ~= $0[1]
      })
    else { throw CaseError("inputs") }
    let gaps = zip(cards, cards.dropFirst()).map { $1[0] - $0[0] - $0[1] }
    guard zip(gaps, zip(cards, cards.dropFirst())).allSatisfy({ $0 > -min($1.0[1], $1.1[1]) })
    else { throw CaseError("inputs") }
    let (alignment, inset) = try alignment(published.params["align"]?.text ?? "")
    let trailing = try published.parameter("endMargin", in: NumberRange.notNegative, else: 0)
    let carousel = Carousel(
      frame: Rect(x: 0, y: 0, width: viewport, height: 100),
      layout: CardLayout(
        widths: cards.map { $0[1] }, gaps: gaps, alignment: alignment, inset: inset),
      ends: CarouselEnds(
        containment: try containment(published.params["containScroll"]), leading: first[0],
        trailing: trailing))
    let wanted = published.expected.numbers
    equal("how many places", carousel.indices.count, wanted.count)
    for (index, place) in zip(carousel.indices, wanted) {
      // Counted from the start of the content, and with the opposite sign.
      close(
        "card \(index)", -carousel.snapOffset(of: index) - first[0], place,
        within: published.tolerance.number ?? 0)
    }
  }

  /// An alignment by name, or a fraction of the viewport where the cards begin.
  private func alignment(
    _ word: String
  ) throws(CaseError) -> (CardLayout.Alignment, inset: Double) {
    if let alignment = CardLayout.Alignment(rawValue: word) { return (alignment, 0) }
    guard word.hasSuffix("%"), let percent = Double(word.dropLast()), abs(percent) <= 100 else {
      throw CaseError("params.align")
    }
    return (.start, percent / 100)
  }

  private func containment(_ json: JSON?) throws(CaseError) -> CarouselEnds.Containment {
    if json?.flag == false { return .none }
    switch json?.text {
    case "keepSnaps": return .keep
    case "trimSnaps": return .trim
    default: throw CaseError("params.containScroll")
    }
  }
}
