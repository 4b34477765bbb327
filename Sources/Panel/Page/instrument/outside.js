// Instruments outside that play parts by MIDI, and what is said of them.

/** @typedef {{port: string, channel: number | null, waits: boolean}} Outside `waits`: no MIDI port has that name yet */

/** `Prophet*, channel 3`
 * @param {Outside} outside */
export const portText = ({ port, channel }) => (channel === null ? port : `${port}, channel ${channel}`);

/** @param {Outside} outside */
export const stateText = ({ waits }) => (waits ? "no MIDI port has that name; Spinet connects it when it appears" : "plays");
