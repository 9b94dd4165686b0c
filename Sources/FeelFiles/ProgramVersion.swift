/// The program's version, as reported by `--version` and in recordings.
package let programVersion = "0.1.0"
