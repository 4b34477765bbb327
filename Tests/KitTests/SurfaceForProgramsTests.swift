import SpinetModels
import Testing

/// Surfaces that a program draws in an interface of its own. Only what is public is used here.
struct SurfaceForProgramsTests {
  @Test func `A piano of any size plays the key under a finger`() {
    var piano = WidePiano(.init(whites: 7, first: NoteName(key: 60)!))
    var actions: [WidePiano.Action] = []
    piano.fingerDown(1, x: 0.01, y: 0.9, into: &actions)
    piano.fingerLifted(1, into: &actions)
    #expect(actions.map { if case .play(let note, _) = $0 { Int(note.key) } else { 0 } } == [60, 0])
    #expect(piano.keys.count { $0.isBlack } == 5)
    #expect(OctaveSurface.keys(octave: 4).first?.note?.key == 60)
  }

  @Test func `A piano of one octave plays what a finger slides over, in the octave that is chosen`() {
    var piano = OctavePiano(size: KeyboardSize(width: 700, height: 200)!)
    piano.octave = 5
    var actions: [OctavePiano.Action] = []
    piano.fingerDown(1, x: 50, y: 150, into: &actions)
    piano.fingerMoved(1, x: 150, y: 150, into: &actions)
    #expect(piano.isPlaying(NoteName(key: 74)!) && !piano.isPlaying(NoteName(key: 72)!))
    piano.fingerLifted(1, into: &actions)
    let keys = actions.map { action in
      switch action {
      case .play(let note, _): Int(note.key)
      case .release(let note): -Int(note.key)
      }
    }
    #expect(keys == [72, -72, 74, -74])
  }

  @Test func `A keyboard, bars, waves and a pad are drawn from values`() {
    #expect(KeyboardSurface(.midi).rows.count == 1)
    var bars = BarPainter(count: 4)
    #expect(bars.fingerDown(1, x: 0.9, y: 0.25) == [BarPainter.Stroke(bar: 3, height: 0.75)])
    let wave = WavePyramid(frameCount: 128) { first, samples in
      for index in samples.indices { samples[index] = Float(first + index) / 128 }
    }
    #expect(wave.columns(from: 0, to: 1, count: 2) { _, _ in }.count == 2)
    var surface = WaveformSurface()
    #expect(surface.fingerDown(1, x: 0.5, y: 0.1, loop: (0, 1)) == [.scrub(0.5)])
    #expect(DrawnCycle.pad(x: 1, y: 0, points: 4) == [1, 1, -1, -1])
    #expect(TouchStrength.velocity(atDepth: 0) == 1)
  }
}
