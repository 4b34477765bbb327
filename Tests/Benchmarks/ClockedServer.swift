/// A sound server of our own that plays into nothing, at its rate: a sound card for machines without one.
protocol ClockedServer {
  var name: String { get }
  /// ALSA's name for the way to it, in this process and in those it starts.
  var pcm: String { get }
  /// How often what plays there has been interrupted since the server was started, by the server's own words.
  var interruptions: Int { get }
  /// What makes FluidSynth play there with such periods, two of them where it is asked.
  func fluidSynthWords(periodFrames: Int) -> [String]
}
