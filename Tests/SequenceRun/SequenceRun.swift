internal import ControlSequences
internal import Feel
internal import Glibc
internal import TestSupport

/// `SequenceRun COUNT [SEED] [CONTROL…]`: feeds COUNT random sequences, half of them hostile, to
/// every control, and stops at the first fault.
///
/// Writes the current seed to the file named by `SEED_NOTE`, so that it is known after a crash.
@main struct SequenceRun {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let count = arguments.first.flatMap({ UInt64($0) }) else {
      LongRun.fail("usage: SequenceRun COUNT [SEED] [CONTROL…]", code: 2)
    }
    let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
    let names = arguments.dropFirst(2)
    func play<Control: SequencedControl>(_ control: Control.Type) {
      guard names.isEmpty || names.contains(Control.name) else { return }
      run(control, count: count, from: seed)
    }
    play(ScrollView.self)
    play(Carousel.self)
    play(Pager.self)
    play(ProgressSlider.self)
    play(IntegerSlider.self)
    play(LongPressButton.self)
  }

  private static func run<Control: SequencedControl>(
    _ control: Control.Type, count: UInt64, from first: UInt64
  ) {
    for seed in first..<(first + count) {
      let isHostile = seed % 2 == 1
      LongRun.note("\(Control.name) \(seed)")
      let check = SequenceCheck<Control>(seed: seed, isHostile: isHostile)
      if let failure = check.failure() { LongRun.fail(failure, code: 1) }
    }
    print("\(Control.name): \(count) sequences from seed \(first) hold")
    fflush(nil)
  }
}
