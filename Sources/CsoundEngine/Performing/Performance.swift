#if Csound
  import CCsound
  import Engine
  import Keyboard
  import Realtime
  import Widgets

  /// A `.csd` that is ready to be played in one stream: everything is compiled and allocated. [control-thread,
  /// but for what goes through `performer`]
  package final class Performance: @unchecked Sendable {
    // Sendable because the audio thread alone uses the performer, and the watch alone takes messages.
    package let instance: CsoundInstance
    private let host: UnsafeMutablePointer<HostState>
    /// What the audio thread holds; it lives as long as the performance.
    package let performer: UnsafeMutablePointer<Performer>
    /// Keeps alive what the performer has handles to.
    private let widgets: [Widget]
    private let link: EngineLink
    private var watch: PerformanceWatch?

    /// What a stream and its host make of a file.
    package struct Plan {
      package var framesPerSecond: Double?
      package var blockFrames: Int?
      /// Whether each block that is rendered is a whole number of control blocks.
      package var isAligned = false
      package var noteInput = NoteInput.voices
      /// Whether it goes on after its score, for those who play.
      package var isOpenEnded = false
      package var hooks: PerformanceHooks?

      package init() {}

      /// For a stream. What the file says itself is not said again: an override goes through other roundings.
      package init(
        _ document: CsdDocument, _ controlBlocks: ControlBlocks?, written: WrittenStream,
        framesPerSecond: Double, period: Int
      ) {
        let blocks = BlockPlan(
          controlBlocks, written: written.blockFrames, isOpen: document.leavesBlocksOpen, period: period)
        if (framesPerSecond, blocks.blockFrames) != (written.framesPerSecond, written.blockFrames) {
          self.framesPerSecond = framesPerSecond
          blockFrames = blocks.blockFrames
        }
        isAligned = blocks.isAligned
      }
    }

    /// - Throws: what Csound finds wrong.
    package init(
      _ document: CsdDocument, _ plan: Plan, widgets: [Widget], link: EngineLink, log: (String) -> Void
    ) throws(EngineFailure) {
      self.widgets = widgets
      self.link = link
      host = .allocate(capacity: 1)
      host.initialize(to: HostState())
      do throws(EngineFailure) {
        instance = try CsoundInstance(document, CsoundInstance.Settings(plan, hostData: host), log: log)
      } catch {
        host.pointee.deallocate()
        host.deallocate()
        throw error
      }
      performer = .allocate(capacity: 1)
      performer.initialize(
        to: Performer(
          instance, links: instance.links(to: widgets), voices: Self.voices(in: instance, plan),
          end: link.audioEnd, host: host, plan))
    }

    /// Makes the first control block: what it allocates, the audio thread need not.
    package func warmUp() { Denormals.flushed { performer.pointee.warmUp() } }

    deinit {
      watch?.stop()
      performer.pointee.deallocate()
      performer.deallocate()
      // Csound calls back until it is gone.
      instance.end()
      host.pointee.deallocate()
      host.deallocate()
    }

    /// As many as sound before the first note of one more costs memory.
    private static let readyVoices = 16

    private static func voices(in instance: CsoundInstance, _ plan: Plan) -> VoiceBoard? {
      guard plan.noteInput == .voices, let instruments = VoiceInstruments(instance) else { return nil }
      for number in instruments.all {
        csoundCompileOrc(instance.csound, "prealloc \(number), \(readyVoices)\n")
      }
      return VoiceBoard(instance, instruments)
    }

    /// From now on messages reach `log`.
    func watch(_ log: @escaping @Sendable (String) -> Void) throws(ThreadError) {
      watch = try PerformanceWatch(self, log: log)
    }
  }

  extension CsoundInstance.Settings {
    fileprivate init(_ plan: Performance.Plan, hostData: UnsafeMutablePointer<HostState>) {
      self.init()
      framesPerSecond = plan.framesPerSecond
      blockFrames = plan.blockFrames
      isOpenEnded = plan.isOpenEnded
      takesMIDI = plan.noteInput == .midi
      self.hostData = hostData
    }
  }

  extension CsoundInstance {
    /// The widgets that channels of the orchestra are named after.
    func links(to widgets: [Widget]) -> [ChannelLink] {
      document.orchestraText.channelUses.compactMap { use in
        guard let widget = widgets.first(where: { $0.name == use.name }),
          let channel = controlChannel(use.name, isOutput: !use.isRead)
        else { return nil }
        return ChannelLink(widget, channel: channel, use: use)
      }
    }
  }
#endif
