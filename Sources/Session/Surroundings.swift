import Logging
import SpinetDevices
import SpinetFaceInput
import SpinetLibrary
import SpinetRealtime

/// What a session has from outside: the time, the controllers, the sound cards, the folders, the disk, and who works
/// beside control. A test replaces each.
package struct Surroundings {
  package typealias Open = (OutputRequest) throws(SpinetError) -> any AudioOutput
  package typealias TryOpen = @Sendable (OutputRequest) -> (any AudioOutput)?

  package var clock: any SessionClock = HostClock()
  /// Where MIDI comes from; nil for what the options choose.
  package var source: (any MIDISource)?
  /// Opens the output of a request.
  package var open: Open = { (request) throws(SpinetError) in try Playback(request) }
  /// The same on another thread; nil if the PCM cannot be opened.
  package var tryOpen: TryOpen = { Playback(ifAvailable: $0) }
  /// The face that plays; nil for none.
  package var openFace: (PlayOptions) throws(SpinetError) -> (any FaceInput)? = {
    (options) throws(SpinetError) in
    try FaceExchange(sources: options.faceSources, cascade: options.faceCascade)
  }
  package var folders = Folders()
  package var disk = Disk()
  package var worker: any Worker = ThreadWorker()

  package init() {}
}
