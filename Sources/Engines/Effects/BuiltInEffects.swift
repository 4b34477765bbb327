import SpinetDSP
import SpinetWidgets

// The parameters of the effects whose sound is in SpinetDSP, in the order of the chain.

extension Drive: SynthEffect {
  public static var parameters: [Widget] {
    [Widget("drive.amount", about: "How much the whole sound is distorted.")]
  }

  @_noLocks public static func settings(_ values: inout EffectValues) -> Settings {
    Settings(amount: values.next())
  }
}

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
        about: "The time between two echoes as a note length; off uses delay.time."),
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
