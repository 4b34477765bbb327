import Foundation
import SpinetKit

let csound = CsoundObj()
let frequency = Widget("frequency", range: 100...1000, default: 440, unit: "Hz")
CsoundUI(csound).add(frequency, forChannelName: "frequency")
do {
  try csound.play("test.csd")
  frequency.set(660)
  while csound.isPlaying { Thread.sleep(forTimeInterval: 0.1) }
} catch {
  print(error)
}
