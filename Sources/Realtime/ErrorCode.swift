extension SpinetError {
  /// What has happened, for programs that match it. The texts of the cases stay as they are; later versions may have
  /// more.
  public enum Code: String, CaseIterable, Sendable {
    // MARK: A device, a program or the system failed
    /// No device has that name, or there is none at all.
    case deviceNotFound = "device-not-found"
    /// Another program uses it.
    case deviceBusy = "device-busy"
    /// The user may not open it.
    case deviceForbidden = "device-forbidden"
    /// It was there, and is gone.
    case deviceLost = "device-lost"
    /// It lacks what is needed: a rate, a sample format, a scale of its axes.
    case deviceUnsuitable = "device-unsuitable"
    /// It refuses for another reason.
    case deviceFailed = "device-failed"
    /// A program or a library is missing, on this machine or in this build.
    case notInstalled = "not-installed"
    /// Memory, threads or descriptors are used up.
    case outOfResources = "out-of-resources"
    /// A file cannot be written.
    case notWritten = "not-written"
    /// A folder of Spinet's is missing, or not safe.
    case folderUnusable = "folder-unusable"
    /// A port of the network cannot be opened.
    case addressUnusable = "address-unusable"
    /// It is stopped, and would have to run.
    case engineStopped = "engine-stopped"
    /// An engine cannot play, or cannot be stopped.
    case engineFailed = "engine-failed"
    /// More is asked for than fits: parts, messages that wait, memory of a program.
    case limitReached = "limit-reached"
    /// No instrument runs, or not any more.
    case instrumentNotRunning = "instrument-not-running"
    /// An instrument of that name runs.
    case instrumentRunning = "instrument-running"
    /// An instrument runs, and gives no answer.
    case noAnswer = "no-answer"
    /// The instrument runs without a panel.
    case noPanel = "no-panel"

    // MARK: The work went on, but not as it was meant
    /// An audio input is there that nothing uses, or one is missing.
    case inputUnused = "input-unused"
    /// The sound goes beyond full scale.
    case soundClips = "sound-clips"

    // MARK: Something was called with wrong arguments
    /// A value is not of its kind, or out of range.
    case wrongValue = "wrong-value"
    /// No widget, part, scene, take or command has that name.
    case unknownName = "unknown-name"
    /// A name that a file or a socket cannot have.
    case unusableName = "unusable-name"
    /// A part has to be chosen.
    case partNeeded = "part-needed"
    /// The instrument, or the file, has nothing of that kind.
    case notApplicable = "not-applicable"
    /// The file exists, and is not replaced.
    case fileExists = "file-exists"
    /// One of Spinet's own sounds has the name, and would be hidden.
    case nameShipped = "name-shipped"
    /// A recording is running.
    case recordingRunning = "recording-running"
    /// No recording is running.
    case notRecording = "not-recording"
    /// A running instrument does not know the request.
    case wrongRequest = "wrong-request"
    /// A page asks for what only the user may do.
    case notAllowed = "not-allowed"

    // MARK: A file is wrong
    /// Nothing has that name: no file, and nothing that is installed.
    case notFound = "not-found"
    /// Several files have that name.
    case severalFound = "several-found"
    /// A file cannot be read.
    case notReadable = "not-readable"
    /// A file has mistakes. `diagnostics` has them where their places are known.
    case fileInvalid = "file-invalid"
    /// A file is sound, but not for this purpose.
    case fileUnsuitable = "file-unsuitable"
    /// Another program has changed the file.
    case fileChanged = "file-changed"
    /// A program that plays does not compile, or has crashed.
    case programFailed = "program-failed"
    /// A running program refuses what it was sent.
    case programRefused = "program-refused"
    /// Some of several files could not be rendered.
    case songsFailed = "songs-failed"

    // MARK: A signal
    /// A signal has ended the program before its work was done.
    case interrupted
  }
}
