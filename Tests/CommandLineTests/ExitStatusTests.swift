import Testing

struct ExitStatusTests {
  @Test(arguments: ["--help", "--version", "help", "render --help"])
  func `requested help and version go to standard output`(line: String) throws {
    let run = try Program.run(Words(line))
    #expect(!run.output.isEmpty)
    #expect(run.words.isEmpty)
  }

  @Test func `an invalid command line is refused, naming the mistake and a remedy`() throws {
    try Program.expectRefusal("--fhs", saying: "--fhs")
    try Program.expectRefusal("--scene nowhere", saying: "“nowhere”", "overview")
    try Program.expectRefusal("--theme pink", saying: "pink", "contrast")
    try Program.expectRefusal("--overlay h,x", saying: "--overlay", "hud (h)", "age (i)")
    try Program.expectRefusal("--scale 0", saying: "--scale", "1 to 4")
    try Program.expectRefusal("render overview", saying: "--output")
    try Program.expectRefusal("render overview -o a.bmp", saying: "“a.bmp”", ".png")
    try Program.expectRefusal("render overview -o a.apng", saying: "--to")
  }

  @Test(arguments: ["NaN", "inf", "-1", "9", "0.1.2"])
  func `a parameter out of range is refused with its name, value and range`(value: String) throws {
    try Program.expectRefusal(
      "render overview -o a.png --set slider.step=\(value)", saying: "slider.step", value, "0.5")
  }

  @Test(arguments: ["--watch", "--watch --params -"])
  func `--watch without a file to follow is refused with a remedy`(line: String) throws {
    try Program.expectRefusal(Words(line), saying: "--watch", "--params")
  }

  @Test func `without a display the window is refused with a remedy`() throws {
    try Program.expectRefusal([], status: 3, saying: "display", "render")
  }

  @Test func `a file that cannot be read or written is named with the reason`() throws {
    try Program.expectRefusal(
      "check /nonexistent/a.feel", status: 4, saying: "/nonexistent/a.feel", "No such file")
    try Program.expectRefusal(
      "render overview -o /nonexistent/a.png", status: 4, saying: "/nonexistent/a.png")
    try Program.expectRefusal(
      "fit --estimator lsq2 /nonexistent.csv", status: 4, saying: "/nonexistent.csv")
  }

  @Test func `a full disk is reported as a failure`() throws {
    let run = try Program.run("list", outputPath: "/dev/full", status: 4)
    #expect(run.words.contains("No space left"))
  }
}
