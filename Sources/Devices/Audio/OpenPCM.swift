import CALSA
import CQuiet
import Glibc
import SpinetRealtime
import SystemPackage

/// An open PCM. It is closed when this value is destroyed.
struct OpenPCM: ~Copyable {
  let name: String
  let handle: OpaquePointer

  /// Throws ALSA's code of a PCM that is away or not free. `SpinetError(pcm:opening:)` tells it to people.
  init(_ name: String, _ direction: PCMDirection = .playback) throws(Errno) {
    var opened: OpaquePointer?
    let answer = snd_pcm_open(&opened, name, direction.stream, SND_PCM_NONBLOCK)
    quiet_loaded_jack()
    guard answer >= 0, let pcm = opened else { throw Errno(rawValue: -answer) }
    self.name = name
    handle = pcm
  }

  deinit { snd_pcm_close(handle) }

  /// Sets it up as close to the request as possible.
  func setUp(for request: OutputRequest) throws(SpinetError) -> OutputFormat {
    let format = try Self.settle(handle, name, request)
    try Self.setWaking(handle, format)
    return format
  }

  private static func settle(
    _ pcm: OpaquePointer, _ name: String, _ request: OutputRequest
  ) throws(SpinetError) -> OutputFormat {
    var allocated: OpaquePointer?
    snd_pcm_hw_params_malloc(&allocated)
    guard let params = allocated else { throw SpinetError(pcm: name, step: "set up", errno: ENOMEM) }
    defer { snd_pcm_hw_params_free(params) }
    func check(_ answer: Int32, _ step: String) throws(SpinetError) {
      if answer < 0 { throw SpinetError(pcm: name, step: step, errno: -answer) }
    }

    try check(snd_pcm_hw_params_any(pcm, params), "ask what it can do")
    let access = try accessFor(pcm, params, check)
    let sampleFormat = try sampleFormatFor(pcm, params, name)
    var channels = UInt32(request.channels(of: name))
    // More channels than needed are better than too few.
    var least = channels
    _ = snd_pcm_hw_params_set_channels_min(pcm, params, &least)
    try check(snd_pcm_hw_params_set_channels_near(pcm, params, &channels), "set channels")
    var rate = UInt32(clamping: request.framesPerSecond)
    try check(snd_pcm_hw_params_set_rate_near(pcm, params, &rate, nil), "set the rate")
    var period = snd_pcm_uframes_t(request.periodFrames)
    try check(snd_pcm_hw_params_set_period_size_near(pcm, params, &period, nil), "set the period")
    var buffer = period * snd_pcm_uframes_t(max(2, request.periods))
    try check(snd_pcm_hw_params_set_buffer_size_near(pcm, params, &buffer), "set the buffer")
    try check(snd_pcm_hw_params(pcm, params), "take the settings")
    snd_pcm_hw_params_get_period_size(params, &period, nil)
    snd_pcm_hw_params_get_buffer_size(params, &buffer)
    return OutputFormat(
      pcm: name, framesPerSecond: Int(rate), periodFrames: Int(period), bufferFrames: Int(buffer),
      channels: Int(channels), sampleFormat: sampleFormat, access: access)
  }

  /// Mapped memory if the device offers it, otherwise write access.
  private static func accessFor(
    _ pcm: OpaquePointer, _ params: OpaquePointer, _ check: (Int32, String) throws(SpinetError) -> Void
  ) throws(SpinetError) -> OutputFormat.Access {
    if snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_MMAP_INTERLEAVED) >= 0 { return .mmap }
    try check(snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED), "set the access")
    return .write
  }

  private static func sampleFormatFor(
    _ pcm: OpaquePointer, _ params: OpaquePointer, _ name: String
  ) throws(SpinetError) -> SampleFormat {
    for format in SampleFormat.allCases
    where snd_pcm_hw_params_set_format(pcm, params, format.alsaFormat) >= 0 { return format }
    throw SpinetError(
      .deviceUnsuitable, pcm: name, step: "set the sample format",
      reason: "it takes neither floats nor 16, 24 or 32 bits",
      remedy: Remedy(.chooseAmong, "plug:\(name)"))
  }

  /// Wakes the thread whenever a period fits. Playback starts only by an explicit call.
  private static func setWaking(_ pcm: OpaquePointer, _ format: OutputFormat) throws(SpinetError) {
    var allocated: OpaquePointer?
    snd_pcm_sw_params_malloc(&allocated)
    guard let params = allocated else { throw SpinetError(pcm: format.pcm, step: "set up", errno: ENOMEM) }
    defer { snd_pcm_sw_params_free(params) }
    var boundary: snd_pcm_uframes_t = 0
    snd_pcm_sw_params_current(pcm, params)
    snd_pcm_sw_params_get_boundary(params, &boundary)
    snd_pcm_sw_params_set_start_threshold(pcm, params, boundary)
    snd_pcm_sw_params_set_avail_min(pcm, params, snd_pcm_uframes_t(format.periodFrames))
    let answer = snd_pcm_sw_params(pcm, params)
    if answer < 0 { throw SpinetError(pcm: format.pcm, step: "take the settings", errno: -answer) }
  }
}

extension SampleFormat {
  var alsaFormat: snd_pcm_format_t {
    switch self {
    case .float32: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .int24Packed: SND_PCM_FORMAT_S24_3LE
    case .int24: SND_PCM_FORMAT_S24_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }
}

/// Prevents the libraries of ALSA and JACK from writing to standard error, and Csound from writing to the C
/// library's `stdout`. After this call the program must not use `stdout` either.
///
/// It changes the whole process, so only a program calls it, never a module. The same information is in the
/// errors.
package func quietSoundLibraries() {
  quiet_alsa_and_jack()
  quiet_stdout()
}
