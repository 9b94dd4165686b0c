internal import CRaster
internal import FeelGeometry
internal import Synchronization

/// Draws large frames in bands of rows, one per thread.
///
/// Each band has its own renderer, so that threads share only the cached pictures. A part drawn
/// alone equals the same part of the whole, so the result does not depend on the number of threads.
@safe final class Bands {
  /// The renderers of all bands but the first, which uses the caller's; created for the first large
  /// frame.
  private(set) var renderers: [Renderer] = []
  private let make: () -> Renderer
  private let threads: Int
  private var pool: OpaquePointer?
  /// The first row of each band, and the end of the last one.
  private var borders: [Int]

  /// The number of damaged pixels from which several threads are faster than one.
  ///
  /// Measured on two cores: waking the other one takes 50 µs, a third of the time to clear this
  /// many pixels.
  private static let smallestArea = 1_500_000

  init(threads: Int, make: @escaping () -> Renderer) {
    (self.threads, self.make) = (threads, make)
    borders = Array(repeating: 0, count: threads + 1)
  }

  deinit {
    if let pool = unsafe pool { unsafe cr_pool_destroy(pool) }
  }

  /// Whether the damage is large enough for several threads.
  func areWorthwhile(for damage: [PixelRect], within whole: PixelRect) -> Bool {
    damage.reduce(0) { $0 + $1.intersection(whole).area } >= Self.smallestArea
  }

  /// Calls `body` for each band, on any thread, with its rows and its renderer (`nil` = the
  /// caller's own).
  func draw(
    _ damage: [PixelRect], within whole: PixelRect,
    _ body: (_ renderer: Renderer?, _ rows: PixelRect) -> Void
  ) {
    begin()
    setBorders(damage, whole)
    let (renderers, borders) = (renderers, borders)
    run { index in
      body(index == 0 ? nil : renderers[index - 1], whole.rows(borders[index], borders[index + 1]))
    }
  }

  private func begin() {
    guard renderers.isEmpty else { return }
    renderers = (1..<threads).map { _ in make() }
    unsafe pool = cr_pool_create(Int32(threads - 1))
  }

  /// Divides the damaged pixels equally among the bands.
  private func setBorders(_ damage: [PixelRect], _ whole: PixelRect) {
    func area(above y: Int) -> Int {
      damage.reduce(0) { $0 + $1.intersection(whole.rows(whole.y0, y)).area }
    }
    let all = area(above: whole.y1)
    (borders[0], borders[threads]) = (whole.y0, whole.y1)
    for band in 1..<threads {
      var (low, high) = (whole.y0, whole.y1)
      while low < high {
        let middle = (low + high) / 2
        if area(above: middle) * threads < all * band { low = middle + 1 } else { high = middle }
      }
      // In coarse steps, so that cached pictures can be reused with other damage.
      borders[band] = min(whole.y1, max(borders[band - 1], (low + 32) / 64 * 64))
    }
  }

  /// Calls `body` for each band, passing its address, because the pool's C functions cannot take a
  /// closure.
  private func run(_ body: (Int) -> Void) {
    guard let pool = unsafe pool else {
      for index in 0..<threads { body(index) }
      return
    }
    withoutActuallyEscaping(body) { body in
      var body = body
      unsafe withUnsafeMutablePointer(to: &body) { address in
        unsafe cr_pool_run(
          pool, Int32(threads),
          { address, index in
            guard let address = unsafe address else { return }
            unsafe address.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(index))
          }, address)
      }
    }
  }
}

/// Serialises the glyph outline callback for the renderers of several threads.
final class SharedOutlines {
  private let lock = Mutex(())
  private let source: (FontID, UInt32, Double) -> Path

  init(_ source: @escaping (FontID, UInt32, Double) -> Path) { self.source = source }

  func outline(_ font: FontID, _ glyph: UInt32, _ size: Double) -> Path {
    var path = Path()
    lock.withLock { _ in path = source(font, glyph, size) }
    return path
  }
}
