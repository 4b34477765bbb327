import Foundation
import SpinetKit

let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
let manager = MidiWidgetsManager()
do {
  try manager.add(cutoff, forControllerNumber: 5)
  try manager.openMidiIn()
  while true {
    Thread.sleep(forTimeInterval: 0.5)
    print(cutoff.name, cutoff.text)
  }
} catch {
  print(error)
}
