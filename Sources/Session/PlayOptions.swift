/// Everything that can be chosen about an instrument, by the names of the command line.
public struct PlayOptions: Sendable {
  public enum MIDIChoice: String, Sendable, CaseIterable { case alsa, portmidi, none }

  /// A patch name or file, a `.csd`, a `.dsp`, a sound file; nil for the default patch.
  public var instrument: String?
  public var midi = MIDIChoice.alsa
  public var connect: [String] = []
  public var connectsHardware = true
  /// Distinguishes a second instance: client "Spinet TAG".
  public var tag: String?
  public var pcm = "default"
  /// A PCM whose sound goes into the engine; nil for none.
  public var inputPCM: String?
  public var framesPerSecond = 48_000.0
  public var periodFrames = 128
  public var periods = 3
  public var mappingFiles: [String] = []
  public var keyboardFile: String?
  /// `WIDGET=VALUE`, applied after everything else.
  public var settings: [String] = []
  /// A file, or `none`; nil for the instrument's own.
  public var state: String?
  public var engineStartsRunning = true
  public var recordFile: String?
  public var durationSeconds: Double?

  public init() {}

  /// The name of the sequencer client and of the socket.
  public var clientName: String { tag.map { "Spinet \($0)" } ?? "Spinet" }
}
