import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Toasts cover nothing that can be pressed.
struct ToastTests {
  @Test(arguments: Catalog.all.scenes.map { $0.id }, [Size(1200, 800), Size(880, 600)])
  func `a notice covers nothing on the stage`(id: String, size: Size) throws {
    let fonts = try FontBook()
    let session = try Session(id, size: size)
    var saying = session
    saying.tell(.notice("/home/somebody/Pictures/feellab-scroll-view.json: 12 values changed"))
    let time = Instant(seconds: 1)
    let (quiet, said) = (
      try Picture(session, at: time, fonts: fonts), try Picture(saying, at: time, fonts: fonts)
    )
    let rows = (0..<quiet.height).filter { row in
      let start = row * quiet.width
      return quiet.pixels[start..<start + quiet.width] != said.pixels[start..<start + quiet.width]
    }
    // The lowest line begins where the stage ends.
    let first = try #require(rows.first)
    #expect(Double(first) >= (try session.frame(of: "stage").maxY) && rows.count > 10)
  }
}
