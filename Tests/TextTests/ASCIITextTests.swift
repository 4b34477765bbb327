import Testing

@testable import SpinetText

@Suite struct `Text in ASCII` {
  @Test(arguments: [
    (["LC_ALL": "C"], true), (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], true),
    (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "C.UTF-8"], true), (["LANG": "C"], true),
    (["LC_ALL": "C.UTF-8", "LANG": "C"], false), (["LANG": "de_DE.utf8"], false), ([:], false),
    (["LANG": "de_DE.ISO-8859-15@euro"], true), (["LANG": "C.utf8@x"], false), (["LANG": "en_GB"], false),
  ])
  func `is for locales that have nothing else`(variables: [String: String], isWanted: Bool) {
    #expect(ASCIIText.isWanted { variables[$0] } == isWanted)
  }

  @Test func `spells signs, and asks for letters`() {
    #expect(ASCIIText.converted("0–127 → ±½ “é” 3×…") == "0-127 -> +-1/2 \"?\" 3x...")
    #expect(ASCIIText.converted("plain") == "plain")
  }

  @Test func `keeps all of JSON`() {
    #expect(ASCIIText.converted("{\"a\":\"é𝄞\"}\n→") == #"{"a":"\u00e9\ud834\udd1e"}"# + "\n->")
  }
}
