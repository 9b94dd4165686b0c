import Testing
import XWindow

struct ScreenFitTests {
  private func options(_ width: Double, _ height: Double) -> WindowOptions {
    var options = WindowOptions()
    (options.width, options.height) = (width, height)
    (options.minimumWidth, options.minimumHeight) = (480, 360)
    return options
  }

  @Test func `a window that fits gets the requested size`() {
    let fit = ScreenFit(options(1200, 800), at: 2, in: PixelSize(2560, 1600))
    #expect(fit.scale == 2 && fit.width == 1200 && fit.height == 800)
  }

  @Test func `a window larger than the screen is reduced to the screen's size at its scale`() {
    let fit = ScreenFit(options(1200, 800), at: 2, in: PixelSize(1600, 1000))
    #expect(fit.scale == 2 && fit.width == 800 && fit.height == 500)
  }

  @Test(arguments: [(4.0, 2.75, 2.5), (2, 1, 1), (1.5, 1, 1), (3.1, 2.4, 2)])
  func `if not even the minimum size fits, a lower scale is chosen`(
    wanted: Double, room: Double, scale: Double
  ) {
    let area = PixelSize(Int(480 * room), Int(360 * room))
    let fit = ScreenFit(options(1200, 800), at: wanted, in: area)
    #expect(fit.scale == scale && fit.wantedScale == wanted)
    #expect(fit.width * scale <= Double(area.width) && fit.height * scale <= Double(area.height))
    #expect(fit.width >= 480 && fit.height >= 360)
  }

  @Test func `without a known screen the requested size and scale are kept`() {
    let fit = ScreenFit(options(5000, 4000), at: 4, in: nil)
    #expect(fit.scale == 4 && fit.width == 5000 && fit.height == 4000)
  }

  @Test func `the area is the current desktop's, or else the first one's`() {
    let areas: [UInt] = [0, 0, 1600, 1170, 10, 20, 800, 600]
    #expect(ScreenFit.area(of: 0, in: areas) == PixelSize(1600, 1170))
    #expect(ScreenFit.area(of: 1, in: areas) == PixelSize(800, 600))
    for desktop in [2, UInt.max / 2, .max] {
      #expect(ScreenFit.area(of: desktop, in: areas) == PixelSize(1600, 1170))
    }
  }

  @Test(arguments: [
    [], [0, 0, 1600], [0, 0, 0, 1170], [0, 0, .max, 1170], [0, 0, 1600, 32_768],
    [0, 0, .max, .max],
  ])
  func `an impossible area is rejected`(areas: [UInt]) {
    #expect(ScreenFit.area(of: 0, in: areas) == nil)
  }
}
