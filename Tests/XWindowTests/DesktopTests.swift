import Testing
import XWindow

struct DesktopTests {
  /// Settings as a manager publishes them, in little-endian order.
  private func published(_ entries: [(String, XSettings.Value)]) -> XSettings {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xff) } }
    func padded(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    var bytes: [UInt8] = [0, 0, 0, 0] + word(1) + word(entries.count)
    for (name, value) in entries {
      let length = [UInt8(name.utf8.count & 0xff), UInt8(name.utf8.count >> 8)]
      switch value {
      case .integer(let number): bytes += [0, 0] + length + padded(name) + word(0) + word(number)
      case .string(let text):
        bytes += [1, 0] + length + padded(name) + word(0) + word(text.utf8.count) + padded(text)
      case .color: bytes += [2, 0] + length + padded(name) + word(0) + word(0) + word(0)
      }
    }
    return XSettings(bytes)
  }

  @Test func `dark theme, reduced motion and double-click time are read from the settings`() {
    let settings = DesktopSettings(
      published([
        ("Net/ThemeName", .string("Adwaita-dark")), ("Background", .color([])),
        ("Gtk/EnableAnimations", .integer(0)), ("Net/DoubleClickTime", .integer(250)),
      ]))
    #expect(settings.isDark == true)
    #expect(settings.reducesMotion == true)
    #expect(settings.doubleClickTime == 0.25)
    #expect(settings.dragThresholdPixels == nil)
  }

  @Test(
    arguments: [
      ("HighContrast", true), ("HighContrastInverse", true), ("ContrastHigh", true),
      ("High-Contrast-Dark", true), ("Adwaita", false), ("Contrast", false),
    ])
  func `a high-contrast theme is recognised by its name`(name: String, isOne: Bool) {
    let settings = DesktopSettings(published([("Net/ThemeName", .string(name))]))
    #expect(settings.isHighContrast == isOne)
  }

  @Test(
    arguments: [
      (2, 96, 192, 2.0), (2, 120, 240, 2.5), (1, 120, 120, 1.25), (2, nil, nil, 2),
      (2, 1, 192, 2), (nil, 120, 144, 1.5),
    ] as [(Int?, Int?, Int?, Double)])
  func `the scale combines the scaling factor with larger text`(
    factor: Int?, text: Int?, dots: Int?, scale: Double
  ) {
    let values: [(String, Int?)] = [
      ("Gdk/WindowScalingFactor", factor), ("Gdk/UnscaledDPI", text.map { $0 * 1024 }),
      ("Xft/DPI", dots.map { $0 * 1024 }),
    ]
    let settings = published(
      values.compactMap { name, value in value.map { (name, .integer($0)) } })
    let found = DesktopScale.choose(override: nil, resources: "", settings: settings)
    #expect(found.scale == scale && found.source == .settings)
  }

  @Test(
    arguments: [
      ("Cantarell 11", "Cantarell"), ("Noto Sans Bold Italic 10.5", "Noto Sans"),
      ("Inter, Cantarell Semi-Bold 9", "Inter"), ("Adwaita Sans 12px", "Adwaita Sans"),
      ("Source Sans 3 11", "Source Sans 3"), ("Bold", "Bold"), ("11", nil), ("", nil),
    ] as [(String, String?)])
  func `the desktop's typeface is the first family of its font`(font: String, family: String?) {
    #expect(DesktopSettings(published([("Gtk/FontName", .string(font))])).fontFamily == family)
  }

  @Test(
    arguments: [
      ("menu-7_TIME123", 123), ("a_TIME5_TIME6", 6), ("a_TIME", nil), ("plain", nil),
      ("_TIME99999999999", nil), ("x_TIME12é", 12), ("", nil),
    ] as [(String, UInt32?)])
  func `the time of a start is read from its launcher's ID`(id: String, time: UInt32?) {
    #expect(StartupNotice.time(in: id) == time)
    #expect(StartupNotice.text(of: id).last == 0)
  }

  @Test func `broken settings give no values`() {
    #expect(XSettings([0, 0, 0]).values.isEmpty)
    #expect(XSettings([0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 200, 0]).values.isEmpty)
    #expect(XSettings([UInt8](repeating: 255, count: 64)).values.isEmpty)
  }

  @Test(
    arguments: [
      (3.0, "Xft.dpi: 192", 3.0, ScaleSource.override),
      (nil, "Xft.antialias:\t1\nXft.dpi:\t192\n", 2, .resources),
      (nil, "Xft.dpi: 0", 1, .fallback),
      (nil, "Xft.dpi: nan", 1, .fallback),
      (nil, "Xft.dpi: 72", 1, .resources),
      (Double.nan, "", 1, .fallback),
      (-1, "Xft.dpi: 144", 1.5, .resources),
    ] as [(Double?, String, Double, ScaleSource)])
  func `the caller's scale comes before the resources'`(
    override: Double?, resources: String, scale: Double, source: ScaleSource
  ) {
    let found = DesktopScale.choose(
      override: override, resources: resources, settings: XSettings())
    #expect(found.scale == scale)
    #expect(found.source == source)
  }

  @Test func `without resources the settings give the scale`() {
    let factor = published([("Gdk/WindowScalingFactor", .integer(2))])
    #expect(DesktopScale.choose(override: nil, resources: "", settings: factor).scale == 2)
    let dots = published([("Xft/DPI", .integer(144 * 1024))])
    #expect(DesktopScale.choose(override: nil, resources: "", settings: dots).scale == 1.5)
  }

  @Test(
    arguments: [
      (0, 1, .fallback), (.nan, 1, .fallback), (59, 1, .fallback), (481, 1, .fallback),
      (92, 1, .output), (109, 1, .output), (163, 1.5, .output), (218, 2.25, .output),
      (480, 4, .output),
    ] as [(Double, Double, ScaleSource)])
  func `without resources and settings a plausible monitor density gives the scale`(
    density: Double, scale: Double, source: ScaleSource
  ) {
    let found = DesktopScale.choose(
      override: nil, resources: "", settings: XSettings(), density: density)
    #expect(found.scale == scale)
    #expect(found.source == source)
    let said = DesktopScale.choose(
      override: nil, resources: "Xft.dpi: 96", settings: XSettings(), density: density)
    #expect(said.source == .resources)
  }
}
