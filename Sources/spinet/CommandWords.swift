import SpinetRealtime
import SpinetTools

/// The command's words for settings and remedies of the library, which knows neither options nor commands.
extension SpinetError.Words {
  static let command = SpinetError.Words(setting: \.option, remedy: \.spoken)
}

extension SpinetError.Setting {
  /// The option with which it is given.
  fileprivate var option: String {
    switch self {
    case .port: "--connect"
    case .input: "--input"
    case .size: "--size"
    case .widget: "--set"
    }
  }
}

extension Remedy {
  /// The option or the command for it; the library's prose for a remedy that needs none.
  var spoken: String {
    switch action {
    case .chooseOtherName: "choose another name, or '--replace'"
    case .chooseNameWithoutSlashes: "choose a '--name' without slashes"
    case .giveMappingFile: "give a mapping file with '--map FILE'"
    case .giveOtherMappingFile: "choose another file with '-o FILE'"
    case .giveOtherStateFile: "give another with '--state FILE'"
    case .giveSong: "give a song, --input FILE or --duration SECONDS"
    case .giveInput: "give one with --input"
    case .renderSong: "render it: 'spinet render \(value) -o song.wav'"
    case .writeSetting: "write it as --set WIDGET=VALUE"
    case .renderQuieter: "render it with --normalise, or with a lower master.volume"
    case .choosePCMOrRate: "choose \(values.first ?? ""), or --rate \(values.last ?? "")"
    case .chooseFreePCM: "close the program that uses it, or choose --pcm default"
    case .chooseOtherPCM: "choose another PCM, rate or period; `spinet devices` lists the PCMs"
    case .addSoundCard: "plug in a sound card, start PipeWire, or play without sound with --pcm none"
    case .useSequencer: "use the ALSA sequencer with '--midi alsa'"
    case .installPortMidi:
      "install Debian's package libportmidi0, or use the ALSA sequencer with '--midi alsa'"
    case .playWithSequencer: "play with --midi alsa"
    case .loadSequencer: "load it with 'sudo modprobe snd-seq', or play without with '--midi none'"
    case .playFace: "add --face SOURCE to have it"
    case .playMotionSensor: "add --motion NAME to have it"
    case .startInstrument: "start one with 'spinet play'"
    case .startWithPanel: "start it with 'spinet play'"
    case .chooseInstrument: "choose one with '--name': \(value)"
    case .giveTag: "name a second one with '--name TAG'"
    case .startAgain: "quit, and start spinet again"
    case .startEngine: "start it with 'spinet engine start'"
    case .choosePart: "choose one with '--part': \(value)"
    case .startRecording: "start one with 'spinet record start'"
    case .stopRecording: "stop it with 'spinet record stop'"
    case .nameRecording: "name a file with 'spinet record start FILE'"
    case .listWidgets: "'spinet widgets' shows them all"
    case .listWidgetsWhilePlaying: "see 'spinet widgets' while it plays"
    case .resetWidgets: "'spinet reset' puts \(value) back"
    case .listTakes: "'spinet journal' shows when something was played"
    case .giveTake: "give LAST, \(value) or a span of time; 'spinet journal' shows them"
    case .other, .nothing, .takeSimilarName, .chooseAmong, .chooseAvailable, .correctFile, .giveOtherFile,
      .giveCompleteFile, .giveSoundFile, .choosePlace, .makeRoom, .writeSize, .connectAgain,
      .useOtherDevice, .closeOtherPrograms, .installPackage:
      description
    }
  }
}

extension DeviceList.SourceKind {
  /// The heading in the list of devices: what they are, and the option that plays them.
  var heading: String {
    switch self {
    case .camera: "Cameras, for --face"
    case .touch: "Touch screens, for --touch"
    case .motion: "Motion sensors, for --motion"
    }
  }
}

extension SpinetError {
  /// The lines for standard error. The errors of files begin with the files' names.
  var spoken: String { (diagnostics.isEmpty ? "spinet: " : "") + text(in: .command) }
}

extension SpinetError.Code {
  /// The command's exit status. As in sysexits.h: 64 is EX_USAGE, 65 EX_DATAERR.
  var exitStatus: Int32 {
    switch self {
    case .deviceNotFound, .deviceBusy, .deviceForbidden, .deviceLost, .deviceUnsuitable, .deviceFailed,
      .notInstalled, .outOfResources, .notWritten, .folderUnusable, .addressUnusable, .engineStopped,
      .engineFailed, .limitReached, .instrumentNotRunning, .instrumentRunning, .noAnswer, .noPanel,
      .inputUnused, .soundClips:
      1
    case .wrongValue, .unknownName, .unusableName, .partNeeded, .notApplicable, .fileExists,
      .nameShipped, .recordingRunning, .notRecording, .wrongRequest, .notAllowed:
      64
    case .notFound, .severalFound, .notReadable, .fileInvalid, .fileUnsuitable, .fileChanged, .programFailed,
      .programRefused, .songsFailed:
      65
    case .interrupted: 130
    }
  }
}
