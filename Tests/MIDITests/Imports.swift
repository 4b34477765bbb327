import MIDI
import Testing
