// Sounds in families, and which of them a search shows.

/**
 * @typedef {object} Sound
 * @property {string} name that loads it @property {string} kind patch, stage, program, font, sample
 * @property {string} title @property {string} family @property {string[]} tags @property {string} [about]
 * @property {boolean} own @property {boolean} hides whether it hides one of Spinet's
 * @typedef {{id: string, title: string, count: number}} Family
 */

/** @type {Record<string, string>} */
const titles = {
  keys: "Keys", piano: "Keys", organ: "Organ", bells: "Bells and mallets", mallets: "Bells and mallets", pluck: "Pluck", strings: "Strings",
  pad: "Pads", pads: "Pads", lead: "Leads", leads: "Leads", winds: "Winds and brass", brass: "Winds and brass", bass: "Bass", drums: "Drums",
};
const order = ["Keys", "Organ", "Bells and mallets", "Pluck", "Strings", "Pads", "Leads", "Winds and brass", "Bass", "Drums"];
/** @type {Record<string, string>} */
const kinds = { program: "Programs", font: "SoundFonts, samples", sample: "SoundFonts, samples", stage: "Stages" };

/** A family's name for people.
 * @param {string} family */
export const familyTitle = (family) => titles[family.toLowerCase()] ?? (family ? family[0].toUpperCase() + family.slice(1) : "Others");

/**
 * Sounds as the instrument tells them; one that knows names only gives plain ones.
 * @param {any[]} told @returns {Sound[]}
 */
export const soundsOf = (told) => told.map((sound) => ({ kind: "patch", title: sound.name, family: "", tags: [], about: "", own: false, hides: false, ...sound }));

/** Whether Spinet came with it, as a sound and not as a stage.
 * @param {Sound} sound */
const isShipped = (sound) => sound.kind === "patch" && !sound.own;

/** The place of a family among the others; those that nobody knows are last.
 * @param {string} title */
const rank = (title) => (order.indexOf(title) + order.length + 1) % (order.length + 1);

/** Spinet's sounds by family, then what is no sound of Spinet's, each by the name that people see.
 * @param {Sound} one @param {Sound} other */
const byFamily = (one, other) => Number(isShipped(other)) - Number(isShipped(one))
  || rank(familyTitle(one.family)) - rank(familyTitle(other.family)) || one.title.localeCompare(other.title);

/**
 * The choices at the side: ids `set`, `favourites`, `all`, `family:Pads`, `own:Sounds`.
 * @param {Sound[]} sounds @param {Set<string>} favourites @param {number} songs of the set list
 * @returns {{heading: string, families: Family[]}[]}
 */
export function familiesOf(sounds, favourites, songs) {
  const count = (/** @type {string[]} */ list) => list.reduce((/** @type {Map<string, number>} */ all, /** @type {string} */ one) => all.set(one, (all.get(one) ?? 0) + 1), new Map());
  const shipped = sounds.filter(isShipped);
  const families = count(shipped.map(({ family }) => familyTitle(family)));
  const byOrder = [...families].filter(([title]) => families.size > 1 || title !== "Others").sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other));
  const own = count(sounds.filter((sound) => !isShipped(sound)).map(({ kind }) => kinds[kind] ?? "Sounds"));
  return [
    { heading: "Tonight", families: [{ id: "set", title: "Set list", count: songs }, { id: "favourites", title: "Favourites", count: sounds.filter(({ name }) => favourites.has(name)).length }] },
    { heading: "Spinet’s", families: [{ id: "all", title: "All", count: shipped.length }, ...byOrder.map(([title, number]) => ({ id: `family:${title}`, title, count: number }))] },
    { heading: "Yours", families: ["Sounds", "Programs", "SoundFonts, samples", "Stages"].map((title) => ({ id: `own:${title}`, title, count: own.get(title) ?? 0 })).filter(({ title, count }) => count > 0 || title === "Sounds") },
  ];
}

/**
 * The sounds of a family that a search finds, in the order of the families; a search looks through all of them.
 * @param {Sound[]} sounds @param {{family: string, words: string, tags: Set<string>, favourites: Set<string>, songs: string[]}} wanted
 */
export function find(sounds, { family, words, tags, favourites, songs }) {
  const asked = words.toLowerCase().split(/[\s,]+/).filter((word) => word !== "");
  const isOf = (/** @type {Sound} */ sound) => {
    if (asked.length > 0 || tags.size > 0) return true;
    if (family === "favourites") return favourites.has(sound.name);
    if (family === "set") return songs.includes(sound.name);
    if (family === "all") return isShipped(sound);
    if (family.startsWith("own:")) return !isShipped(sound) && (kinds[sound.kind] ?? "Sounds") === family.slice(4);
    return isShipped(sound) && familyTitle(sound.family) === family.slice(7);
  };
  const found = sounds.filter((sound) => {
    const text = [sound.name, sound.title, sound.about ?? "", familyTitle(sound.family), ...sound.tags].join(" ").toLowerCase();
    return isOf(sound) && asked.every((word) => text.includes(word)) && [...tags].every((tag) => sound.tags.includes(tag));
  });
  return family === "set" && asked.length === 0 ? found.sort((one, other) => songs.indexOf(one.name) - songs.indexOf(other.name)) : found.sort(byFamily);
}

/** The characters that most sounds have.
 * @param {Sound[]} sounds @param {number} most */
export function commonTags(sounds, most) {
  const counts = new Map();
  for (const tag of sounds.flatMap((sound) => sound.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([one, many], [other, more]) => more - many || one.localeCompare(other)).slice(0, most).map(([tag]) => tag);
}

/** A name that no sound has yet.
 * @param {string} name @param {Set<string>} names */
export function freeName(name, names) {
  if (!names.has(name)) return name;
  const bare = name.replace(/-\d+$/, "");
  for (let number = 2; ; number++) if (!names.has(`${bare}-${number}`)) return `${bare}-${number}`;
}
