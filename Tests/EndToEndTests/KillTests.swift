import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// Two windows share a state folder; one is killed, terminated or out of disk space at a random
  /// moment.
  @Suite(.enabled(if: Tool.cc.isInstalled, "cc is not installed")) struct KillTests {
    /// What the window is doing when it fails.
    enum Act: String, CaseIterable {
      case restoring = "key Menu key Return"
      case discarding = "key Menu key Down key Return"
      case saving = "key ctrl+s sleep 0.2 key Return"
      case recording = "key ctrl+e sleep 0.2 key shift+Right sleep 0.5 key ctrl+e"
      case quitting = "key ctrl+q"
      /// The window is closed while its takes are being restored.
      case closing = "key Menu key Return key alt+F4"
    }

    /// How it fails.
    enum Fault: String, CaseIterable {
      case kill, term, full
    }

    /// Number of moments tried for each act and fault; set by `Tests/kills`.
    private static let moments = ChildProcess.environment["FEELLAB_KILLS"].flatMap { Int($0) }

    /// The part of them that this process tries, such as `2/4`.
    private static let part = (ChildProcess.environment["FEELLAB_KILLS_PART"] ?? "0/1")
      .split(separator: "/").compactMap { Int($0) }

    private static let cases: [(act: Act, fault: Fault, seed: UInt64)] = {
      let all = stride(from: part[0], to: moments ?? 1, by: part[1]).flatMap { seed in
        Act.allCases.flatMap { act in Fault.allCases.map { (act, $0, UInt64(seed)) } }
      }
      return moments == nil ? Budget.cases(all, quick: 5, of: "no take at rest is lost") : all
    }()

    private static let shimFolder = try? TemporaryFolder()

    /// The fault-injecting library, built once.
    private static let shim: String? = {
      guard let shim = shimFolder?.file("faults.so") else { return nil }
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("FileFaults/FileFaults.c").path
      let compiler = try? ChildProcess("cc", ["-shared", "-fPIC", "-o", shim, source, "-ldl"])
      return eventually { compiler?.exitStatus } == 0 ? shim : nil
    }()

    @Test(arguments: cases)
    func `no take at rest is lost, whenever a window is killed, ended or out of disk space`(
      act: Act, fault: Fault, seed: UInt64
    ) throws {
      var random = SeededGenerator(seed: seed &* 18 &+ UInt64(act.index * 3 + fault.index))
      let home = try TemporaryFolder()
      let folder = home.file(".local/state/feellab")
      let name = Bool.random(using: &random) ? "session-1-1.feel" : "closed-1-1.feel"
      try FileTests.keep(2, as: name, in: home)
      let shim = try #require(Self.shim)

      let arguments = ["--scene", "carousel"] + Program.settlesSoon
      let other = try Program(arguments, home: home, awaits: .window)
      try other.xdotool(FileTests.flick + " sleep 1.2")
      var variables: [String: String] = [:]
      if fault != .term {
        variables["LD_PRELOAD"] = shim
        variables["FAULT_FOLDER"] = folder
        variables["FAULT_KIND"] = fault.rawValue
        variables["FAULT_ERROR"] = "\(ENOSPC)"
        variables["FAULT_AT"] = "\(Int.random(in: 1...40, using: &random))"
      }
      let program = try? Program(arguments, environment: variables, home: home, awaits: .window)
      _ = try? program?.xdotool(FileTests.flick + " sleep 1.2")
      let before = presses(in: folder)
      #expect(before.count >= 3)

      if let program, program.process.exitStatus == nil {
        _ = try? program.xdotool(act.rawValue)
        usleep(UInt32.random(in: 0...800_000, using: &random))
        program.end(by: SIGTERM)
      }
      other.end(by: SIGKILL)
      let lost = before.subtracting(presses(in: folder))
      // The prepared session has two takes. It may be deleted if it was discarded, or if it was a
      // closed one and a later one is closed.
      let mayGo = act == .discarding || act == .quitting && name.hasPrefix("closed")
      #expect(lost.count <= (mayGo ? 2 : 0), "\(lost)")
    }

    /// The presses in a folder's sessions, identified by time, since restoring rewrites the file.
    private func presses(in folder: String) -> Set<Substring> {
      let lines = entries(of: folder).filter { $0.hasSuffix(".feel") }.flatMap { name in
        contents(of: "\(folder)/\(name)").split(separator: "\n")
      }
      return Set(
        lines.filter { $0.contains("\"down\"") }.compactMap { $0.split(separator: ",").first })
    }
  }
}

extension CaseIterable where Self: Equatable {
  fileprivate var index: Int {
    Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0
  }
}
