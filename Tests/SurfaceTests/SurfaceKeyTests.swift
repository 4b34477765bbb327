import SpinetKeyboard
import SpinetMIDI
import SpinetSurface
import Testing

@Suite struct SurfaceKeyTests {
  // MARK: SmartKeyboard

  @Test func `The seed's four rows fill the surface, thirteen keys each, named and coloured as a piano`() {
    let rows = KeyboardSurface(.seed).rows
    #expect(rows.map(\.keys.count) == [13, 13, 13, 13])
    #expect(
      rows[0].keys.map(\.label) == ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B", "C"])
    #expect(rows[0].keys.indices.filter { rows[0].keys[$0].isBlack } == [1, 3, 6, 8, 10])
    #expect(rows[2].keys[0].rect == SurfaceRect(x: 0, y: 0.5, width: 1 / 13, height: 0.25))
    #expect(rows.map(\.keys[0].note?.description) == ["C3", "C4", "C5", "C6"])
  }

  @Test func `Names run from the right where the row is reversed`() {
    var configuration = KeyboardConfiguration.seed
    configuration.rows[0].isReversed = true
    let keys = KeyboardSurface(configuration).rows[0].keys
    #expect(keys[0].note?.description == "C4" && keys[12].note?.description == "C3")
  }

  @Test func `A row that plays no pitch has no notes; labels take the place of names`() {
    var configuration = KeyboardConfiguration.seed
    configuration.rows[1].sendsFreq = false
    configuration.rows[1].labels = [0: "Bow"]
    configuration.rows[2].showsLabels = false
    configuration.rows[3].isStatic = true
    let rows = KeyboardSurface(configuration).rows
    #expect(rows[1].keys[0].note == nil && rows[1].keys[0].label == "Bow")
    #expect(rows[2].keys.allSatisfy { $0.label == nil } && rows[3].isStatic && !rows[0].isStatic)
  }

  @Test(arguments: [(0.0, 1), (0.225, 127), (0.249, 127), (0.25, 1), (0.1125, 64), (0.6125, 64)])
  func `A finger is louder at the near end of its row`(y: Double, velocity: Int) {
    #expect(KeyboardSurface(.seed).velocity(y: y) == UInt8(velocity))
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity, -3, 9])
  func `Every place has a velocity`(depth: Double) {
    #expect((1...127).contains(TouchStrength.velocity(atDepth: depth)))
  }

  // MARK: Piano-View

  @Test func `An octave has seven white keys and five black ones on their gaps`() {
    let keys = OctaveSurface.keys(octave: 4)
    #expect(keys.prefix(7).map(\.note?.description) == ["C4", "D4", "E4", "F4", "G4", "A4", "B4"])
    #expect(keys.dropFirst(7).map(\.note?.description) == ["C#4", "D#4", "F#4", "G#4", "A#4"])
    let middles = keys.dropFirst(7).map { (($0.rect.x + $0.rect.width / 2) * 7 * 1000).rounded() / 1000 }
    #expect(middles == [1, 2, 4, 5, 6])
    #expect(keys.dropFirst(7).allSatisfy { abs($0.rect.width * 7 - 0.8) < 1e-9 && $0.rect.height == 0.5 })
  }

  @Test func `The octaves are MIDI's keys 24 to 95`() {
    let keys = OctavePiano.octaves.flatMap { OctaveSurface.keys(octave: $0).compactMap(\.note?.key) }
    #expect(keys.sorted() == Array(24...95))
  }
}
