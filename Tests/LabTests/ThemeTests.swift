import Lab
import Raster
import Stage
import Testing

struct ThemeTests {
  private func grounds(_ theme: Theme) -> [Color] {
    [theme.window, theme.card, theme.raised, theme.stageTop, theme.stage, theme.dock]
  }

  /// A background with a translucent tone of the chrome over it.
  private func toned(_ ground: Color, _ tone: Color) -> Color {
    ground.mixed(with: tone.opacity(255 / Double(max(1, tone.alpha))), Double(tone.alpha) / 255)
  }

  @Test(arguments: Theme.Name.allCases)
  func `every pair of text and background has enough contrast`(name: Theme.Name) {
    let theme = Theme.named(name)
    for ground in grounds(theme) {
      for ink in [
        theme.text, theme.secondaryText, theme.accent, theme.b, theme.danger, theme.warning,
        theme.success, theme.ink,
      ] {
        #expect(contrast(ink, ground) >= 4.2, "\(ink) on \(ground)")
      }
      #expect(contrast(theme.disabledText, ground) >= 2.4)
      for tone in [theme.restTone, theme.hover, theme.pressed] {
        #expect(contrast(theme.text, toned(ground, tone)) >= 4.5)
      }
    }
    for ground in [theme.window, theme.card, theme.dock] {
      #expect(contrast(theme.secondaryText, toned(ground, theme.restTone)) >= 4.5)
    }
    for (ink, ground) in [
      (theme.onAccent, theme.accent), (theme.onB, theme.bFill), (theme.onInk, theme.ink),
      (theme.text, theme.accentSoft), (theme.accent, theme.accentSoft), (theme.b, theme.bSoft),
    ] {
      #expect(contrast(ink, ground) >= 4.5, "\(ink) on \(ground)")
    }
  }

  @Test(arguments: Theme.Name.allCases)
  func `every edge and fill has a contrast of at least 3`(name: Theme.Name) {
    let theme = Theme.named(name)
    for ground in grounds(theme) {
      for mark in [theme.edge, theme.focus, theme.accent, theme.bFill, theme.ink] {
        #expect(contrast(mark, ground) >= 3, "\(mark) on \(ground)")
      }
    }
    #expect(contrast(theme.accent, theme.track) >= 3)
    #expect(contrast(theme.ink, theme.track) >= 3)
  }

  @Test(arguments: Theme.Name.allCases, Tint.allCases)
  func `every colour for controls is distinct and contrasts with its backgrounds and text`(
    name: Theme.Name, tint: Tint
  ) {
    let theme = Theme.named(name)
    let color = tint.color(in: theme)
    #expect(Tint.allCases.filter { $0.color(in: theme) == color } == [tint])
    #expect(contrast(theme.onAccent, color) >= 4.5)
    for ground in grounds(theme) + [theme.track] { #expect(contrast(color, ground) >= 3) }
  }
}
