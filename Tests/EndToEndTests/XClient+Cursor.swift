import CX11
import Glibc

extension XClient {
  struct CursorPicture: Hashable {
    var width: Int
    var height: Int
    /// 0xAARRGGBB in its middle.
    var color: UInt32
  }

  /// The layout of libXfixes' answer.
  private struct Answer {
    var x: Int16
    var y: Int16
    var width: UInt16
    var height: UInt16
    var hotX: UInt16
    var hotY: UInt16
    var serial: UInt
    var pixels: UnsafeMutablePointer<UInt>
  }

  /// Reads the pointer's current picture; `nil` if libXfixes is missing.
  func cursorPicture() -> CursorPicture? {
    typealias Query =
      @convention(c) (
        OpaquePointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
      ) -> Int32
    typealias Read = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
    // libXcursor depends on this library, so it is there.
    guard let library = dlopen("libXfixes.so.3", RTLD_LAZY),
      let query = dlsym(library, "XFixesQueryExtension"),
      let read = dlsym(library, "XFixesGetCursorImage")
    else { return nil }
    var (event, error): (Int32, Int32) = (0, 0)
    guard unsafeBitCast(query, to: Query.self)(connection, &event, &error) != 0,
      let image = unsafeBitCast(read, to: Read.self)(connection)
    else { return nil }
    defer { XFree(image) }
    let answer = image.load(as: Answer.self)
    let middle = Int(answer.height / 2) * Int(answer.width) + Int(answer.width / 2)
    return CursorPicture(
      width: Int(answer.width), height: Int(answer.height),
      color: UInt32(truncatingIfNeeded: answer.pixels[middle]))
  }
}
