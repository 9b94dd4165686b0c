import FeelTrace
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The sentences of `doctor` about servers, each tested with such a server.
  @Suite struct DoctorTests {
    /// The problems it reports for a display, and its exit status.
    private func examine(
      _ display: String, _ environment: [String: String] = [:]
    ) throws -> (status: Int32?, words: [String]) {
      let folder = try TemporaryFolder()
      let output = folder.file("output")
      let variables = ["DISPLAY": display, "HOME": folder.path].merging(environment) { $1 }
      let doctor = try Program.start(["doctor", "--json"], variables, output: output)
      let status = eventually { doctor.exitStatus }
      let found = try JSONReader.read(Array(contents(of: output).utf8))
      return (status, (found["problems"]?.list ?? []).compactMap { $0["says"]?.text })
    }

    @Test func `a screen without true colours is a blocking problem`() throws {
      let found = try examine(try XServer(screen: "800x600x8").display)
      #expect(found.status == 1)
      let words = "the screen’s visual of depth 8 has no true colours"
      #expect(
        found.words.contains(
          "No window can be opened: \(words). Set the screen to 24 bits per pixel."),
        "\(found.words)")
    }

    @Test func `a server lost while the window is made is a blocking problem`() throws {
      let door = try ServerDoor.cutting(try XServer(), after: 500)
      let found = try examine(door.display)
      #expect(found.status == 1)
      let words = "display \(door.display) was lost. Restart the server and read its log."
      #expect(found.words.contains("No window can be opened: \(words)"), "\(found.words)")
    }

    @Test func `a server lost while the display is opened ends the program with one sentence`()
      throws
    {
      let door = try ServerDoor.cutting(try XServer(), after: 100)
      let folder = try TemporaryFolder()
      let errors = folder.file("errors")
      let program = try Program.start(
        ["--no-state"], ["DISPLAY": door.display, "HOME": folder.path], errors: errors)
      #expect(eventually { program.exitStatus } == 3)
      #expect(
        contents(of: errors)
          == "feellab: The X server ended the connection while the display was opened. "
          + "Restart the server and read its log.\n")
    }

    @Test func `a server that shares no memory is reported as slower`() throws {
      let display = try XServer(["-extension", "MIT-SHM"]).display
      let found = try examine(display)
      #expect(found.status == 0)
      #expect(
        found.words.contains(
          "Pixels are sent over the connection, which is slower: \(display) shares no memory with this program. Run it where its display is."
        ), "\(found.words)")
    }

    @Test(.enabled(if: Tool.xauth.isInstalled, "xauth is not installed"))
    func `extensions withheld from an untrusted client are reported`() throws {
      let folder = try TemporaryFolder()
      let server = try XServer.guarded(by: folder)
      let display = server.display
      let found = try examine(display, ["XAUTHORITY": folder.file("untrusted")])
      #expect(found.status == 0)
      for (name, loss) in [
        ("XInputExtension", "no touch and no smooth scrolling"),
        ("Present", "frames follow a timer, not the display"),
        ("RANDR", "monitors and their rates are unknown"),
        ("SYNC", "the window is drawn late while it is resized"),
      ] {
        let words =
          "\(display) has no \(name): \(loss). Use a server that has it and trusts this program."
        #expect(found.words.contains(words), "\(found.words)")
      }
    }

    @Test func `an input library that is installed but not used is reported`() throws {
      let folder = try TemporaryFolder()
      // A library with none of the functions, like an old version.
      let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
      let libraries = folders.map { folder in "\(folder)/libXext.so.6" }
      let other = try #require(libraries.first { access($0, R_OK) == 0 })
      #expect(symlink(other, folder.file("libXi.so.6")) == 0)
      let found = try examine(try XServer().display, ["LD_LIBRARY_PATH": folder.path])
      #expect(found.status == 0)
      #expect(
        found.words.contains(
          "libXi.so.6 is installed but not used: no touch and no smooth scrolling. It is too old, or this program was built without libxi-dev. Install that and rebuild."
        ), "\(found.words)")
    }
  }
}

extension ServerDoor {
  /// A door that closes in mid-conversation.
  ///
  /// - Parameter limit: number of request bytes that a client can send.
  fileprivate static func cutting(_ server: XServer, after limit: Int) throws -> ServerDoor {
    try ServerDoor(server) { client, server in
      var passed = 0
      ServerDoor.relay(client, server) { isRequest, bytes in
        if isRequest { passed += bytes.count }
        return passed <= limit && sendAll(bytes, to: isRequest ? server : client)
      }
    }
  }
}
