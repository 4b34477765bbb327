import Realtime
import Testing
