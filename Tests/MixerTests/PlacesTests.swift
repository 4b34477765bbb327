import SpinetRealtime
import SpinetSynth
import Testing

@testable import SpinetMixer

/// The places of a mix.
struct PlacesTests {
  private func part() -> MixerPart { MixerPart(SynthEngine(voices: 1), strip: StripWidgets()) }

  @Test func `Parts come together, or none of them where the last finds no place`() throws {
    let mixer = Mixer()
    _ = try mixer.add((1..<Mixer.capacity).map { _ in part() })
    #expect(throws: SpinetError.self) { _ = try mixer.add([part(), part()]) }
    #expect(try mixer.add([part()]).count == 1)
    #expect(throws: SpinetError.self) { _ = try mixer.add(part()) }
  }
}
