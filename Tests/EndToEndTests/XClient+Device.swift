import CX11
import Glibc
import Testing

extension XClient {
  /// The beginning of libXi's XIDeviceInfo.
  private struct Device {
    var id: Int32
    var name: UnsafeMutablePointer<CChar>
    var use: Int32
    var attachment: Int32
    var isEnabled: Int32
    var classCount: Int32
    var classes: UnsafeMutableRawPointer?
  }

  /// Gives a device a property of one byte, as its driver would.
  func set(_ property: String, of device: String, to value: UInt8 = 1) throws {
    typealias Query =
      @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void
    typealias Change =
      @convention(c) (
        OpaquePointer, Int32, UInt, UInt, Int32, Int32, UnsafePointer<UInt8>, Int32
      ) -> Void
    let library = try #require(dlopen("libXi.so.6", RTLD_LAZY))
    func function<Function>(_ name: String) throws -> Function {
      unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
    }
    let (query, free): (Query, Free) = (
      try function("XIQueryDevice"), try function("XIFreeDeviceInfo")
    )
    let change: Change = try function("XIChangeProperty")
    // 0 stands for all devices.
    var count: Int32 = 0
    let list = try #require(query(connection, 0, &count))
    defer { free(list) }
    let devices = UnsafeBufferPointer(
      start: list.assumingMemoryBound(to: Device.self), count: Int(count))
    let found = try #require(devices.first { String(cString: $0.name) == device })
    change(connection, found.id, atom(property), atom("INTEGER"), 8, PropModeReplace, [value], 1)
    XSync(connection, 0)
  }
}
