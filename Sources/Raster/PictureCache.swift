/// What is costly to make and was drawn before: masks of shadows, images at the size they are shown
/// in, and pictures that only move.
///
/// It holds at most 8 MB and three times the bytes of the picture that is drawn; what was drawn
/// least recently goes first. Only what is asked for in a second frame is kept: what grows is
/// another thing in every frame, is never asked for again and takes no memory.
final class PictureCache {
  enum Key: Hashable {
    case shadow(ShadowShape)
    /// An image, by its identity, and the sides of the smaller picture, in pixels.
    case image(ObjectIdentifier, width: Int, height: Int)
    /// What is drawn under a name, of a size in 4096ths of a pixel; of its rows those that one
    /// renderer draws.
    case drawing(String, width: Double, height: Double, scale: Double, top: Int, rows: Int)
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

  /// Bytes that may be kept here however small the picture is.
  private let base: Int
  /// Bytes that are kept here at most.
  private var limit: Int
  private var entries: [Key: Entry] = [:]
  private var time = 0
  private var trimmed = 0
  /// Bytes that are kept.
  private(set) var size = 0
  /// Hashes of what was asked for lately and not there, and in which frame.
  private var missed = [(hash: Int, frame: Int)](
    repeating: (0, 0), count: PictureCache.remembered)
  private var frame = 0
  private var nextMissed = 0

  init(limit: Int) { (base, self.limit) = (limit, limit) }

  /// Begins a frame, for which so many bytes may be kept besides.
  func begin(room: Int) {
    frame += 1
    limit = base + room
    evict(to: limit)
  }

  /// What is kept under a key, or `nil`; `isKept` says whether what is made now should be kept.
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

  /// Keeps what was made, unless it is so large that little else would have room.
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

  /// Gives up what was drawn least recently, until so many bytes are left and there is room for one
  /// more.
  private func evict(to limit: Int) {
    while size > limit || entries.count >= Self.mostEntries,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    { remove(oldest.key) }
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
