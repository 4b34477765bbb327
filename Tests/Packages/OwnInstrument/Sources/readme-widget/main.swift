import Glibc
import SpinetKit

let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
let manager = MidiWidgetsManager()
do {
  try manager.add(cutoff, forControllerNumber: 5)
  try manager.openMidiIn()
  while sleep(1) == 0 { print(cutoff.name, cutoff.text) }
} catch { print(error) }
