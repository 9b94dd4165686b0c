/// Caches what is costly to draw: shadow masks, images at the size shown, halves of radial
/// gradients, and pictures that only move.
///
/// It holds at most 8 MB plus three times the bytes of the picture being drawn, and evicts the
/// least recently drawn first. Only what is requested in a second frame is stored: something that
/// grows has a new key in every frame, so it is never requested again and takes no memory.
final class PictureCache {
  enum Key: Hashable {
    case shadow(ShadowShape)
    /// An image, by its identity, and the size of the smaller picture, in pixels.
    case image(ObjectIdentifier, width: Int, height: Int)
    /// A radial gradient centred on a pixel corner, and its radius in pixels.
    case radial([GradientStop], radius: Double)
    /// A named picture, with its size in 4096ths of a pixel and the rows of it that one renderer
    /// draws.
    case drawing(String, width: Double, height: Double, scale: Double, top: Int, rows: Int)
  }

  enum Content {
    case mask(Scratch<UInt8>)
    case pixels(Scratch<UInt32>, isOpaque: Bool)
  }

  private struct Entry {
    let content: Content
    let size: Int
    /// A new image may have the identity of one that was freed.
    weak var image: Image?
    var lastUse: Int
  }

  /// The maximum number of bytes, excluding the picture's share.
  static let limit = 8 << 20
  private static let mostEntries = 1024
  private static let remembered = 64

  /// The maximum number of bytes, regardless of the picture's size.
  private let base: Int
  /// The current maximum number of bytes.
  private var limit: Int
  private var entries: [Key: Entry] = [:]
  private var time = 0
  private var trimmed = 0
  /// The number of bytes in use.
  private(set) var size = 0
  /// Hashes of recent misses, with their frames.
  private var missed = [(hash: Int, frame: Int)](
    repeating: (0, 0), count: PictureCache.remembered)
  private var frame = 0
  private var nextMissed = 0

  init(limit: Int) { (base, self.limit) = (limit, limit) }

  /// Starts a frame, which allows this many extra bytes.
  func begin(room: Int) {
    frame += 1
    limit = base + room
    evict(to: limit)
  }

  /// The entry for a key, or `nil`; `isKept` tells whether to store a newly computed one.
  func find(_ key: Key, of image: Image? = nil) -> (content: Content?, isKept: Bool) {
    time += 1
    if let index = entries.index(forKey: key), entries.values[index].image === image {
      entries.values[index].lastUse = time
      return (entries.values[index].content, false)
    }
    let hash = key.hashValue
    if let former = missed.first(where: { $0.hash == hash }) {
      return (nil, former.frame < frame)
    }
    missed[nextMissed] = (hash, frame)
    nextMissed = (nextMissed + 1) % Self.remembered
    return (nil, false)
  }

  /// Stores an entry, unless it would leave little room for others.
  func keep(_ content: Content, _ key: Key, of image: Image? = nil) {
    let size =
      switch content {
      case .mask(let bytes): bytes.capacity
      case .pixels(let pixels, _): pixels.capacity * 4
      }
    guard isKeepable(size) else { return }
    remove(key)
    evict(to: limit - size)
    entries[key] = Entry(content: content, size: size, image: image, lastUse: time)
    self.size += size
  }

  /// Evicts the least recently drawn entries until at most this many bytes are left, and there is
  /// room for one more entry.
  private func evict(to limit: Int) {
    while size > limit || entries.count >= Self.mostEntries,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    { remove(oldest.key) }
  }

  /// Removes entries not drawn since the last call.
  func trim() {
    for (key, entry) in entries where entry.lastUse <= trimmed { remove(key) }
    trimmed = time
  }

  /// Whether an entry of this many bytes may be stored.
  func isKeepable(_ size: Int) -> Bool { size <= limit / 2 }

  private func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    size -= old.size
  }
}
