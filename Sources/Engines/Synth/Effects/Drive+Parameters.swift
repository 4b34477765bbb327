import SpinetDSP
import SpinetWidgets

extension Drive: SynthEffect {
  public static var parameters: [Widget] {
    [Widget("drive.amount", about: "How much the whole sound is distorted.")]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    Settings(amount: values.next())
  }
}
