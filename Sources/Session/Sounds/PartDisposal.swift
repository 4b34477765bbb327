import SpinetDevices
import SpinetLibrary
import SpinetRealtime

/// Frees parts on another thread, because that may take time, and gives their memory back to the system.
/// [control-thread]
struct PartDisposal {
  private let worker: any Worker
  private var parts: [LoadedPart] = []
  private var freeing: BackgroundJob<Void>?

  init(on worker: any Worker = ThreadWorker()) { self.worker = worker }

  mutating func add(_ more: [LoadedPart]) { parts += more }

  /// Begins to free what has been added. One thread at a time does that.
  mutating func begin() {
    if freeing?.popOutcome() != nil { freeing = nil }
    guard freeing == nil, !parts.isEmpty else { return }
    let box = PartsToFree(parts: parts)
    parts = []
    freeing = try? BackgroundJob("spinet-free", on: worker, work: { box.free() })
  }
}

/// Parts for the thread that frees them.
private final class PartsToFree: @unchecked Sendable {
  // Sendable because only that thread uses it.
  private var parts: [LoadedPart]

  init(parts: [LoadedPart]) { self.parts = parts }

  func free() {
    parts = []
    ResidentMemory.giveBack()
  }
}
