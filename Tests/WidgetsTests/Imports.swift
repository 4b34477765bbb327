import Testing
import Widgets
