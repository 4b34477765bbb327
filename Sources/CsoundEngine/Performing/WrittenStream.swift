#if Csound
  /// What a file says of its stream.
  package struct WrittenStream: Sendable {
    package let framesPerSecond: Double
    /// Frames of a control block.
    package let blockFrames: Int

    /// As the file has it that was compiled without anything else being said.
    package init(_ instance: CsoundInstance) {
      framesPerSecond = instance.framesPerSecond
      blockFrames = instance.blockFrames
    }
  }
#endif
