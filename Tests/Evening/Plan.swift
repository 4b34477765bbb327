import Scratch

/// What somebody does in an evening: actions and their moments. They follow from the seed alone, so that a part of them
/// is the same as in the whole.
struct Plan {
  struct Step {
    /// From the start of the evening.
    let seconds: Double
    let action: Action
    /// Decides what the action leaves open.
    let luck: SeededBytes
  }

  private(set) var steps: [Step] = []
  /// How long the evening is.
  let seconds: Double

  init(seed: UInt64, minutes: Double) {
    var luck = SeededBytes(state: seed)
    let end = minutes * 60
    seconds = end
    var moments = Self.rareMoments(until: end, &luck)
    var now = 0.5
    while now < end {
      let scene = Scene.allCases[luck.number(0...Scene.allCases.count - 1)]
      now = Self.play(scene, from: now, until: end, &luck, into: &moments)
    }
    moments.sort { $0.seconds < $1.seconds }
    for moment in moments where moment.seconds < end {
      steps.append(Step(seconds: moment.seconds, action: moment.action, luck: luck.branch()))
    }
  }

  /// How often an action happens at least, if not as often as it is tried. What follows something else may be cut off at
  /// the end of a short evening.
  func least(of action: Action) -> Int {
    max(action.isRare || seconds > 3600 ? 1 : 0, action.count(in: seconds) / 2)
  }

  private typealias Moment = (seconds: Double, action: Action)

  /// Each rare action, as often as it must happen at least, at any time.
  private static func rareMoments(until end: Double, _ luck: inout SeededBytes) -> [Moment] {
    var moments: [Moment] = []
    for action in Action.allCases {
      for _ in 0..<action.count(in: end) {
        let begin = luck.number(0...end)
        moments.append((begin, action))
        for follower in action.followers {
          moments.append((begin + luck.number(follower.after), follower.action))
        }
      }
    }
    return moments
  }

  /// What somebody does for a while.
  private enum Scene: CaseIterable { case phrase, chords, sweep, foot, pause }

  /// Returns the end of the scene.
  private static func play(
    _ scene: Scene, from begin: Double, until end: Double, _ luck: inout SeededBytes,
    into moments: inout [Moment]
  ) -> Double {
    var now = begin
    let close: Double
    switch scene {
    case .phrase, .chords:
      close = begin + luck.number(5...30)
      let gaps = scene == .phrase ? 0.05...0.6 : 0.01...1.5
      while now < close {
        now += luck.number(gaps)
        moments.append((now, luck.chance(0.1) ? .pedal : luck.chance(0.5) ? .strike : .release))
      }
    case .sweep:
      close = begin + luck.number(10...25)
      let action: Action = luck.chance(0.5) ? .turnKnob : .moveExpression
      // A setting that has to be saved although something moves all the time.
      moments.append((begin, .movePageWidget))
      while now < close {
        now += luck.number(0.02...0.2)
        moments.append((now, luck.chance(0.05) ? .strike : action))
      }
      // Before anything has rested.
      if luck.chance(0.12) { moments.append((close, .kill)) }
    case .foot:
      close = begin + luck.number(3...12)
      while now < close {
        moments.append((now, .pressFoot))
        now += luck.number(0.1...3.5)
        moments.append((now, .liftFoot))
        now += luck.number(0.2...1)
      }
    case .pause:
      moments.append((begin, .liftAll))
      now = begin + luck.number(8...40)
      moments.append((now, .strike))
      close = now + luck.number(1...5)
      moments.append((close, .liftAll))
    }
    return close
  }
}

/// What can happen in an evening.
enum Action: String, CaseIterable {
  // Playing.
  case strike, release, pedal, turnKnob, moveExpression, pressFoot, liftFoot, liftAll, movePageWidget
  // Controllers and pages that come and go.
  case plug, unplug, plugSynth, unplugSynth, joinPage, playPage, vanishPage
  // Sounds.
  case load, loadTwo, loadMissing, changeProgram, stepScene, savePatch, reset, note, panic
  // Recordings.
  case startRecording, stopRecording
  // What is learnt by touch, and marked.
  case learnControl, turnLearnt, markSound
  // Clocks, songs and set lists.
  case leadClock, loadList, stepList, playSong, stopSong, setTempo
  // Files that somebody edits.
  case editPatch, breakPatch, editMapping, breakMapping, editStage
  // The sound card and the engine.
  case pullCard, plugCard, stopEngine, startEngine, chooseCard
  // The microphone.
  case pullInput, plugInput
  // The disk and the clock.
  case fillDisk, failDisk, mendDisk, delayDisk, stepClock
  // The end, and a new start.
  case kill, stop

  /// How often it must happen in an evening of two hours, beside playing.
  private var least: Double {
    switch self {
    case .strike, .release, .pedal, .turnKnob, .moveExpression, .pressFoot, .liftFoot, .liftAll,
      .movePageWidget:
      0
    case .playPage: 200
    case .unplug, .unplugSynth, .joinPage, .note, .reset: 40
    case .load, .loadTwo, .vanishPage, .startRecording, .turnLearnt, .stepList, .playSong, .setTempo: 30
    case .leadClock, .loadList, .editPatch, .pullCard, .stepScene, .changeProgram, .learnControl: 20
    case .pullInput: 30
    case .loadMissing, .savePatch, .panic, .breakPatch, .editMapping, .breakMapping, .editStage, .stopEngine,
      .chooseCard, .stepClock, .markSound:
      10
    case .fillDisk, .failDisk, .delayDisk, .kill: 8
    case .stop: 4
    case .plug, .plugSynth, .plugCard, .plugInput, .startEngine, .mendDisk, .stopRecording, .stopSong: 0
    }
  }

  var isRare: Bool { least > 0 }

  func count(in seconds: Double) -> Int { least == 0 ? 0 : max(1, Int((least * seconds / 7200).rounded())) }

  /// What has to follow, and when.
  var followers: [(action: Action, after: ClosedRange<Double>)] {
    switch self {
    case .unplug: [(.plug, 0.1...20)]
    case .unplugSynth: [(.plugSynth, 0.1...20)]
    case .pullCard: [(.plugCard, 0.1...30)]
    case .pullInput: [(.plugInput, 0.1...20)]
    case .stopEngine: [(.startEngine, 0.1...10)]
    case .fillDisk, .failDisk: [(.mendDisk, 1...60)]
    case .startRecording: [(.stopRecording, 0.5...90)]
    case .learnControl: [(.turnLearnt, 3...10)]
    case .playSong: [(.stopSong, 1...40)]
    case .breakPatch: [(.editPatch, 1...10)]
    case .breakMapping: [(.editMapping, 1...10)]
    case .loadTwo: [(.movePageWidget, 1...4), (.load, 1...5), (.movePageWidget, 3...8)]
    default: []
    }
  }
}
