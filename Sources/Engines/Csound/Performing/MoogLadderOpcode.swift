import CCsound
import Glibc

/// `aout MOOGLADDER ain, xcutoff, xresonance`: a low-pass of 24 dB per octave, available to every orchestra.
///
/// Cutoff in hertz and resonance from 0 to 1 may be i, k or a. A ladder of four one-pole filters with
/// zero-delay feedback, after Vadim Zavalishin, "The Art of VA Filter Design", chapter 5; the ladder's input
/// saturates.
struct MoogLadderOpcode {
  private var header: cs_opcode_header
  // Csound fills these in, in the order of the argument types.
  private var output: UnsafeMutablePointer<Double>
  private var input: UnsafeMutablePointer<Double>
  private var cutoff: UnsafeMutablePointer<Double>
  private var resonance: UnsafeMutablePointer<Double>
  private var first: Double
  private var second: Double
  private var third: Double
  private var fourth: Double
  private var radiansPerHertz: Double
  private var hertz: Double
  /// How much of its input each one-pole filter passes on at once, at `hertz`.
  private var gain: Double

  private typealias Pointer = UnsafeMutablePointer<MoogLadderOpcode>

  /// Must be called before the orchestra is compiled.
  static func append(to csound: OpaquePointer) {
    let size = Int32(MemoryLayout<MoogLadderOpcode>.size)
    // Csound keeps the pointers: a Swift string passed to C lives only as long as the call.
    func text(_ text: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    func append(_ name: StaticString, _ types: StaticString, _ perform: @escaping Function) {
      cs_csoundAppendOpcode(csound, text(name), size, 0, 3, text("a"), text(types), begin, perform, perform)
    }
    append("MOOGLADDER", "akk") { _, data in MoogLadderOpcode.perform(data, 0, 0) }
    append("MOOGLADDER.ak", "aak") { _, data in MoogLadderOpcode.perform(data, 1, 0) }
    append("MOOGLADDER.ka", "aka") { _, data in MoogLadderOpcode.perform(data, 0, 1) }
    append("MOOGLADDER.aa", "aaa") { _, data in MoogLadderOpcode.perform(data, 1, 1) }
  }

  private typealias Function =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

  private static let begin: Function = { csound, data in
    guard let opcode = data?.assumingMemoryBound(to: MoogLadderOpcode.self) else { return -1 }
    opcode.pointee.radiansPerHertz = .pi / cs_csoundGetSr(csound)
    opcode.pointee.hertz = -1
    opcode.pointee.reset()
    return 0
  }

  private mutating func reset() {
    first = 0
    second = 0
    third = 0
    fourth = 0
  }

  /// - Parameters:
  ///   - cutoffStep: 1 for a cutoff at audio rate, else 0.
  ///   - resonanceStep: 1 for a resonance at audio rate, else 0.
  private static func perform(
    _ data: UnsafeMutableRawPointer?, _ cutoffStep: Int, _ resonanceStep: Int
  ) -> Int32 {
    guard let opcode = data?.assumingMemoryBound(to: MoogLadderOpcode.self),
      let instance = opcode.pointee.header.instance
    else { return -1 }
    let output = opcode.pointee.output
    // An instance may begin and end inside a control block.
    let start = Int(instance.pointee.ksmps_offset)
    let end = Int(instance.pointee.ksmps) - Int(instance.pointee.ksmps_no_end)
    for frame in 0..<Int(instance.pointee.ksmps) {
      guard frame >= start, frame < end else {
        output[frame] = 0
        continue
      }
      opcode.pointee.tune(opcode.pointee.cutoff[frame * cutoffStep])
      let resonance = opcode.pointee.resonance[frame * resonanceStep]
      output[frame] = opcode.pointee.filter(opcode.pointee.input[frame], resonance)
    }
    return 0
  }

  private mutating func tune(_ cutoff: Double) {
    guard cutoff != hertz else { return }
    hertz = cutoff
    // Below half the sample rate, where the tangent has its pole.
    let tangent = tan(min(max(cutoff * radiansPerHertz, 1e-6), 1.5))
    gain = tangent / (1 + tangent)
  }

  private mutating func filter(_ sample: Double, _ resonance: Double) -> Double {
    let feedback = 4 * min(max(resonance, 0), 1)
    let rest = 1 - gain
    // What the last stage would give for silent input: each state passes through the stages after it.
    let memory = rest * (fourth + gain * (third + gain * (second + gain * first)))
    let squared = gain * gain
    var value = tanh((sample - feedback * memory) / (1 + feedback * squared * squared))
    value = Self.pass(value, gain, &first)
    value = Self.pass(value, gain, &second)
    value = Self.pass(value, gain, &third)
    return Self.pass(value, gain, &fourth)
  }

  private static func pass(_ sample: Double, _ gain: Double, _ state: inout Double) -> Double {
    let step = gain * (sample - state)
    let value = state + step
    state = value + step
    return value
  }
}
