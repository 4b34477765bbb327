import SpinetDSP
import SpinetWidgets

extension StereoDelay: SynthEffect {
  public static var parameters: [Widget] {
    [
      Widget("delay.mix", about: "How much of the echoes is heard."),
      Widget(
        "delay.time", range: 0.02...longestSeconds, default: 0.36, unit: "s", curve: .logarithmic,
        about: "The time between two echoes, unless they follow the tempo."),
      Widget(
        "delay.feedback", range: 0...0.95, default: 0.35,
        about: "How much of each echo comes back as the next."),
      Widget(
        "delay.sync", kind: .choice(Tempo.names),
        about: "The time between two echoes in notes of the tempo; off: by its time."),
    ]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    var settings = Settings(mix: values.next(), time: values.next(), feedback: values.next())
    let synced = Tempo.seconds(Int(values.next()), beatsPerMinute: values.beatsPerMinute)
    if let synced { settings.time = fitting(synced) }
    return settings
  }

  /// A synced time that is too long for the delay line is halved until it fits.
  @_noLocks private static func fitting(_ seconds: Float) -> Float {
    var seconds = seconds
    while seconds > Float(longestSeconds) { seconds *= 0.5 }
    return seconds
  }
}
