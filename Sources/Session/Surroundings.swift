import Logging
import SpinetDevices
import SpinetFaceInput
import SpinetLibrary
import SpinetMotion
import SpinetOSC
import SpinetRealtime

/// What a session has from outside: the time, the controllers and other sources, the sound cards, commands, the folders,
/// the disk, and who works beside control. A test replaces each.
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
  /// Opens an input for this many channels, in the format of the output.
  package var openInput: (String, Int, OutputFormat) throws(SpinetError) -> Capture = {
    (name, inputs, format) throws(SpinetError) in try Capture(name, inputs: inputs, for: format)
  }
  /// Opens the touch screen of a name, on its own thread. If it grabs it, no other program gets the screen's events.
  package var openTouchScreen: @Sendable (String, _ grabs: Bool) throws(SpinetError) -> TouchReader = {
    (name, grabs) throws(SpinetError) in try TouchReader.open(named: name, grabs: grabs)
  }
  /// Opens the motion sensor of a name, on its own thread.
  package var openMotion: @Sendable (String) throws(SpinetError) -> any MotionSource = {
    (name) throws(SpinetError) in try MotionSources.open(named: name)
  }
  /// Tells what changes in folders; nil if the system does not.
  package var watchFolders: @Sendable () -> (any FolderListener)? = { FolderWatch() }
  /// Where commands ask, by the name of the instrument. The last argument wakes control.
  package var listen:
    (String, Folders, @escaping @Sendable () -> Void) throws(SpinetError) -> any RequestSource = {
      (name, folders, wake) throws(SpinetError) in try ControlSocket(name: name, folders: folders, wake: wake)
    }
  /// The face that plays; nil for none.
  package var openFace: (PlayOptions) throws(SpinetError) -> (any FaceInput)? = {
    (options) throws(SpinetError) in
    try FaceExchange(sources: options.faceSources, cascade: options.faceCascade)
  }
  /// Sends what a mapping or a scene sends by OSC.
  package var sendDatagram: (Logger) -> (OSCDatagram) -> Void = DatagramSender.sending
  package var folders = Folders()
  /// The user's own files.
  package var catalog = Catalog.current
  package var disk = Disk()
  package var worker: any Worker = ThreadWorker()
  /// What stands between a recording and its file: nothing, or a test's disk.
  package var recordTo: @Sendable (any RecordingFile) -> any RecordingFile = { $0 }

  package init() {}
}
