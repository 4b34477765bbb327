import CFaust
import Glibc
import SpinetRealtime

/// A voice of a trial, with its own pitch and rhythm.
struct TrialVoice {
  let instance: DSPInstance
  private let controls: [ControlDeclaration]
  private let number: Int

  /// Nil if there is not enough memory.
  init?(_ functions: FaustFunctions, _ framesPerSecond: Double, number: Int) {
    guard let instance = DSPInstance(functions, framesPerSecond: framesPerSecond) else { return nil }
    self.instance = instance
    self.number = number
    controls = instance.interface().controls
  }

  /// Sets all controls.
  /// - Parameter position: 0–1, of the controls that all voices share; nil for their initial values.
  func begin(controlsAt position: Float?) {
    for control in controls where control.kind != .bargraph {
      control.zone.pointee = noteValue(of: control.label) ?? Self.value(of: control, at: position)
    }
  }

  private static func value(of control: ControlDeclaration, at position: Float?) -> Float {
    guard let position, control.kind == .slider else { return control.initial }
    return control.minimum + position * (control.maximum - control.minimum)
  }

  /// Presses or releases its key.
  func play(_ round: Int) {
    for control in controls where control.label == "gate" {
      control.zone.pointee = (round + 3 * number) % 13 < 8 ? 1 : 0
    }
  }

  private func noteValue(of label: String) -> Float? {
    let key = 40 + Float(number * 19 % 48)
    return switch label {
    case "freq": 440 * Float(exp2(Double(key - 69) / 12))
    case "key": key
    case "gain": 0.3 + 0.08 * Float(number)
    case "vel", "velocity": 40 + 10 * Float(number)
    case "gate": 0
    default: nil
    }
  }
}

/// The group of a trial.
struct TrialGroup: ~Copyable {
  let output: GroupOutput
  private let functions: FaustGroupFunctions
  private let memory: VectorMemory
  private let voices: FixedBuffer<UnsafeMutableRawPointer?>

  init(
    _ functions: FaustGroupFunctions, _ voices: [TrialVoice], framesPerSecond: Double, _ largestBlock: Int
  ) {
    self.functions = functions
    memory = VectorMemory(count: VectorMemory.count(bytes: functions.state_size))
    self.voices = FixedBuffer(count: voices.count) { voices[$0].instance.memory }
    output = GroupOutput(count: voices[0].instance.outputCount, capacity: largestBlock)
    withUnsafePointer(to: functions) {
      faust_init_groups($0, Int32(framesPerSecond))
      faust_init_group($0, memory.start, voices[0].instance.memory)
    }
  }

  func load(_ index: Int) {
    guard let voice = voices[index] else { return }
    withUnsafePointer(to: functions) { faust_load($0, memory.start, Int32(index), voice) }
  }

  func compute(_ frames: Int, _ input: borrowing ChannelBuffers) {
    withUnsafePointer(to: functions) {
      faust_compute_group(
        $0, memory.start, voices.start, Int32(frames), input.addresses, output.addresses)
    }
  }
}
