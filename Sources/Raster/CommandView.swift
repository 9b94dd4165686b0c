internal import FeelGeometry
internal import Glibc

/// A drawing order seen where it stands in its list.
///
/// It cannot be copied: to take an order out of an array counts every array within it up and down
/// again, which costs more than a glyph. What is asked of it, it answers itself, because to take
/// `command` out is to copy it.
struct CommandInPlace: ~Copyable {
  private let command: DrawCommand

  /// 0 for what draws, 1 for what opens a scope, 2 for what ends one.
  @inline(__always) var scopeKind: Int { command.scopeKind }

  /// Whether both are rectangles, rounded or not, of one opaque colour.
  borrowing func fillsAlike(_ other: borrowing CommandInPlace) -> Bool {
    guard case .roundedRect(_, _, .solid(let color)) = command,
      case .roundedRect(_, _, .solid(let otherColor)) = other.command
    else { return false }
    return color == otherColor && color.alpha == 255
  }

  @inline(__always) borrowing func isEqual(_ other: borrowing CommandInPlace) -> Bool {
    command == other.command
  }

  /// Gives the command to `body`, which is to keep nothing of it.
  @inline(__always) borrowing func read<R>(_ body: (DrawCommand) -> R) -> R { body(command) }
}

/// A display list's commands, seen where they stand.
@safe struct CommandView {
  private let base: UnsafePointer<CommandInPlace>?
  let count: Int
  /// Device pixels per point.
  let scale: Double

  @unsafe fileprivate init(_ places: UnsafeBufferPointer<CommandInPlace>, scale: Double) {
    unsafe base = places.baseAddress
    (count, self.scale) = (places.count, scale)
  }

  @inline(__always) subscript(index: Int) -> CommandInPlace {
    _read {
      assert(index >= 0 && index < count, "index within the view")
      yield unsafe base.unsafelyUnwrapped[index]
    }
  }

  /// Whether a command equals one of another list.
  @inline(__always) func isEqual(_ index: Int, _ other: CommandView, _ otherIndex: Int) -> Bool {
    assert(index >= 0 && index < count, "index within the view")
    assert(otherIndex >= 0 && otherIndex < other.count, "index within the view")
    // The same bits are the same command; others may still be, with arrays that are equal but not
    // one.
    let (one, two) = unsafe (
      base.unsafelyUnwrapped + index, other.base.unsafelyUnwrapped + otherIndex
    )
    return unsafe memcmp(one, two, MemoryLayout<CommandInPlace>.size) == 0
      || self[index].isEqual(other[otherIndex])
  }

  /// The pixels that a command can change, held to `limit`.
  @inline(__always) func pixelBounds(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.pixelBounds(scale: scale, within: limit) }
  }

  /// Pixels that a command makes opaque.
  @inline(__always) func opaqueCore(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.opaqueCore(scale: scale, within: limit) }
  }

  /// The pixels that what a scope holds can touch.
  @inline(__always) func scopeBounds(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.scopeBounds(scale: scale, within: limit) }
  }

  /// Where the scope that opens at `index` ends: after its `pop`, or with the list.
  func end(of index: Int) -> Int {
    var (depth, next) = (1, index + 1)
    while next < count, depth > 0 {
      switch self[next].scopeKind {
      case 1: depth += 1
      case 2: depth -= 1
      default: break
      }
      next += 1
    }
    return next
  }

  /// The pixels that what the group opened at `index` holds can touch.
  func contentBounds(after index: Int, within limit: PixelRect) -> PixelRect {
    var bounds = PixelRect.empty
    for next in index + 1..<end(of: index) {
      bounds = bounds.union(pixelBounds(next, within: limit))
    }
    return bounds
  }
}

extension DisplayList {
  /// Calls `body` with the commands in their places.
  @inline(__always) func withCommands<R>(_ body: (CommandView) -> R) -> R {
    unsafe commands.withUnsafeBufferPointer { commands in
      // A structure of one property is laid out as the property is.
      unsafe commands.withMemoryRebound(to: CommandInPlace.self) { places in
        unsafe body(CommandView(places, scale: scale))
      }
    }
  }
}
