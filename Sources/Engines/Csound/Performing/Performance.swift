import CCsound
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// C functions that a host wants called before and after each control block. They get `context`. [audio-thread]
package struct PerformanceHooks: BitwiseCopyable {
  package typealias Hook = @convention(c) (UnsafeMutableRawPointer?) -> Void

  let before: Hook
  let after: Hook
  let context: UnsafeMutableRawPointer

  /// - Parameter context: must outlive the performance.
  package init(before: @escaping Hook, after: @escaping Hook, context: UnsafeMutableRawPointer) {
    self.before = before
    self.after = after
    self.context = context
  }
}

/// A `.csd` that is ready to be played in one stream: everything is compiled and allocated. The audio thread uses its
/// `renderer`. [control-thread]
package final class Performance: @unchecked Sendable {
  // Sendable because only the audio thread uses the renderer, and only one reader takes messages.
  package let instance: CsoundInstance
  private let host: FixedValue<HostMIDIInput>
  private let owner: FixedValue<PerformanceRenderer>
  private let requests: FixedValue<PerformanceRequests>
  let settings: CsoundInstance.Settings
  /// What was compiled in addition to the file. Its lock is held during a request, so that there is one at a time.
  let additions = Mutex<[String]>([])
  /// Keeps the widgets alive to which the renderer has handles.
  private let widgets: [Widget]
  private var messages: CsoundMessageThread?

  /// How a file is to be performed in a stream.
  package struct Plan {
    package var framesPerSecond: Double?
    package var blockFrames: Int?
    /// Whether each block that is rendered is a whole number of control blocks.
    package var isAligned = false
    package var noteInput = NoteInput.voices
    /// Whether it continues after the end of its score, for live playing.
    package var isOpenEnded = false
    package var hooks: PerformanceHooks?
    package var beforeCompile: ((CsoundInstance.Pointer) -> Void)?

    package init() {}

    /// Whether rate and control block are those of the file.
    var isAsWritten: Bool { framesPerSecond == nil && blockFrames == nil }

    /// For a stream. Values that the file has already are not overridden, because Csound rounds overrides
    /// differently.
    package init(
      _ document: CsdDocument, _ controlBlocks: ControlBlocks?, written: DeclaredStreamFormat,
      framesPerSecond: Double, period: Int
    ) {
      let blocks = BlockAlignment(
        controlBlocks, written: written.blockFrames, isOpen: document.leavesBlocksOpen, period: period)
      if (framesPerSecond, blocks.blockFrames) != (written.framesPerSecond, written.blockFrames) {
        self.framesPerSecond = framesPerSecond
        blockFrames = blocks.blockFrames
      }
      isAligned = blocks.isAligned
    }
  }

  /// Compiles a document.
  /// - Throws: what Csound finds wrong.
  package convenience init(
    _ document: CsdDocument, _ plan: Plan, widgets: [Widget], link: EngineLink,
    tell: (CsoundMessage) -> Void
  ) throws(SpinetError) {
    let instance = try CsoundInstance(document, CsoundInstance.Settings(plan), tell: tell)
    self.init(instance, plan, widgets: widgets, link: link)
  }

  /// - Parameter instance: compiled by the settings of this plan, and not performed yet.
  package init(_ instance: CsoundInstance, _ plan: Plan, widgets: [Widget], link: EngineLink) {
    self.widgets = widgets
    self.instance = instance
    host = FixedValue(HostMIDIInput())
    instance.serve(host.address)
    requests = FixedValue(PerformanceRequests())
    settings = CsoundInstance.Settings(plan)
    owner = FixedValue(
      PerformanceRenderer(
        instance, links: instance.links(to: widgets), texts: instance.textLinks(to: widgets),
        voices: Self.voices(in: instance, plan),
        end: link.claimAudioEnd(), host: host.address, requests: requests.address, plan))
  }

  /// For the audio thread. It is valid as long as the performance.
  var renderer: UnsafeMutablePointer<PerformanceRenderer> { owner.address }

  /// Performs the first control block, because it allocates.
  package func warmUp() { Denormals.flushed { renderer.pointee.warmUp() } }

  /// Lets the audio thread carry out a request, and waits for the answer. Neither control nor the
  /// audio thread may call it.
  @discardableResult
  func carryOut(_ request: PerformanceRequest) throws(SpinetError) -> PerformanceRequest {
    let answer = additions.withLock { _ in requests.value.carryOut(request) }
    guard let answer else {
      throw SpinetError(
        .engineStopped, what: instance.document.file.string, why: "it is not playing",
        remedy: "start the engine, then try again")
    }
    return answer
  }

  /// Csound's messages during `work` and directly after it.
  func said(during work: () throws(SpinetError) -> Void) throws(SpinetError) -> [CsoundMessage] {
    guard let messages else {
      try work()
      return []
    }
    return try messages.said(during: work)
  }

  deinit {
    messages?.stop()
    // Csound may call back until it has ended, so it ends before the objects that it calls.
    instance.end()
  }

  /// The number of voices that are allocated before the first note. Further voices allocate on the audio thread.
  private static let readyVoices = 16

  private static func voices(in instance: CsoundInstance, _ plan: Plan) -> CsoundVoicePlayer {
    let instruments = plan.noteInput == .voices ? instance.voiceInstruments : [:]
    for number in Set(instruments.values) {
      cs_csoundCompileOrc(instance.csound, "prealloc \(number), \(readyVoices)\n")
    }
    return CsoundVoicePlayer(instance, VoiceInstruments(instruments, in: instance))
  }

  /// Passes messages to `tell` from now on.
  func readMessages(_ tell: @escaping @Sendable (CsoundMessage) -> Void) throws(SpinetError) {
    messages = try CsoundMessageThread(self, tell: tell)
  }
}

extension CsoundInstance.Settings {
  init(_ plan: Performance.Plan) {
    self.init()
    framesPerSecond = plan.framesPerSecond
    blockFrames = plan.blockFrames
    isOpenEnded = plan.isOpenEnded
    takesMIDI = plan.noteInput == .midi
    beforeCompile = plan.beforeCompile
  }
}

extension CsoundInstance {
  /// The widgets whose names are channels of the orchestra, with these channels.
  func links(to widgets: [Widget]) -> [ChannelLink] {
    document.orchestraText.channelUses.compactMap { use in
      guard let widget = widgets.first(where: { $0.name == use.name }),
        let channel = controlChannel(use.name, isOutput: !use.isRead)
      else { return nil }
      return ChannelLink(widget, channel: channel, use: use)
    }
  }

  /// The labels that show string channels.
  func textLinks(to widgets: [Widget]) -> [TextLink] {
    document.orchestraText.shownTexts.map(\.name).compactMap { name in
      guard let label = widgets.first(where: { $0.name == name })?.label,
        let channel = channel(name, .text, isOutput: true)
      else { return nil }
      return TextLink(label, channel: channel)
    }
  }
}
