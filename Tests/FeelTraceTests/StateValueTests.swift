import FeelTrace
import Testing

struct StateValueTests {
  @Test func `numbers agree within a millionth, everything else exactly`() {
    #expect(StateValue.number(1).agrees(with: .number(1.000_000_9)))
    #expect(!StateValue.number(1).agrees(with: .number(1.000_002)))
    #expect(!StateValue.integer(1).agrees(with: .integer(2)))
    // JSON has one kind of number: 1 equals 1.0.
    #expect(StateValue.number(1).agrees(with: .integer(1)))
    #expect(!StateValue.integer(1).agrees(with: .number(1.1)))
    #expect(!StateValue.text("idle").agrees(with: .text("Idle")))
    #expect(!StateValue.flag(true).agrees(with: .integer(1)))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a non-finite number survives writing and reading`(number: Double) throws {
    let written = StateValue.number(number)
    let text = written.json.description
    let read = try StateValue(JSONReader.read(Array(text.utf8)))
    #expect(written.agrees(with: read))
    #expect(!StateValue.number(0).agrees(with: read))
  }
}
