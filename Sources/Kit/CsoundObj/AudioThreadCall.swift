import Glibc
import SpinetRealtime
import Synchronization

/// Knows whether the current thread is inside a binding's update, which the audio thread calls.
enum AudioThreadCall {
  /// What must not be called there, because it waits for the audio thread.
  enum Mistake: Int, CaseIterable {
    case play = 1
    case stop, record, stopRecording, addBinding, removeBinding, updateOrchestra

    var text: String {
      "\(self) was called in a binding's update, on the audio thread, and did nothing; "
        + "call it on another thread, for instance when that thread sees a flag that the update has set"
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Makes the key, which allocates.
  static func prepare() { _ = key }

  static func begin() { pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1)) }
  static func end() { pthread_setspecific(key, nil) }
  static var isInside: Bool { pthread_getspecific(key) != nil }
}

extension CsoundObj {
  /// Whether the caller may wait. On the audio thread it must not: that is reported by the performance's own thread.
  func mayWait(for call: AudioThreadCall.Mistake) -> Bool {
    guard AudioThreadCall.isInside else { return true }
    mistake.store(call.rawValue, ordering: .relaxed)
    return false
  }

  /// - Throws: an error if the caller is the audio thread.
  func checkThread(of call: AudioThreadCall.Mistake) throws(SpinetError) {
    guard !mayWait(for: call) else { return }
    throw SpinetError(
      .notApplicable, what: "\(call)", why: "it was called in a binding's update, on the audio thread",
      remedy: "call it on another thread, for instance when that thread sees a flag that the update has set"
    )
  }

  /// Reports a call on the audio thread, once.
  func tellMistake() {
    let number = mistake.exchange(0, ordering: .relaxed)
    guard let call = AudioThreadCall.Mistake(rawValue: number) else { return }
    tell(CsoundMessage(call.text, .error))
  }
}
