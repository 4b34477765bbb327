import SpinetDSP
import SpinetWidgets

extension Reverb: SynthEffect {
  public static var parameters: [Widget] {
    [
      Widget("reverb.mix", default: 0.15, about: "How much of the room is heard."),
      Widget("reverb.size", default: 0.5, about: "How large the room is, and how long it rings."),
      Widget(
        "reverb.damping", default: 0.4, about: "How much faster high frequencies fade in the room."),
    ]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    Settings(mix: values.next(), size: values.next(), damping: values.next())
  }
}
