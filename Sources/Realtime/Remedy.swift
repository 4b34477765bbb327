/// What to do about an error.
///
/// A program can match its `action`, and say it in words of its own. Its text names no options and no commands, because
/// a program that uses the library has others, or none.
public struct Remedy: Hashable, Sendable, CustomStringConvertible {
  /// What a person can do. The texts of the cases stay as they are; later versions may have more.
  public enum Action: String, CaseIterable, Sendable {
    /// What only the place of the error knows. The value is the text.
    case other
    /// Nothing: the work goes on.
    case nothing

    // Names
    /// The value is the most similar name.
    case takeSimilarName = "take-similar-name"
    /// The value is a list of names: `a, b or c`.
    case chooseAmong = "choose-among"
    /// The value is a list of names: `a, b, c`.
    case chooseAvailable = "choose-available"
    case chooseOtherName = "choose-other-name"
    case chooseNameWithoutSlashes = "choose-name-without-slashes"

    // Files
    case correctFile = "correct-file"
    case giveOtherFile = "give-other-file"
    case giveCompleteFile = "give-complete-file"
    case giveSoundFile = "give-sound-file"
    case giveMappingFile = "give-mapping-file"
    case giveOtherMappingFile = "give-other-mapping-file"
    case giveOtherStateFile = "give-other-state-file"
    case giveSong = "give-song"
    case giveInput = "give-input"
    /// The value is the song's file.
    case renderSong = "render-song"
    case choosePlace = "choose-place"
    case makeRoom = "make-room"

    // Settings
    case writeSetting = "write-setting"
    case writeSize = "write-size"
    case renderQuieter = "render-quieter"

    // Devices
    /// The values are a PCM, and a rate in hertz.
    case choosePCMOrRate = "choose-pcm-or-rate"
    case chooseFreePCM = "choose-free-pcm"
    case chooseOtherPCM = "choose-other-pcm"
    case addSoundCard = "add-sound-card"
    case useSequencer = "use-sequencer"
    case playWithSequencer = "play-with-sequencer"
    case loadSequencer = "load-sequencer"
    case connectAgain = "connect-again"
    case useOtherDevice = "use-other-device"
    case playFace = "play-face"
    case playMotionSensor = "play-motion-sensor"

    // The system
    case closeOtherPrograms = "close-other-programs"
    /// The value is the name of a Debian package.
    case installPackage = "install-package"
    case installPortMidi = "install-portmidi"

    // The instrument that runs
    case startInstrument = "start-instrument"
    /// The value is a list of names.
    case chooseInstrument = "choose-instrument"
    case giveTag = "give-tag"
    case startAgain = "start-again"
    case startEngine = "start-engine"
    case startWithPanel = "start-with-panel"
    /// The value is a list of names: `a, b or c`.
    case choosePart = "choose-part"
    case startRecording = "start-recording"
    case stopRecording = "stop-recording"
    case nameRecording = "name-recording"
    case listWidgets = "list-widgets"
    case listWidgetsWhilePlaying = "list-widgets-while-playing"
    /// The value is `it` or `them`.
    case resetWidgets = "reset-widgets"
    case listTakes = "list-takes"
    /// The value is the numbers that there are: `1 to 3`.
    case giveTake = "give-take"
  }

  /// What to do.
  public let action: Action
  /// The names, numbers or words that belong to the action.
  public let values: [String]

  /// An action with the values that it names.
  public init(_ action: Action, _ values: String...) { self.init(action, values: values) }

  /// An action with the values that it names.
  public init(_ action: Action, values: [String]) {
    self.action = action
    self.values = values
  }

  /// All values as one text, as those actions use it that have one value.
  public var value: String { values.joined(separator: ", ") }

  public var description: String {
    switch action {
    case .other: value
    case .nothing: ""
    case .takeSimilarName: "did you mean \(value)?"
    case .chooseAmong: "choose \(value)"
    case .chooseAvailable: "available: \(value)"
    case .chooseOtherName: "choose another name, or replace it"
    case .chooseNameWithoutSlashes: "choose a name without slashes"
    case .correctFile: "correct the file"
    case .giveOtherFile: "fix it, or give another"
    case .giveCompleteFile: "give a complete file"
    case .giveSoundFile: "give a WAV, AIFF or FLAC file"
    case .giveMappingFile: "give a mapping file"
    case .giveOtherMappingFile: "choose another mapping file"
    case .giveOtherStateFile: "give another state file"
    case .giveSong: "give a song, an input or a duration"
    case .giveInput: "give an input"
    case .renderSong: "give a sound, and render the song with it"
    case .choosePlace: "choose a place where you can write"
    case .makeRoom: "make room for it, or choose another place"
    case .writeSetting: "write it as WIDGET=VALUE"
    case .writeSize: "write it as 1024x768"
    case .renderQuieter: "render it normalised, or with a lower master.volume"
    case .choosePCMOrRate: "choose \(values.first ?? ""), or the rate \(values.last ?? "")"
    case .chooseFreePCM: "close the program that uses it, or choose the PCM default"
    case .chooseOtherPCM: "choose another PCM, rate or period"
    case .addSoundCard: "plug in a sound card, start PipeWire, or play without sound with the PCM none"
    case .useSequencer: "use the ALSA sequencer"
    case .playWithSequencer: "play with the ALSA sequencer"
    case .loadSequencer: "load it with 'sudo modprobe snd-seq', or play without MIDI"
    case .connectAgain: "connect it again"
    case .useOtherDevice: "use another device"
    case .playFace: "play a face to have it"
    case .playMotionSensor: "play a motion sensor to have it"
    case .closeOtherPrograms: "close other programs"
    case .installPackage: "install Debian's package \(value)"
    case .installPortMidi: "install Debian's package libportmidi0, or use the ALSA sequencer"
    case .startInstrument: "start an instrument"
    case .chooseInstrument: "choose one by its name: \(value)"
    case .giveTag: "give the second one a tag"
    case .startAgain: "quit, and start again"
    case .startEngine: "start the engine first"
    case .startWithPanel: "start it with a panel"
    case .choosePart: "choose a part: \(value)"
    case .startRecording: "start a recording first"
    case .stopRecording: "stop that recording first"
    case .nameRecording: "name a file for it"
    case .listWidgets: "list all widgets"
    case .listWidgetsWhilePlaying: "list its widgets while it plays"
    case .resetWidgets: "a reset puts \(value) back"
    case .listTakes: "the list of takes shows when something was played"
    case .giveTake: "give LAST, \(value) or a span of time; the list of takes shows them"
    }
  }
}

/// A text is a remedy that only the place of the error knows.
extension Remedy: ExpressibleByStringInterpolation {
  /// A remedy in these words.
  public init(stringLiteral text: String) { self.init(.other, text) }
}
