import FeelTrace
import TestSupport
import Testing

struct JSONTests {
  private func read(_ text: String) throws(JSONError) -> JSON {
    try JSONReader.read(Array(text.utf8))
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "9223372036854775807", "0.1", "-0.0", "1e+300",
    "5e-324", "\"\"", "\"a\\n\\\"\\\\ü€𝄞\"", "[]", "{}", "[1, [2, {}]]",
    "{\"a\": 1, \"b\": [true, null], \"\": \"x\"}",
  ])
  func `reading and writing JSON gives the same text`(text: String) throws {
    let value = try read(text)
    #expect(value.description == text)
  }

  @Test func `every JSON escape is read`() throws {
    let value = try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud834\udd1e""#)
    #expect(value.text == "\"\\/\u{8}\u{c}\n\r\tA\u{e9}\u{1d11e}")
  }

  @Test(arguments: [
    ("", "1:1: expected a value, found the end"),
    ("{\"a\": NaN}", "1:7: expected a value, found 'N'"),
    ("[Infinity]", "1:2: expected a value, found 'I'"),
    ("[1e999]", "1:2: expected a number of at most 1.8e308, found 1e999"),
    ("{\"a\": 1,\n \"a\": 2}", "2:2: expected every name once, found \"a\" again"),
    ("[1] x", "1:5: expected the end, found 'x'"),
    ("[1,]", "1:4: expected a value, found ']'"),
    ("[01]", "1:3: expected ',' or ']', found '1'"),
    ("[1.]", "1:4: expected a digit, found ']'"),
    ("{\"ü\": ü}", "1:7: expected a value, found byte 0xc3"),
    ("\"\\ud834x\"", "1:8: expected the second half of a surrogate pair, found 'x'"),
    ("\"\\udd1e\"", "1:3: expected a Unicode character, found half a surrogate pair"),
    ("\"a", "1:3: expected '\"' at the string's end, found the end"),
    ("\"\t\"", "1:2: expected no control character in a string, found byte 0x9"),
    ("nul", "1:1: expected 'null', found the end"),
  ])
  func `invalid JSON is reported with its position`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test func `every value has its position in the text`() throws {
    let value = try JSONReader.read(Array("{\"a\":\n  [1, \"é\", 3]}".utf8), firstLine: 7)
    #expect(value.position == SourcePosition(line: 7, column: 1))
    let list = try #require(value["a"]?.list)
    #expect(list.map(\.position.line) == [8, 8, 8])
    #expect(list.map(\.position.column) == [4, 7, 12])
  }

  @Test func `invalid UTF-8 is refused`() {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read([0x22, 0xFF, 0x22])
    }
    #expect(error?.expected == "a string in UTF-8")
  }

  @Test func `nesting beyond the limit is refused without a crash`() {
    let error = #expect(throws: JSONError.self) {
      try read(String(repeating: "[", count: 100_000))
    }
    #expect(error?.position.column == JSONReader.maximumDepth + 1)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random numbers keep every bit when written and read`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let back = try read(JSON.number(number).description).number
      #expect(back?.bitPattern == number.bitPattern)
    }
  }

  /// Numbers at the limits of machine words, of digits and of powers of ten.
  @Test(arguments: [
    "0.0", "-0", "-0.5", "1e0", "1E+2", "123456789012345678", "1234567890123456789",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551616", "9007199254740993", "9007199254740993.0",
    "0.1234567890123456789", "123456789012345678901234567890.5", "1e22", "1e23", "-1e-22",
    "1e-23", "8.5e15", "1e308", "1e-400", "1e00000000000000000000001", "1e-99999999999999999999",
    "0.00000000000000000000000000001", "4.9e-324", "2.2250738585072011e-308",
  ])
  func `a number is read as the nearest representable value`(text: String) throws {
    let value = try read(text)
    if let integer = Int64(text), text != "-0" {
      #expect(value == JSON(.integer(integer)))
    } else {
      #expect(value.number?.bitPattern == Double(text)?.bitPattern)
    }
  }

  @Test func `a repeated name is refused even among many`() throws {
    let names = (0..<40).map { "\"name \($0)\": \($0)" }
    let many = "{" + names.joined(separator: ", ") + "}"
    #expect(try read(many)["name 39"]?.number == 39)
    for again in [0, 7, 8, 39] {
      let error = #expect(throws: JSONError.self) {
        try read("{" + (names + ["\"name \(again)\": 0"]).joined(separator: ",") + "}")
      }
      #expect(error?.expected == "every name once")
    }
  }

  @Test func `a non-finite number is written as null`() {
    #expect(JSON.list([.number(.nan), .number(.infinity)]).description == "[null, null]")
  }
}
