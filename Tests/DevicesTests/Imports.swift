import Devices
import Testing
