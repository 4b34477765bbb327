import SpinetText

/// How the page says what a person can do outside of it.
///
/// A program that has options or buttons for it names those. The first three texts begin a sentence.
public struct PanelWords: Sendable {
  /// What gives a browser on another machine its camera and its sensors.
  public var secure = "A page that comes over https"
  /// What lets the page's device play by its motion.
  public var motion = "An instrument that listens to the page's motion"
  /// Both.
  public var secureMotion = "A page that comes over https"
  /// A sentence that says how to get the address of the page.
  public var address = "Open the address that it has now."

  /// Words that name no options and no buttons.
  public init() {}

  /// The message to a page.
  var message: String {
    var texts = JSONLine()
    texts.add("secure", secure)
    texts.add("motion", motion)
    texts.add("secureMotion", secureMotion)
    texts.add("address", address)
    var line = JSONLine()
    line.add("words", literal: texts.description)
    return line.description
  }
}
