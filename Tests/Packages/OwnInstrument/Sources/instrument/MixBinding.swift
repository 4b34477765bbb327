import SpinetKit

/// Moves a channel of Csound by a widget, and measures the sound in another one.
final class MixBinding: CsoundBinding {
  let mix = Widget("mix", default: 0.25)
  let peak = Widget("peak", kind: .label(precision: 2))
  private nonisolated(unsafe) var input: UnsafeMutablePointer<Double>?
  private nonisolated(unsafe) var samples: UnsafeMutablePointer<Double>?
  private nonisolated(unsafe) var frames = 0

  func setup(_ csound: CsoundObj) {
    input = csound.inputChannel("mix")
    samples = csound.outputChannel("samples", .audio)
    frames = csound.ksmps ?? 0
  }

  func updateValuesToCsound() { input?.pointee = mix.value }

  func updateValuesFromCsound() {
    guard let samples else { return }
    var loudest = 0.0
    for frame in 0..<frames { loudest = max(loudest, abs(samples[frame])) }
    peak.set(loudest)
  }

  func cleanup() { (input, samples) = (nil, nil) }
}
