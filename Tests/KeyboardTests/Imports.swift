import Keyboard
import Testing
