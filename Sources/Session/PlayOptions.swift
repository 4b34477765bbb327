import Logging
import SpinetDevices
import SpinetFace
import SpinetLibrary
import SpinetMotion
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// The options of an instrument.
public struct PlayOptions: Sendable {
  /// Where MIDI comes from.
  public enum MIDIChoice: String, Sendable, CaseIterable { case alsa, portmidi, none }

  /// Where the widgets' values are kept until the next start.
  public enum StateChoice: Sendable, Equatable {
    /// In the instrument's own file.
    case automatic
    /// Nowhere.
    case none
    /// In this file.
    case file(FilePath)
  }

  /// A patch, a stage, a `.csd`, a `.dsp`, a sound file, a SoundFont, an SFZ file, a folder of samples, or several of
  /// them as in `a + b`; nil for the default patch.
  public var instrument: String?
  /// A song that plays beside the keys; nil for none.
  package var song: SongToPlay?
  /// A set list, of which the instrument is the first song; nil for none.
  package var setList: SetListToPlay?
  /// Reads the set list of a name, with its songs; nil for a name that means something else.
  package var readSetList: @Sendable (String, Logger) throws(SpinetError) -> SetListToPlay? = {
    name, logger throws(SpinetError) in try Self.setList(named: name, logger)
  }
  /// Where MIDI comes from.
  public var midi = MIDIChoice.alsa
  /// Ports to connect, by parts of their names, now or when they appear.
  public var connect: [String] = []
  /// Whether every hardware controller is connected by itself.
  public var connectsHardware = true
  /// Ports to which the clock is sent, by parts of their names, now or when they appear.
  public var clockReceivers: [String] = []
  /// Tells a second instance from the first: its client is "Spinet TAG".
  public var tag: String?
  /// The sound card, by a part of its name or as ALSA names it; `none` for none.
  public var pcm = "default"
  /// Whether sounds are played. If not, there is no engine and no sound card, and the instrument is a stage whose parts are
  /// other instruments.
  public var playsSound = true {
    didSet {
      guard !playsSound else { return }
      (pcm, engineStartsRunning) = ("none", false)
    }
  }
  /// Whether no other sound card plays while this one is missing.
  public var staysOnPCM = false
  /// A PCM whose sound goes into the engine; nil for none.
  public var inputPCM: String?
  /// The sample rate that is asked for, in hertz.
  public var framesPerSecond = 48_000.0
  /// How much of each sample of many stays in memory.
  package var preload = SamplePreload.seconds(0.3)
  /// The frames of one block.
  public var periodFrames = 128
  /// The periods in the sound card's buffer.
  public var periods = 3
  /// The number of processor cores that render several parts.
  public var cores = min(4, AudioThread.availableCores)
  /// Whether the sound card continues in silence.
  public var neverRests = false
  /// Whether every named MIDI port and the named sound card must exist at the start. Otherwise they are used as soon as
  /// they appear.
  public var requiresPorts = false
  /// Mappings that come before all others, the most important first.
  public var mappingFiles: [FilePath] = []
  /// Which keyboard turns notes and fingers into voices.
  public var keyboard = KeyboardChoice.automatic
  /// Folders in which Faust programs find libraries, headers and sound files, after their own folder.
  public var programFolders: [FilePath] = []
  /// Whether Faust programs behave exactly as in Faust's own hosts, even where Spinet usually differs.
  public var isFaustStrict = false
  /// The command that serves a Csound program in a process of its own: a program's path, and arguments with which it
  /// calls `EngineServer.run`. Empty to play it in this process.
  package var csoundProcess: [String] = []
  /// `WIDGET=VALUE`, applied after everything else.
  public var settings: [String] = []
  /// Where the widgets' values are kept until the next start.
  public var state = StateChoice.automatic
  /// Whether widgets start with the patch's values, not with the saved ones. Their values are still saved.
  public var startsFresh = false
  /// Whether the engine runs from the start; widgets work without it.
  public var engineStartsRunning = true
  /// The sound file to record from the start; nil for none.
  public var recordFile: FilePath?
  /// Whether a recording may overwrite a file of that name.
  public var replacesRecording = false
  /// Where a face is looked for: cameras by a part of their names, `panel`, Y4M videos, folders of pictures, or
  /// `synthetic`. It moves the widgets `face.…`. The widget `face.source` goes to the next one.
  public var faceSources: [String] = []
  /// The trained cascade that finds faces; nil for Debian's.
  public var faceCascade: FilePath?
  /// A touch screen that plays the instrument's surface, by a part of its name; nil for none.
  public var touchScreen: String?
  /// Whether other programs get no events of the touch screen.
  public var grabsTouchScreen = false
  /// A motion sensor that moves the widgets `motion.…`, by a part of its name, or `panel`; nil for none.
  public var motionSensor: String?
  /// How long the instrument plays; nil until it is stopped.
  public var durationSeconds: Double?
  /// The largest size of the journal, in bytes; nil for no journal.
  public var journalBytes: Int?

  /// The options of an instrument that is started without any.
  public init() {}

  /// The name of the sequencer client and of the socket. The name of a session manager begins with the program's already.
  public var clientName: String { tag.map { $0.hasPrefix("Spinet.") ? $0 : "Spinet \($0)" } ?? "Spinet" }
}

extension PlayOptions {
  /// Builds instruments according to the options.
  ///
  /// - Parameter hasAllSources: whether mappings may name the widgets of sources that are not used.
  package func loader(logger: Logger, hasAllSources: Bool = false) -> InstrumentLoader {
    var loader = InstrumentLoader(library: .current, logger: logger)
    loader.faustFolders = programFolders
    loader.isFaustStrict = isFaustStrict
    loader.csoundProcess = csoundProcess
    loader.framesPerSecond = framesPerSecond
    loader.preload = preload
    loader.playsSound = playsSound
    loader.sourceWidgets = hasAllSources ? Self.allSourceWidgets : sourceWidgets
    return loader
  }

  /// The widgets of the sources that are used.
  var sourceWidgets: [Widget] {
    (faceSources.isEmpty ? [] : Self.faceWidgets) + (motionSensor == nil ? [] : SensorReading.motionWidgets)
      + (song?.widgets.all ?? []) + (setList?.widgets ?? [])
  }

  /// The widgets of all sources, for commands that only read mappings.
  package static var allSourceWidgets: [Widget] { faceWidgets + SensorReading.motionWidgets }

  /// The widgets of songs and set lists, for commands that only read mappings.
  package static var songAndListWidgets: [Widget] {
    [Widget("setlist", kind: .choice(["1", "2"]), about: "Which song of the set list plays.")]
      + SongWidgets.ofAnySong.all
  }

  private static var faceWidgets: [Widget] { FaceWidget.allCases.map { $0.makeWidget() } }

  /// Instead of the name of a motion sensor or a camera: the sensors and cameras of devices that show the panel.
  public static let panel = "panel"

  /// Opens the chosen MIDI source. If no port has a given name, that is logged with the ports that exist. Without a
  /// logger, or if every port is required, it is an error.
  package func makeSource(logger: Logger? = nil) throws(SpinetError) -> any MIDISource {
    let rule = MIDIConnectionRule(wanted: connect, connectsHardware: connectsHardware)
    let source: any MIDISource =
      switch midi {
      case .alsa: try ALSASequencer(clientName: clientName, rule: rule)
      case .portmidi: try PortMidiSource(rule: rule)
      case .none: NoMIDISource()
      }
    try checkNames(source.ports().filter(\.sends), logger)
    return source
  }

  private func checkNames(_ ports: [MIDIPort], _ logger: Logger?) throws(SpinetError) {
    for name in connect
    where !ports.contains(where: { port in port.names.contains { namePattern(name, matches: $0) } }) {
      let names = ports.map { "\($0.client):\($0.name)" }.joined(separator: ", ")
      let available = names.isEmpty ? "there is no MIDI port" : Remedy(.chooseAvailable, names)
      func error(_ why: String) -> SpinetError {
        SpinetError(.deviceNotFound, setting: .port, what: name, why: why, remedy: available)
      }
      if !requiresPorts, midi != .none, let logger {
        logger.warning(error("no MIDI port has that name; Spinet connects it when it appears"))
        continue
      }
      throw error("no MIDI port has that name")
    }
  }
}
