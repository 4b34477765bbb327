#if Csound
  import Realtime
  import Widgets

  /// A channel and what it is tied to, without reference counting. A handle: it keeps nothing alive.
  struct ChannelTie: BitwiseCopyable {
    enum Partner: BitwiseCopyable {
      case value(WidgetCell)
      /// 1 for one control block a press.
      case press(WidgetCell)
      case label(WidgetCell)
      case samples(RingHandle<Float>, frames: Int)
    }

    let channel: UnsafeMutablePointer<Double>
    let partner: Partner

    /// Before a control block. [audio-thread]
    @_noLocks func putIntoChannel() {
      switch partner {
      case .value(let cell): channel.pointee = cell.value
      case .press(let cell): channel.pointee = cell.takePress() ? 1 : 0
      case .label, .samples: break
      }
    }

    /// After a control block; what is no number changes no label, and is silence among samples.
    /// [audio-thread]
    @_noLocks func takeFromChannel() {
      switch partner {
      case .value, .press: break
      case .label(let cell): if channel.pointee.isFinite { cell.store(channel.pointee) }
      case .samples(let ring, let frames):
        for frame in 0..<frames {
          let sample = Float(channel[frame])
          if !ring.push(sample.isFinite ? sample : 0) { return }
        }
      }
    }
  }

  /// A binding that is no more than a tie, which the audio thread follows without the object.
  protocol TiedBinding: CsoundBinding {
    /// Nil when nothing plays.
    var tie: ChannelTie? { get }
  }
#endif
