import SpinetEngine
import SpinetRealtime
import SpinetSampler
import SpinetWidgets

extension Subject {
  /// Reads an SFZ file, which may include itself, and plays what it says with a sample that is always the same. Its text is
  /// a folder's list of names too.
  func checkSamples(_ bytes: [UInt8]) throws {
    do throws(SpinetError) {
      let text = try SFZInstrument(file: "fuzz.sfz") { _, _ throws(SpinetError) in bytes }
      let told = text.notes.filter { $0.contains("\n") }
      if !told.isEmpty { throw SpinetError(.fileInvalid, what: "\n", why: told[0], remedy: "") }
      let sample = Self.sample
      play(
        SampledInstrument(text, zones: text.regions.prefix(2_000).map { (region: $0, sample: sample) }))
    } catch {
      if error.description.contains("\n") {
        throw Broken(description: "a message of several lines: \(error)")
      }
    }
    let names = String(decoding: bytes, as: UTF8.self).split { $0.isNewline || $0 == " " }.map { "\($0).wav" }
    let sample = Self.sample
    let regions = NamedSamples.regions(of: names)
    play(SampledInstrument(zones: regions.prefix(2_000).map { (region: $0, sample: sample) }))
  }

  /// Plays some notes, and moves every controller while they sound.
  private func play(_ instrument: SampledInstrument) {
    guard !instrument.zones.isEmpty else { return }
    let engine = MultisampleEngine(instrument)
    var ends = ControlEnds()
    engine.prepare(framesPerSecond: 48_000, largestBlock: 512, link: ends.link)
    let buffer = SampleBuffer(capacity: 512)
    let timeline = Timeline(framesPerSecond: 48_000)
    for turn in 0..<8 {
      let frame = Int64(512 * turn)
      for event in Self.chord(turn) {
        _ = ends.commands.send(EngineCommand(time: timeline.time(of: frame), .voice(event)))
      }
      for (number, widget) in engine.controllerWidgets { widget.set(Double((number + 31 * turn) % 128)) }
      engine.render(buffer.block(frameCount: 512, firstFrame: frame, timeline: timeline))
    }
  }

  private static let sample = Sample(
    frameCount: 700, isStereo: true, framesPerSecond: 44_100, loop: 100..<650
  ) { left, right in
    for frame in 0..<700 {
      left[frame] = Float(frame % 100) / 100
      right?[frame] = -left[frame]
    }
  }

  private static func chord(_ turn: Int) -> [VoiceEvent] {
    let voice = VoiceNumber(turn)
    return [
      .start(voice, serial: 1), .set(voice, .key, Double(turn * 17)),
      .set(voice, .freq, 20 * Double(1 << turn)), .set(voice, .gain, Double(turn) / 8),
      .set(voice, .gate, 1), .set(VoiceNumber(turn / 3), .pedals, Double(turn)),
      .set(VoiceNumber(turn / 2), .gate, 0), .release(VoiceNumber(turn / 2)),
    ]
  }

  static let opcodes = [
    "<region>", "<group>", "<", ">", "=", " sample=a.wav ", "#define $A ", "$A", "\n", " key=", " c4", " -1 ",
    " lokey=99999999999", " seq_length=0", " seq_position=100", " hirand=nan", " loop_end=-5", "/*", "*/",
    "//",
    "#include \"b\"", "\u{0}", " offset=1e300", " end=0", " end=-1", " tune=-1e9", " transpose=1e400",
    " loop_mode=loop_sustain", " loop_start=649 loop_end=649", " volume=1e9", " ampeg_release=-1",
    " pitch_keytrack=-1e9", " trigger=release", " group=1 off_by=1", " sw_lokey=200 sw_hikey=-4", " locc64=9",
    "<curve>curve_index=7 v64=nan", "<control>set_cc1=64 label_cc1=a/b ", " cutoff=1e9", " cutoff_oncc1=-1e9",
    " lfo1_freq=1e9 lfo1_pitch=1e9", " lfo1_freq_lfo2_oncc1=1e6", " eg1_time1=0 eg1_level1=1 eg1_cutoff=9e9",
    " fil_type=lpf_6p resonance=1e9", " eq1_gain=1e9 eq1_bw=0", " amplitude_oncc1=1e9", " polyphony=0",
    " lobpm=1e9", " hibpm=-1", " locc131=1e9", " hihdcc128=-1e9", " hicc133=-5", " lotimer=1",
    " fil_type=comb cutoff=-1e9", " fil2_type=comb resonance2=1e9",
    " note_polyphony=1", " off_mode=time off_time=0 off_shape=1e9", " on_locc1=9",
    " xfin_lovel=9 xfin_hivel=1",
    " delay=1e9", " offset_random=1e9", " bend_smooth=1e9", " sample=*saw", " ampeg_attack_oncc1=-1e9",
    " sustain_sw=off", " sostenuto_sw=0", " sustain_cc=1", " sustain_cc=-1e9", " trigger=release_key",
    " rt_dead=on",
    " sw_down=60", " loop_crossfade=1e9", " amplitude_stepcc1=1e-9", " ampeg_attack_shape=1e9",
    " width=1e9 position=-1e9", " pitch_keycenter=sample",
    " direction=reverse", " count=1e9", " count=3", " loop_count=1e9", " sustain_lo=-1e9", " sustain_lo=1",
    " lfo1_steps=1e9 lfo1_step1=1e9 lfo1_volume=1e9", " lfo1_step100_oncc1=-1e9", " lfo1_wave=12",
    " lfo1_wave=13 lfo1_ratio=-100 lfo1_phase=-1e9",
  ]

  static let sampleTexts = [
    """
    #define $KEY 40
    <control> default_path=samples\\piano/
    <global> volume=-3 ampeg_release=2 // everywhere
    <master> tune=10
    <group> lokey=c4 hikey=72 tune=20 seq_length=2
    <region> sample=soft one.wav lovel=10 hivel=90 pitch_keycenter=61 seq_position=1
    <region> sample=two.wav lorand=0.25 hirand=0.5 seq_position=2 loop_mode=loop_sustain loop_start=10 loop_end=99
    /* a comment */ <group> trigger=release
    <region> sample=three.wav key=$KEY offset=5 end=200 transpose=-12 pan=-50 amp_veltrack=80 group=2 off_by=2
    """,
    "piano_C4_v1 piano_C4_v2 A#3 060 Db2",
  ]
}
