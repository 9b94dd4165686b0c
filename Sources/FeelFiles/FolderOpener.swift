internal import Glibc

/// Shows folders in the desktop's file manager.
package enum FolderOpener {
  /// Shows the folder that contains a file.
  ///
  /// - Throws: `CommandFailure` if `xdg-open` is not installed.
  package static func show(folderOf path: String) throws(CommandFailure) {
    let folder = FileName.folder(of: path)
    guard Program.path(of: "xdg-open") != nil else {
      throw .missingTool(
        "To show a folder, install xdg-open: apt install xdg-utils. The folder is \(folder)")
    }
    // The shell exits at once, and its background process is not our child, so we need not wait for
    // it.
    let words = ["/bin/sh", "-c", "xdg-open \"$1\" </dev/null >/dev/null 2>&1 &", "sh", folder]
    var id: pid_t = 0
    let code = unsafe Program.with(words) {
      unsafe posix_spawn(&id, "/bin/sh", nil, nil, $0, environ)
    }
    guard code == 0 else {
      throw .badFile("Cannot start a shell to show \(folder): \(systemReason()).")
    }
    waitpid(id, nil, 0)
  }
}

/// Other programs.
package enum Program {
  /// A program's path from `PATH`, or `nil` if it is not installed.
  package static func path(of name: String) -> String? {
    let folders = (Environment.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      unsafe access(FileName.bytes(of: $0), X_OK) == 0
    }
  }

  /// Calls a function with words as a C `argv`: null-terminated strings, and null after the last.
  package static func with<Answer>(
    _ words: [String], _ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
  ) -> Answer {
    var pointers = unsafe words.map { unsafe strdup(FileName.bytes(of: $0)) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe call(&pointers)
  }
}
