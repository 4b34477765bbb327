/// What the built-in engine costs, in this process: processor seconds for each second of sound.
enum VoiceCost {
  /// Of so many held voices of a shipped patch, in blocks of `block` frames, once their attacks are over.
  static func ofChord(patch: String, voices: Int, block: Int = 64, seconds: Double = 2) throws -> Double {
    let synth = try SoundingSynth(patch: try Spinet.patchText(patch), capacity: max(voices, 1), block: block)
    synth.start(voices: voices)
    for _ in 0..<max(1, 4_800 / block) { synth.render() }
    let blocks = max(1, Int(seconds * synth.framesPerSecond) / block)
    let spent = Stopwatch.processorSeconds { for _ in 0..<blocks { synth.render() } }
    return spent * synth.framesPerSecond / Double(blocks * block)
  }

  /// Of one voice more, from few to many, so that what does not grow with the voices falls out.
  static func ofVoice(patch: String, few: Int = 16, many: Int = 256, block: Int = 64) throws -> Double {
    let less = try ofChord(patch: patch, voices: few, block: block)
    return (try ofChord(patch: patch, voices: many, block: block) - less) / Double(many - few)
  }
}
