import SpinetDSP
import SpinetWidgets

extension Chorus: SynthEffect {
  public static var parameters: [Widget] {
    [
      Widget("chorus.mix", about: "How much of the chorus is heard."),
      Widget(
        "chorus.rate", range: 0.05...8, default: 0.6, unit: "Hz", curve: .logarithmic,
        about: "How fast the chorus swings."),
      Widget("chorus.depth", default: 0.4, about: "How far the chorus moves the pitch of its copies."),
    ]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    Settings(mix: values.next(), rate: values.next(), depth: values.next())
  }
}
