import SpinetKeyboard
import SpinetMIDI

/// One octave of piano keys, as `OctavePiano` plays it.
public enum OctaveSurface {
  /// The keys of an octave: the white ones, and then the black ones that lie on them.
  public static func keys(octave: Int) -> [SurfaceKey] {
    let size = KeyboardSize.standard
    let geometry = PianoGeometry(size: size)
    let white = geometry.whiteWidth / size.width
    let black = (width: geometry.blackWidth / size.width, height: geometry.blackHeight / size.height)
    let whites = PianoGeometry.whiteSteps.enumerated().map { index, step in
      key(octave, step, SurfaceRect(x: Double(index) * white, y: 0, width: white, height: 1), isBlack: false)
    }
    let blacks = PianoGeometry.blackSteps.map { step, gap in
      let left = Double(gap) * white - black.width / 2
      let rect = SurfaceRect(x: left, y: 0, width: black.width, height: black.height)
      return key(octave, step, rect, isBlack: true)
    }
    return whites + blacks
  }

  private static func key(_ octave: Int, _ step: Int, _ rect: SurfaceRect, isBlack: Bool) -> SurfaceKey {
    SurfaceKey(rect: rect, note: NoteName(key: 12 * (octave + 1) + step), isBlack: isBlack)
  }
}
