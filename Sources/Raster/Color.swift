/// A colour in sRGB with straight (not premultiplied) alpha, eight bits per channel.
public struct Color: Hashable, Sendable {
  /// The channels packed as 0xAARRGGBB, alpha straight.
  public var argb: UInt32

  /// Creates a colour from channels packed as 0xAARRGGBB, alpha straight.
  public init(argb: UInt32) { self.argb = argb }

  /// Creates an opaque colour from 0xRRGGBB, as style sheets write it.
  public init(rgb: UInt32) { self.init(argb: 0xFF00_0000 | rgb) }

  /// Creates a colour from hue, saturation and brightness, each 0…1; the hue wraps around.
  public init(hue: Double, saturation: Double, brightness: Double, alpha: Double = 1) {
    func channel(_ n: Double) -> Double {
      let k = (n + (hue - hue.rounded(.down)) * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Creates a colour from channels 0…1; values outside are clamped, and NaN counts as 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    func byte(_ channel: Double) -> UInt32 { UInt32((max(0, min(1, channel)) * 255).rounded()) }
    func sane(_ channel: Double) -> Double { channel.isNaN ? 0 : channel }
    let (r, g, b, a) = (byte(sane(red)), byte(sane(green)), byte(sane(blue)), byte(sane(alpha)))
    self.init(argb: a << 24 | r << 16 | g << 8 | b)
  }

  /// Opacity, 0…255.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: argb >> 24) }
  /// Red, 0…255.
  public var red: UInt8 { UInt8(truncatingIfNeeded: argb >> 16) }
  /// Green, 0…255.
  public var green: UInt8 { UInt8(truncatingIfNeeded: argb >> 8) }
  /// Blue, 0…255.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: argb) }

  /// This colour with its opacity multiplied by a factor 0…1.
  public func opacity(_ factor: Double) -> Color {
    let scaled = (Double(alpha) * max(0, min(1, factor))).rounded()
    return Color(argb: UInt32(scaled) << 24 | (argb & 0x00FF_FFFF))
  }

  /// Interpolates towards another colour by a share 0…1, channel by channel.
  public func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> Double {
      (Double(a) + (Double(b) - Double(a)) * max(0, min(1, share))) / 255
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
