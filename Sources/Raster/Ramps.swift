/// Tables of gradients' colours, remembered by their stops.
final class Ramps {
  /// A gradient's colours, premultiplied, `Ramps.size` + 1 of them from offset 0 to 1.
  struct Ramp {
    let colors: View<UInt32>
    let isOpaque: Bool
    /// Whether no colour changes a pixel.
    let isInvisible: Bool
  }

  private struct Slot {
    var stops: [GradientStop] = []
    let table = Scratch<UInt32>(Ramps.size + 1, filledWith: 0)
  }

  /// Entries of a table.
  static let size = 1024
  private var slots: [Slot] = []
  private var oldest = 0
  private static let slotCount = 16

  /// The colours of stops, of which there is at least one; valid until the next call.
  func ramp(_ stops: [GradientStop]) -> Ramp {
    Ramp(
      colors: slots[slot(for: stops)].table.view,
      isOpaque: stops.allSatisfy { $0.color.alpha == 255 },
      isInvisible: stops.allSatisfy { $0.color.alpha == 0 })
  }

  private func slot(for stops: [GradientStop]) -> Int {
    for index in slots.indices where slots[index].stops == stops { return index }
    if slots.count < Self.slotCount {
      oldest = slots.count
      slots.append(Slot())
    } else {
      oldest = (oldest + 1) % Self.slotCount
    }
    slots[oldest].stops = stops
    Self.fill(slots[oldest].table.view, stops)
    return oldest
  }

  private static func fill(_ table: View<UInt32>, _ stops: [GradientStop]) {
    var next = 0
    for entry in 0...size {
      let t = Double(entry) / Double(size)
      while next < stops.count && !(stops[next].offset > t) { next += 1 }
      table[entry] = color(stops, before: next, at: t)
    }
  }

  /// The premultiplied colour at `t`, which lies before stop `next`.
  private static func color(_ stops: [GradientStop], before next: Int, at t: Double) -> UInt32 {
    if next == 0 { return premultiplied(stops[0].color, stops[0].color, 0) }
    guard next < stops.count else {
      return premultiplied(stops[stops.count - 1].color, stops[stops.count - 1].color, 0)
    }
    let (a, b) = (stops[next - 1], stops[next])
    let share = (t - a.offset) / (b.offset - a.offset)
    return premultiplied(a.color, b.color, share >= 0 ? min(1, share) : 0)
  }

  private static func premultiplied(_ a: Color, _ b: Color, _ share: Double) -> UInt32 {
    func mix(_ x: UInt8, _ y: UInt8) -> Double { Double(x) + (Double(y) - Double(x)) * share }
    let alpha = mix(a.alpha, b.alpha)
    func byte(_ value: Double) -> UInt32 { UInt32(value + 0.5) }
    let factor = alpha / 255
    return byte(alpha) << 24 | byte(mix(a.red, b.red) * factor) << 16
      | byte(mix(a.green, b.green) * factor) << 8 | byte(mix(a.blue, b.blue) * factor)
  }
}
