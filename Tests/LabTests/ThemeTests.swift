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

  @Test(arguments: Theme.Name.allCases, Tint.allCases)
  func `every colour that a control can be given is seen on its grounds and under words`(
    name: Theme.Name, tint: Tint
  ) {
    let theme = Theme.named(name)
    let color = tint.color(in: theme)
    #expect(Tint.allCases.filter { $0.color(in: theme) == color } == [tint])
    #expect(contrast(theme.onAccent, color) >= 4.5)
    for ground in [theme.background, theme.surface, theme.stage, theme.track] {
      #expect(contrast(color, ground) >= 3)
    }
    for ground in [theme.hover, theme.pressed] { #expect(contrast(color, ground) >= 3) }
  }
}
