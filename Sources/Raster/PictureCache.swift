/// What is costly to make and was drawn before: masks of shadows, images at the size they are shown
/// in, and pictures that only move.
///
/// It is kept by value, at most 8 MB of it and twice what the picture itself takes, and what was
/// drawn least recently goes first. Only what
/// is asked for a second time is kept: what moves or grows is another thing in every frame, is
/// never asked for again and takes no memory.
final class PictureCache {
  enum Key: Hashable {
    case shadow(ShadowShape)
    /// An image, by its identity, and the sides of the smaller picture, in pixels.
    case image(ObjectIdentifier, width: Int, height: Int)
    /// What is drawn under a name, of a size in pixels; of its rows those that one renderer draws.
    case drawing(
      String, width: Double, height: Double, scale: Double, top: Double, rows: Int)
  }

  enum Content {
    case mask(Scratch<UInt8>)
    case pixels(Scratch<UInt32>, isOpaque: Bool)
  }

  private struct Entry {
    let content: Content
    let size: Int
    /// An image that is gone may leave its identity to another.
    weak var image: Image?
    var lastUse: Int
  }

  /// Bytes that are kept at most in all.
  static let limit = 8 << 20
  private static let mostEntries = 1024
  private static let remembered = 64

  /// Bytes that are kept here at most, whatever is drawn.
  private let least: Int
  /// Bytes that are kept here at most.
  private var limit: Int
  private var entries: [Key: Entry] = [:]
  private var time = 0
  private var trimmed = 0
  /// Bytes that are kept.
  private(set) var size = 0
  /// Hashes of what was asked for lately and not there.
  private var missed = [Int](repeating: 0, count: PictureCache.remembered)
  private var nextMissed = 0

  init(limit: Int) { (least, self.limit) = (limit, limit) }

  /// Lets so many bytes more be kept than whatever is drawn.
  func makeRoom(for size: Int) { limit = least + size }

  /// What is kept under a key, or `nil`; `isKept` says whether what is made now should be kept.
  func find(_ key: Key, of image: Image? = nil) -> (content: Content?, isKept: Bool) {
    time += 1
    if let index = entries.index(forKey: key), entries.values[index].image === image {
      entries.values[index].lastUse = time
      return (entries.values[index].content, false)
    }
    let hash = key.hashValue
    guard !missed.contains(hash) else { return (nil, true) }
    missed[nextMissed] = hash
    nextMissed = (nextMissed + 1) % Self.remembered
    return (nil, false)
  }

  /// Keeps what was made, unless it is so large that little else would have room.
  func keep(_ content: Content, _ key: Key, of image: Image? = nil) {
    let size =
      switch content {
      case .mask(let bytes): bytes.capacity
      case .pixels(let pixels, _): pixels.capacity * 4
      }
    guard isKeepable(size) else { return }
    remove(key)
    while self.size + size > limit || entries.count >= Self.mostEntries,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    { remove(oldest.key) }
    entries[key] = Entry(content: content, size: size, image: image, lastUse: time)
    self.size += size
  }

  /// Gives up what was not drawn since the last call.
  func trim() {
    for (key, entry) in entries where entry.lastUse <= trimmed { remove(key) }
    trimmed = time
  }

  /// Whether so many bytes are few enough to be kept.
  func isKeepable(_ size: Int) -> Bool { size <= limit / 2 }

  private func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    size -= old.size
  }
}
