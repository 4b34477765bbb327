import Testing

@testable import SpinetPanel

@Test func `A page gets the program's words for what it cannot do itself`() {
  var words = PanelWords()
  words.secure = "The lock"
  words.motion = "The \"tilt\" switch"
  #expect(
    words.message
      == #"{"words":{"secure":"The lock","motion":"The \"tilt\" switch","secureMotion":"A page that comes over https","#
      + #""address":"Open the address that it has now."}}"#)
}
