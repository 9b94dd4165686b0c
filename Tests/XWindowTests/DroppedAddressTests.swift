import Testing
import XWindow

struct DroppedAddressTests {
  private func list(_ text: String) -> [DroppedAddress] {
    DroppedAddress.list(Array(text.utf8), host: "Here.example")
  }

  @Test(
    arguments: [
      ("file:///home/a/one.feel", "/home/a/one.feel"),
      ("file:/home/a/one.feel", "/home/a/one.feel"),
      ("file://localhost/one", "/one"), ("FILE://LocalHost/one", "/one"),
      ("file://here.EXAMPLE/one", "/one"),
      ("file:///with%20space%25%c3%A9", "/with space%é"),
      ("file:///a%0Ab", "/a\nb"), ("file:///a#b?c", "/a#b?c"),
      ("  file:///one \t", "/one"), ("file:///ÿ", "/ÿ"),
    ])
  func `an address on this machine gives its path, byte for byte`(address: String, path: String) {
    #expect(list(address) == [.file(Array(path.utf8))])
  }

  @Test func `a path need not be valid UTF-8`() {
    #expect(list("file:///%ff%FE") == [.file([0x2F, 0xFF, 0xFE])])
    #expect(
      DroppedAddress.list(Array("file:///".utf8) + [0xFF], host: "") == [.file([0x2F, 0xFF])])
  }

  @Test(arguments: ["file://elsewhere/one", "file://10.0.0.1/one", "file://here.example.org/one"])
  func `an address on another machine gives its host`(address: String) {
    let host = String(address.dropFirst(7).prefix { $0 != "/" })
    #expect(list(address) == [.remote(host: host)])
  }

  @Test(
    arguments: [
      ("https://example.org/a.feel", "https"), ("MAILTO:a@b", "mailto"), ("data:,x", "data"),
      ("sftp://here.example/one", "sftp"),
    ])
  func `an address of another scheme gives the scheme`(address: String, scheme: String) {
    #expect(list(address) == [.other(scheme: scheme)])
  }

  @Test(
    arguments: [
      "/home/a", "one.feel", ":", "file:", "file:one", "file://", "file://here.example",
      "file:///a%", "file:///a%4", "file:///a%4g", "file:///a%00b", "file://%00/a", "a b://c",
      "fil%65:///a",
    ])
  func `a malformed address is recognised as such`(address: String) {
    #expect(list(address) == [.malformed])
  }

  @Test func `a list has an address per line, and comments are skipped`() {
    let text = "# from a file manager\r\nfile:///a\r\n\r\nfile:///b\nhttp://c\rfile:///d\0file:///e"
    #expect(
      list(text) == [
        .file(Array("/a".utf8)), .file(Array("/b".utf8)), .other(scheme: "http"),
        .file(Array("/d".utf8)),
      ])
    #expect(list("").isEmpty)
    #expect(list("\r\n# nothing\r\n").isEmpty)
  }
}
