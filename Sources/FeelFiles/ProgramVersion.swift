/// The version of the program, as `--version` and recordings say it.
package let programVersion = "0.1.0"
