import Foundation
import SpinetKit

let cutoff = Widget("cutoff", range: 60...10_000, default: 3000, unit: "Hz")
let manager = MidiWidgetsManager()
try manager.add(cutoff, forControllerNumber: 5)
try manager.openMidiIn()

var seen = cutoff.stamp
while true {  // keeps the program alive
  if cutoff.stamp != seen {
    seen = cutoff.stamp
    print(cutoff.name, cutoff.text)
  }
  Thread.sleep(forTimeInterval: 0.02)
}
