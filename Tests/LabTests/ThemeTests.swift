import Lab
import Raster
import Stage
import Testing

struct ThemeTests {
  @Test(arguments: Theme.Name.allCases)
  func `every pair of text and ground keeps a contrast of 4.5`(name: Theme.Name) {
    let theme = Theme.named(name)
    for ground in [theme.background, theme.surface, theme.sidebar, theme.stage] {
      for ink in [
        theme.text, theme.secondaryText, theme.accent, theme.danger, theme.warning, theme.success,
        theme.prediction, theme.velocity,
      ] {
        #expect(contrast(ink, ground) >= 4.5)
      }
      #expect(contrast(theme.disabledText, ground) >= 2.8)
    }
    #expect(contrast(theme.onAccent, theme.accent) >= 4.5)
    #expect(contrast(theme.text, theme.accentSoft) >= 4.5)
    for ground in [theme.hover, theme.pressed] {
      #expect(contrast(theme.text, ground) >= 4.5)
    }
  }

  @Test(arguments: Theme.Name.allCases)
  func `every trace keeps a contrast of 4.7 on panels and on the stage`(name: Theme.Name) {
    let theme = Theme.named(name)
    for ground in [theme.surface, theme.stage] {
      for trace in [
        theme.position, theme.velocity, theme.prediction, theme.input, theme.ghost, theme.text,
      ] {
        #expect(contrast(trace, ground) >= 4.7)
      }
    }
  }

  @Test(arguments: Theme.Name.allCases)
  func `every control's edge keeps a contrast of 3`(name: Theme.Name) {
    let theme = Theme.named(name)
    for ground in [theme.background, theme.surface, theme.stage] {
      #expect(contrast(theme.controlBorder, ground) >= 3)
      #expect(contrast(theme.focus, ground) >= 3)
      #expect(contrast(theme.accent, ground) >= 3)
    }
    #expect(contrast(theme.accent, theme.track) >= 3)
  }

  /// The contrast ratio of two opaque colours, 1…21.
  ///
  /// Source: WCAG 2.1, relative luminance and contrast ratio.
  private func contrast(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private func luminance(_ color: Color) -> Double {
    func linear(_ byte: UInt8) -> Double {
      let c = Double(byte) / 255
      return c <= 0.04045 ? c / 12.92 : power((c + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// x^2.4 = (x^12)^(1/5), by Newton's method, so that the test needs no mathematics library.
  private func power(_ x: Double) -> Double {
    let target = x * x * x * x * x * x * x * x * x * x * x * x
    var y = max(x, 0.01)
    for _ in 0..<60 { y -= (y * y * y * y * y - target) / (5 * y * y * y * y) }
    return y
  }
}
