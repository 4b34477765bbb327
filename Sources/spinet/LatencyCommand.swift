import ArgumentParser
import SpinetSession
import SpinetTools

/// `spinet latency`: how soon a note sounds.
struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "Measure how soon a note sounds.",
    discussion: """
      Connect an output of the sound card to one of its inputs. Spinet plays clicks, listens when they come in, and tells \
      the milliseconds from the key to the sound, their spread, and what to change.
      """)

  @Option(
    help: ArgumentHelp("The sound card that plays, by a part of its name.", valueName: "name"),
    completion: .pcm
  )
  var pcm: String = "default"

  @Option(
    help: ArgumentHelp("The sound card that listens. Default: the one that plays.", valueName: "name"),
    completion: .inputPCM)
  var input: String?

  @Option(help: ArgumentHelp("The sample rate.", valueName: "hertz"))
  var rate: Int = 48_000

  @Option(help: ArgumentHelp("Frames per block.", valueName: "frames"))
  var period: Int = 128

  @Option(help: "Number of periods in the sound card's buffer.")
  var periods: Int = 3

  @Option(help: "How many notes are played.")
  var notes: Int = 20

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var verbosity: Verbosity

  func validate() throws {
    guard (1...1000).contains(notes) else {
      throw ValidationError("--notes \(notes) is out of range, expected 1 to 1000")
    }
    try StreamLimits.check(rate: Double(rate))
    try StreamLimits.check(period: period)
    try StreamLimits.check(periods: periods)
  }

  func run() throws {
    var options = PlayOptions()
    (options.pcm, options.framesPerSecond) = (pcm, Double(rate))
    (options.periodFrames, options.periods) = (period, periods)
    let run = LatencyRun(options, input: input ?? pcm, notes: notes, logger: verbosity.logger())
    let outcome = try run.run()
    let (measured, promised) = (outcome.measured, outcome.promised)
    let found = outcome.machine.advice.map(\.words)
    let advice = found.isEmpty ? ["nothing on this computer is in the way"] : found
    if json {
      StandardOutput.say(measured.json(promised: promised, advice: advice))
    } else {
      for line in measured.lines(promised: promised) + advice { StandardOutput.say(line) }
    }
    if measured.milliseconds.isEmpty { throw ExitCode(1) }
  }
}

extension MachineState.Advice {
  /// What to do, in the command's words.
  fileprivate var words: String {
    switch self {
    case .shortenQuantum(let milliseconds, let cause):
      "a block lasts \(milliseconds) ms, longer than it need be, and PipeWire sets that: \(cause.words)"
    case .shortenPeriod(let milliseconds):
      "a block lasts \(milliseconds) ms, longer than it need be: '--period 128' asks for a shorter one, "
        + "'--pcm hw:CARD' for the card itself"
    case .runAtFullSpeed(let governors):
      "the processor saves power (\(governors.joined(separator: ", "))): 'sudo cpupower frequency-set -g performance' "
        + "lets it run at full speed"
    case .allowRealtime:
      "no realtime priority is allowed: put '@audio - rtprio 95' into /etc/security/limits.d/audio.conf, add yourself "
        + "to the group audio, and log in again"
    case .lengthenBuffer(let count):
      "the card ran out of samples \(count) times: a larger '--periods' or '--period' gives it time"
    case .quieten(let milliseconds):
      "the delay of notes differs by \(milliseconds) ms, more than a block: another program keeps the processor busy, "
        + "which 'top' names; end it"
    }
  }
}

extension PipeWireQuantum.Cause {
  /// What to do, in the command's words.
  fileprivate var words: String {
    switch self {
    case .asked(let frames):
      "PIPEWIRE_QUANTUM in the environment asks for \(frames) frames; set it to 128/48000"
    case .forced(let frames):
      "it gives every program \(frames) frames; 'pw-metadata -n settings 0 clock.force-quantum 0' ends that"
    case .least(let frames):
      "it gives no program fewer than \(frames) frames; 'pw-metadata -n settings 0 clock.min-quantum 128' allows 128"
    case .unasked:
      "'PIPEWIRE_QUANTUM=128/48000 spinet play' asks for 128 frames, "
        + "'pw-metadata -n settings 0 clock.force-quantum 128' sets them for all programs"
    }
  }
}
