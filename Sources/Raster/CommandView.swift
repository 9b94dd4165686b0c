internal import FeelGeometry
internal import Glibc

/// A view of a command in its list.
///
/// Not copyable: copying a command out of an array retains and releases every array inside it,
/// which costs more than drawing a glyph. All queries are methods of this type, because reading
/// `command` would copy it.
struct CommandInPlace: ~Copyable {
  private let command: DrawCommand

  /// 0 for a drawing command, 1 for one that opens a scope, 2 for one that closes it.
  @inline(__always) var scopeKind: Int { command.scopeKind }

  /// Whether both are rectangles, rounded or not, in the same opaque colour.
  borrowing func fillsAlike(_ other: borrowing CommandInPlace) -> Bool {
    guard case .roundedRect(_, _, .solid(let color)) = command,
      case .roundedRect(_, _, .solid(let otherColor)) = other.command
    else { return false }
    return color == otherColor && color.alpha == 255
  }

  @inline(__always) borrowing func isEqual(_ other: borrowing CommandInPlace) -> Bool {
    command == other.command
  }

  /// Passes the command to `body`, which must not retain it.
  @inline(__always) borrowing func read<R>(_ body: (DrawCommand) -> R) -> R { body(command) }
}

/// A view of a display list's commands, without copying.
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

  @inline(__always) func isEqual(_ index: Int, _ other: CommandView, _ otherIndex: Int) -> Bool {
    assert(index >= 0 && index < count, "index within the view")
    assert(otherIndex >= 0 && otherIndex < other.count, "index within the view")
    // Equal bits are equal commands; others may still be equal, if equal arrays are stored
    // separately.
    let (one, two) = unsafe (
      base.unsafelyUnwrapped + index, other.base.unsafelyUnwrapped + otherIndex
    )
    return unsafe memcmp(one, two, MemoryLayout<CommandInPlace>.size) == 0
      || self[index].isEqual(other[otherIndex])
  }

  /// The pixels that a command can change, clipped to `limit`.
  @inline(__always) func pixelBounds(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.pixelBounds(scale: scale, within: limit) }
  }

  /// Pixels that a command certainly makes opaque.
  @inline(__always) func opaqueCore(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.opaqueCore(scale: scale, within: limit) }
  }

  /// The pixels that the content of a scope can touch.
  @inline(__always) func scopeBounds(_ index: Int, within limit: PixelRect) -> PixelRect {
    self[index].read { $0.scopeBounds(scale: scale, within: limit) }
  }

  /// The end of the scope opened at `index`: after its `pop`, or the end of the list.
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

  /// The pixels that the content of the group opened at `index` can touch.
  func contentBounds(after index: Int, within limit: PixelRect) -> PixelRect {
    var bounds = PixelRect.empty
    for next in index + 1..<end(of: index) {
      bounds = bounds.union(pixelBounds(next, within: limit))
    }
    return bounds
  }
}

extension DisplayList {
  /// Calls `body` with a view of the commands.
  @inline(__always) func withCommands<R>(_ body: (CommandView) -> R) -> R {
    unsafe commands.withUnsafeBufferPointer { commands in
      // A structure with one property has that property's layout.
      unsafe commands.withMemoryRebound(to: CommandInPlace.self) { places in
        unsafe body(CommandView(places, scale: scale))
      }
    }
  }
}
