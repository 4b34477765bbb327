// The page's models, which need no screen. The test calls this with `load`, which imports one of the page's modules,
// and gets the names of the checks with what was wrong; null for nothing.
async (load) => {
  const results = [];
  const check = async (name, body) => {
    try { await body(); results.push([name, null]); } catch (error) { results.push([name, String(error.stack ?? error)]); }
  };
  const same = (found, expected, what = "") => {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
    if (one !== other) throw new Error(`${what} is ${one}, expected ${other}`);
  };
  const near = (found, expected, slack, what = "") => {
    if (!(Math.abs(found - expected) <= slack)) throw new Error(`${what} is ${found}, expected ${expected} ± ${slack}`);
  };
  const isTrue = (value, what) => { if (!value) throw new Error(what); };

  const filter = await load("edit/filter.js");
  await check("the filter's curve is the filter's", () => {
    const low = { mode: "low", cutoff: 1000, resonance: 0 };
    // Q 1/2 has both poles at the cutoff: −6 dB there, and −12 dB an octave far above.
    near(filter.gain(low, 1000), -6.02, 0.02, "at the cutoff");
    near(filter.gain(low, 20), 0, 0.02, "far below");
    near(filter.gain(low, 4000) - filter.gain(low, 8000), 12.6, 1.5, "an octave");
    near(filter.gain({ ...low, resonance: 0.6 }, 1000), 20 * Math.log10(1 / filter.damping(0.6)), 0.05, "the resonance");
    near(filter.gain({ ...low, mode: "high" }, 1000), -6.02, 0.02, "high pass");
    near(filter.gain({ ...low, mode: "high" }, 20000), 0, 0.6, "high pass above");
    isTrue(filter.gain({ ...low, mode: "notch" }, 1000) < -100, "the notch lets its middle through");
    near(filter.gain({ ...low, mode: "band", resonance: 0.5 }, 1000), 10 * Math.log10(1 / filter.damping(0.5)), 0.05, "band pass");
    near(filter.gain({ ...low, mode: "ladder" }, 1000), -12.04, 0.02, "four poles at the cutoff");
    isTrue(filter.gain({ ...low, mode: "ladder", resonance: 0.9 }, 1000) > 10, "a ladder with feedback has a peak");
    isTrue(Number.isFinite(filter.gain({ mode: "low", cutoff: 20000, resonance: 1 }, 20000, 44100)), "the highest cutoff has a curve");
  });
  await check("a handle's height is a resonance", () => {
    for (const mode of ["low", "band", "high", "ladder"]) for (const resonance of [0.05, 0.4, 0.8]) {
      const one = { mode, cutoff: 800, resonance };
      near(filter.resonanceFor(one, filter.gain(one, 800)), resonance, 0.001, mode);
    }
    near(filter.decibelsAt(filter.heightOf(6)), 6, 1e-9);
    for (const mode of ["low", "band", "high", "notch", "ladder"]) for (const resonance of [0, 0.2, 0.5, 0.85, 0.9, 0.95, 1]) {
      const one = { mode, cutoff: 800, resonance };
      near(filter.resonanceAt(one, filter.handleHeight(one)), resonance, 0.002, `${mode} at its height`);
    }
    same([filter.resonanceFor({ mode: "low", cutoff: 800 }, -47) < 0.001, filter.resonanceFor({ mode: "notch", cutoff: 800 }, 99)], [true, 1]);
  });
  await check("places in the filter's well", () => {
    near(filter.placeOf(20), 0, 1e-9); near(filter.placeOf(20000), 1, 1e-9); near(filter.hertzAt(filter.placeOf(440)), 440, 1e-6);
    near(filter.heightOf(27), 0, 1e-9); near(filter.heightOf(-47), 1, 1e-9); near(filter.heightOf(99), 0, 1e-9);
    near(filter.raised(2200, 1.2), 5054, 1); same(filter.raised(15000, 8), 20000);
    isTrue(!/NaN|Infinity/.test(filter.curve({ mode: "ladder", cutoff: 20, resonance: 1 }, 400, 200)), "a curve has no end");
  });

  const envelope = await load("edit/envelope.js");
  await check("handles of an envelope go where they are dragged", () => {
    for (const one of [{ attack: 0.3, decay: 0.6, sustain: 0.7, release: 0.5 }, { attack: 0, decay: 0, sustain: 0, release: 0 }, { attack: 1, decay: 1, sustain: 1, release: 1 }]) {
      const at = envelope.points(one);
      near(envelope.dragged(one, "peak", at.peak).attack, one.attack, 1e-9);
      near(envelope.dragged(one, "corner", at.corner).decay, one.decay, 1e-9);
      near(envelope.dragged(one, "corner", at.corner).sustain, one.sustain, 1e-9);
      near(envelope.dragged(one, "end", at.end).release, one.release, 1e-9);
      for (const { x, y } of Object.values(at)) isTrue(x >= 0 && x <= 400 && y >= 0 && y <= 200, `a point at ${x}, ${y} is outside`);
    }
    const far = envelope.dragged({ attack: 0.5, decay: 0.5, sustain: 0.5, release: 0.5 }, "corner", { x: 9999, y: -50 });
    same(far, { decay: 1, sustain: 1 });
    isTrue(envelope.isEnvelope(["attack", "decay", "sustain", "release", "velocity"]) && !envelope.isEnvelope(["attack", "release"]), "what is drawn");
  });

  const shapes = await load("edit/shapes.js");
  await check("pictures of waves stay in their box", () => {
    for (const name of ["saw", "square", "triangle", "sine", "organ", "reed", "choir", "glass"]) {
      const heights = [...shapes.period(name, 0.3).matchAll(/[ML][\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y));
      isTrue(heights.length > 100 && heights.every((y) => y >= 20 && y <= 180), `${name} goes from ${Math.min(...heights)} to ${Math.max(...heights)}`);
    }
    same(shapes.period("user"), null);
    for (const name of ["sine", "triangle", "square", "ramp", "random"]) isTrue(!shapes.swing(name, 40, 5).includes("NaN"), name);
    isTrue(shapes.swing("sine", 4, 2) !== shapes.swing("sine", 4, 0), "the delay is not drawn");
    same(shapes.drawn(0, 1, [], 0), shapes.period("sine"), "the corner of the sine");
    same(shapes.drawn(0.3, 0.4, [1], 1), shapes.period("sine"), "the first harmonic alone");
    isTrue(!shapes.drawn(0, 0, Array(16).fill(0), 1).includes("NaN"), "no harmonics");
  });

  const front = await load("edit/front.js"), { own } = front.engine;
  front.engine.own = null;
  await check("the synth's front has 24 columns in each row, and every widget once", () => {
    const all = front.designedFront(new Set([...Array(16).keys()].map((index) => `harmonic.${index + 1}`).concat(...[1, 2, 3, 4, 5, 6, 7, 8].map((row) => [`matrix.${row}.source`, `matrix.${row}.target`, `matrix.${row}.amount`]),
      "osc1.wave osc1.octave osc1.detune osc1.width osc1.unison osc2.wave osc2.octave osc2.detune osc2.width osc2.pitch osc2.unison osc.mix osc.spread osc.sync osc.fm noise.level unison.detune unison.spread wave.x wave.y wave.blend filter.mode filter.cutoff filter.resonance filter.tracking filter.envelope filter.drive filter.velocity filterenv.attack filterenv.decay filterenv.sustain filterenv.release amp.attack amp.decay amp.sustain amp.release amp.velocity lfo.rate lfo.pitch lfo.filter lfo.amp lfo.wave lfo.delay lfo.sync lfo.voice lfo2.rate lfo2.pitch lfo2.filter lfo2.amp lfo2.wave lfo2.delay lfo2.sync lfo2.voice vibrato.depth vibrato.rate drive.amount chorus.mix chorus.rate chorus.depth delay.mix delay.time delay.feedback delay.sync reverb.mix reverb.size reverb.damping master.volume master.pan master.expression pitch.bend glide.time glide.legato pressure.vibrato pressure.filter timbre.filter clock.tempo compressor.amount clock.tap arp.mode arp.rate arp.octaves arp.gate arp.swing arp.velocity arp.restart arp.latch chord.kind scale.lock scale.root".split(" "))));
    const session = front.sessionModules(["song.playing", "song.part.10", "song.part.2"], () => true);
    same(session.map(({ title }) => title), ["Part", "Kept chord", "Clock", "Metronome", "Song"]);
    same(session.map(({ columns }) => columns), [24, 6, 6, 12, 24]);
    const program = front.sessionModules([], () => true, true);
    same(program.map(({ title, columns }) => [title, columns]), [["Arpeggio", 14], ["Chord", 4], ["Scale", 6], ["Part", 24], ["Kept chord", 6], ["Clock", 9], ["Metronome", 9], ["Song", 24]]);
    same(program.at(5).cells[0], ["clock.tempo", "Tempo"]);
    same(front.sessionModules([], (name) => name.startsWith("clock.")).map(({ title }) => title), ["Clock"], "where nothing else is");
    same(session.at(-1).cells.slice(-2), [["song.part.10", "Part 10"], ["song.part.2", "Part 2"]]);
    for (const row of [1, 2, 3, 4, 5]) same(all.filter((module) => module.row === row).reduce((sum, module) => sum + module.columns, 0), 24, `row ${row}`);
    const names = all.flatMap(({ head, cells }) => [...head, ...cells].map(([name]) => name));
    same(names.length, 129, "widgets on the front");
    same(new Set(names).size, names.length, "different ones");
    same(front.designedFront(new Set(["speed", "volume"])), []);
    same([front.label("filter.cutoff"), front.label("piano/amp.release"), front.label("reverb.mix"), front.label("chorus.rate"), front.label("speed")], ["Cutoff", "Loudness release", "Reverb", "Chorus rate", "speed"]);
  });

  await check("the front of the struck bodies: drawbars only in the organ, the pedal only in kits, and names people read", () => {
    const names = new Set(["model", "tune", "spread", "hat.pedal", "strike.hardness", "strike.velocity", "noise.scale", "decay.scale", "release.scale", "tremolo.rate", "tremolo.depth", "tremolo.spread", "percussion.level", "percussion.harmonic", "rotary.mix", "rotary.speed", "filter.cutoff", "drive.amount", "chorus.mix", "delay.mix", "reverb.mix", "master.volume", "clock.tap", "arp.mode", "chord.kind", "scale.lock", ...Array.from({ length: 9 }, (_, index) => `drawbar.${index + 1}`)]);
    const titles = (body) => front.designedFront(names, body).map(({ title }) => title);
    const cells = (body) => front.designedFront(names, body).flatMap(({ head, cells }) => [...head, ...cells].map(([name]) => name));
    same(titles("marimba").slice(0, 5), ["Body", "Stroke", "Tone", "Tremolo", "Rotary speaker"]);
    same(titles("organ").slice(0, 6), ["Body", "Stroke", "Tone", "Drawbars", "Percussion", "Tremolo"]);
    same([cells("standard-kit").includes("hat.pedal"), cells("marimba").includes("hat.pedal"), cells("organ").filter((name) => name.startsWith("drawbar.")).length], [true, false, 9]);
    for (const body of ["marimba", "organ", "room-kit"]) {
      same(new Set(cells(body)).size, cells(body).length, "each once");
      for (const row of [1, 2, 3, 4, 5]) isTrue([0, 24].includes(front.designedFront(names, body).filter((module) => module.row === row).reduce((sum, module) => sum + module.columns, 0)), `${body}, row ${row}`);
    }
    same([front.label("strike.hardness"), front.label("decay.scale"), front.label("piano/drawbar.2"), front.label("rotary.mix"), front.label("spread")], ["Hardness", "Decay", "Drawbar 5⅓′", "Rotary speaker mix", "spread"]);
    front.engine.own = new Set(["piano/"]);
    same(["piano/drawbar.2", "organ/drawbar.2", "organ/arp.gate", "drawbar.2"].map(front.label), ["Drawbar 5⅓′", "drawbar 2", "Arpeggio gate", "Drawbar 5⅓′"], "a program's names beside ours");
    front.engine.own = new Set();
    same(front.label("drawbar.2"), "drawbar 2", "a program alone");
    front.engine.own = own;
    const stroke = { decay: 0.6, release: 0.5 };
    const at = envelope.strokePoints(stroke, false);
    near(envelope.strokeDragged("decay", at.decay.x), 0.6, 1e-9); near(envelope.strokeDragged("release", at.release.x), 0.5, 1e-9);
    same([envelope.strokeDragged("decay", -9), envelope.strokeDragged("release", 9999)], [0, 1]);
    for (const decay of [0, 1]) for (const release of [0, 1]) for (const lasts of [true, false]) {
      const places = Object.values(envelope.strokePoints({ decay, release }, lasts));
      isTrue(places.every(({ x, y }) => x >= 8 && x <= 392 && y >= 20 && y <= 185), "a handle leaves its well");
      isTrue(!/NaN/.test(envelope.strokePath({ decay, release }, lasts)), "a path");
    }
    isTrue(envelope.strokePath(stroke, true).includes("L240 20.0") && !envelope.strokePath(stroke, false).includes("L240 20.0"), "an organ's key sounds until it is let go");
  });

  const { playingList, songAt } = await load("instrument/songs.js");
  await check("the songs of the set list that plays", () => {
    const setlist = { name: "tonight", own: true, song: 1, left: false }, two = { value: 1, choices: ["1 evening", "2 night-drive"] };
    const instrument = { status: { setlist }, setlists: [{ name: "tonight", songs: [{ stage: "evening", note: "" }, { stage: "night-drive", note: "in D" }] }], sounds: [{ name: "evening", title: "Evening" }] };
    const songs = [{ title: "Evening", note: "" }, { title: "night-drive", note: "in D" }];
    const told = (/** @type {any} */ change) => ({ ...instrument, status: { setlist: { ...setlist, ...change } } });
    const list = { name: "tonight", isOwn: true, now: 1, songs, isLeft: false };
    same(playingList(instrument, two), list);
    same([playingList(instrument, undefined), playingList({ ...instrument, status: {} }, two)], [null, null], "no list plays");
    same(playingList(told({ own: false }), two), { ...list, isOwn: false, songs: [songs[0], { ...songs[1], note: "" }] }, "a list that nobody keeps");
    same(playingList(told({ left: true }), two), { ...list, isLeft: true }, "another sound plays");
    same(playingList(told({ left: true, song: 0 }), two), list, "a song that is coming is not left");
    same(playingList(instrument, { value: 0, choices: ["1 night-drive"] })?.songs, [{ title: "night-drive", note: "" }], "the file is being read again");
    same([songAt({ ...list, isLeft: true }, -1), songAt({ ...list, isLeft: true }, 1), songAt(list, -1)], [songs[1], undefined, songs[0]], "the song to which a step leads");
  });

  const program = await load("edit/program.js");
  const eight = await load("play/eight.js");
  await check("the front eight: pins, then what controllers move, then the file, then the program in its order", () => {
    const widgets = ["speed", "arp.gate", "metronome.level", "song.transpose", "tone", "level", "engine.running", "mod.wheel"].map((name) => ({ name, part: "", kind: "slider" }));
    const names = (from) => eight.frontEight({ widgets, part: "", pins: [], frontline: [], fromFile: [], ...from }).map(({ widget, why }) => `${widget.name} ${why}`);
    same(names({}), ["speed file", "tone file", "level file"], "what plays in time is no part of the program");
    same(names({ pins: [null, "level"], frontline: [1] }), ["arp.gate link", "level pin", "speed file", "tone file"]);
    same(names({ fromFile: [4, 2] }), ["tone file", "metronome.level file", "speed file", "level file"]);
    same(names({ frontline: [6, 7] }), ["speed file", "tone file", "level file"], "never the engine and the wheels");
  });

  await check("programs nobody designed for", () => {
    const sliders = (count) => Array.from({ length: count }, (_, index) => ({ name: `s${index}`, kind: "slider" }));
    const group = (widgets) => [{ name: "g", items: widgets.map((_, index) => ["one", index]) }];
    const looks = (widgets) => program.programFront(group(widgets), widgets)[0].items.map(({ look }) => look);
    same(looks(sliders(6)), Array(6).fill("fader"));
    same(looks(sliders(7)), Array(7).fill("knob"));
    same(looks([{ name: "a", kind: "knob" }, { name: "b", kind: "label" }, { name: "c", kind: "switch" }, { name: "d", kind: "momentary" }]), ["knob", "reading", "switch", "button"]);
    same(program.look({ kind: "label", unit: "dB", min: -60, max: 0 }, 0), "meter", "a bargraph");
    same([program.look({ kind: "label", min: 0, max: 1000, precision: 0 }, 0), program.look({ kind: "label" }, 0)], ["reading", "reading"]);
    same(program.look({ kind: "choice", choices: ["a", "b", "c", "d", "e"] }, 0), "choice");
    same(program.look({ kind: "choice", choices: ["a", "b", "c", "d", "e", "f"] }, 0), "menu");
    const [grid] = program.programFront(group(sliders(200)), sliders(200));
    same([grid.isGrid, grid.columns], [true, 24]);
    same(program.programFront([{ name: "sample", items: [["wave", "sample", 8, 4, 5, 7, 6], ["one", 0]] }], sliders(9))[0].columns, 16);
    same(program.programFront([{ name: "", items: [] }], []), []);
    same(program.fillRows([16, 8, 10, 8, 6, 8, 8, 8]), [16, 8, 10, 8, 6, 8, 8, 8]);
    same(program.fillRows([16, 2]), [21, 3]);
    same(program.fillRows([30, 5, 5], 12), [12, 6, 6]);
    for (const spans of [[1, 1, 1], [7, 11, 5], [2, 3, 5, 7, 11, 13]]) {
      const rows = program.fillRows(spans);
      same(rows.reduce((sum, span) => sum + span, 0) % 24, 0, `${spans}`);
    }
    same(program.letters(["beta", "alpha", "bass", "1st"]), [["1", 3], ["A", 1], ["B", 0]]);
    same([program.titleIn("p/osc.mix", { part: "p", name: "osc" }), program.titleIn("/a/b", { part: "", name: "a" }), program.titleIn("volume", { part: "", name: "" })], ["mix", "b", "volume"]);
  });

  const grid = await load("pages/grid.js");
  await check("items of a page never lie over one another", () => {
    const item = (kind, at, size) => ({ kind, at, size });
    const [one, other] = [item("knob", [0, 0], [2, 2]), item("fader", [2, 0], [2, 3])];
    const items = [one, other];
    same(grid.firstRoom(items, grid.wide, [8, 1]), [4, 0]);
    same(grid.firstRoom(items, grid.wide, [12, 6]), null);
    same(grid.moved(items, grid.wide, one, [1, 0]), one, "onto another");
    same(grid.moved(items, grid.wide, one, [-3, 99]).at, [0, 6], "kept inside");
    same(grid.resized(items, grid.wide, one, "br", 1, 0), one, "into another");
    same(grid.resized(items, grid.wide, one, "br", -5, 3).size, [1, 5]);
    same(grid.resized(items, grid.wide, other, "tr", 3, -9).size, [5, 3]);
    const keys = item("keys", [0, 4], [12, 2]);
    same(grid.resized([keys], grid.wide, keys, "tl", 20, 0), { kind: "keys", at: [8, 4], size: [4, 2] }, "the least size");
    same(grid.emptyCells(items, grid.wide).length, 96 - 10);
    const tall = grid.filledTall([keys, other, one]);
    same(tall.map(({ at, size }) => [at, size]), [[[0, 0], [2, 2]], [[2, 0], [2, 3]], [[0, 3], [6, 2]]]);
    same(grid.filledWide(tall).map(({ kind, at, size }) => [kind, at, size]), [["knob", [0, 0], [2, 2]], ["fader", [2, 0], [2, 3]], ["keys", [0, 3], [12, 2]]], "an upright page on a wide screen");
    same(grid.filledWide(Array.from({ length: 30 }, (_, index) => item("knob", [0, 2 * index], [2, 2]))).length, 24 - 0, "no more than there is room for");
    same(grid.freeName("Tonight!", ["tonight", "tonight-2"]), "tonight-3");
    same(grid.freeName("…", []), "page");
    isTrue(grid.isShown({ scenes: ["Groove"] }, "Groove") && !grid.isShown({ scenes: ["Groove"] }, "Solo") && grid.isShown({}, "Solo"), "scenes");
  });

  const families = await load("sounds/families.js");
  await check("sounds are in families, own ones apart", () => {
    const sound = (name, kind, family, tags, own = false) => ({ name, kind, title: name.toUpperCase(), family, tags, own, hides: false });
    const all = [sound("wool", "patch", "pad", ["warm"]), sound("tine", "patch", "keys", ["struck"]), sound("mine", "patch", "pad", ["warm"], true), sound("evening", "stage", "", [])];
    const sides = families.familiesOf(all, new Set(["tine"]), 3);
    same(sides[1].families.map(({ title, count }) => [title, count]), [["All", 2], ["Keys", 1], ["Pads", 1]]);
    same(sides[2].families.map(({ title, count }) => [title, count]), [["Sounds", 1], ["Stages", 1]]);
    const wanted = { family: "all", words: "", tags: new Set(), favourites: new Set(["tine"]), songs: ["evening"] };
    const names = (more) => families.find(all, { ...wanted, ...more }).map(({ name }) => name);
    same(names({}), ["tine", "wool"], "in the order of the families");
    same(names({ family: "family:Pads" }), ["wool"]);
    same(names({ family: "own:Sounds" }), ["mine"]);
    same(names({ family: "favourites" }), ["tine"]);
    same(names({ family: "set" }), ["evening"]);
    same(names({ words: "WARM" }), ["wool", "mine"], "a search looks everywhere");
    same(names({ tags: new Set(["struck"]) }), ["tine"]);
    same(names({ words: "no such" }), []);
    same(families.commonTags(all, 1), ["warm"]);
    same(families.freeName("wool", new Set(["wool", "wool-2"])), "wool-3");
    same(families.soundsOf([{ name: "a" }])[0], { kind: "patch", title: "a", family: "", tags: [], about: "", own: false, hides: false, name: "a" });
  });

  const drawings = await load("sounds/drawings.js");
  await check("takes and sounds are drawn in their boxes", () => {
    const path = drawings.roll([[36, 0, 1, 90], [84, 1, 0.5, 90]], 2);
    same(path, "M0.00 22.0h50.00M50.00 2.0h25.00");
    same(drawings.roll([], 0), "");
    isTrue(!drawings.roll([[60, 0, 0, 1]], 0).includes("NaN"), "a take of no length");
    same(drawings.thumb(Array(48).fill(0)).match(/M/g).length, 48);
    same([0.2, 38, 252, 400, 4000].map(drawings.duration), ["1 s", "38 s", "4 min 12 s", "6 min 40 s", "1 h 6 min"]);
    same([drawings.counted(1, "note", "notes"), drawings.counted(0, "note", "notes")], ["1 note", "0 notes"]);
  });

  const latency = await load("setup/latency.js");
  await check("latency is told in its parts", () => {
    same(latency.parts({ latency: 8, timing: { block: 2.5, buffer: 5 } }), { whole: 7.5, block: 2.5, buffer: 5, blocks: 2 });
    same(latency.parts({ latency: 10.7 }), { whole: 10.7, block: null, buffer: null, blocks: 0 });
    same([0, 2, 9].map(latency.waiting), ["no more", "two more", "9 more"]);
    same(latency.parts({ latency: null }), null);
    same([8, 19.4, 9.96, 2.67].map(latency.shown), ["8.0", "19", "10", "2.7"]);
    same(latency.shorter({ rate: 48000, period: 128, periods: 3 }), { period: 64, milliseconds: 4 });
    same(latency.shorter({ rate: 48000, period: 128, periods: 3, block: 2.5, buffer: 7.5 }), { period: 64, milliseconds: 5 });
    same(latency.shorter({ rate: 48000, period: 32, periods: 3 }), null);
    const trips = new latency.RoundTrips(3);
    for (const time of [50, 3, 4, 9]) trips.add(time);
    same([trips.usual, trips.worst], [4, 9]);
  });

  const { Draft } = await load("pages/draft.js");
  const line = { send: () => true };
  const knob = (widget, at) => ({ kind: "knob", widget, at, size: [2, 2] });
  await check("a page that is made upright is filled in on a wide screen, until that one is arranged, or emptied", () => {
    const draft = new Draft(line, { name: "a", title: "A", wide: [], tall: null });
    draft.change(true, [knob("a", [0, 0]), knob("b", [4, 2])]);
    same([draft.page.wide, draft.items(false).length], [null, 2]);
    draft.change(false, [knob("a", [0, 0])]);
    same([draft.items(false).length, draft.items(true).length], [1, 2]);
    draft.change(false, []);
    same([draft.items(false).length, draft.items(true).length], [0, 2]);
    draft.change(true, [knob("b", [0, 0])]);
    same([draft.items(false).length, draft.items(true).length], [0, 1]);
    draft.undo();
    draft.undo();
    same(draft.items(false).length, 1);
  });
  return results;
}
