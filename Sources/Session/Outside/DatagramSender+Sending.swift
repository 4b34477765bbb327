import Logging
import SpinetDevices
import SpinetLibrary
import SpinetOSC
import SpinetRealtime

extension DatagramSender {
  /// Sends datagrams by a socket that is opened for the first one, because few instruments send any. A socket that cannot
  /// be opened is told once, and tried again with the next datagram. [control-thread]
  package static func sending(_ logger: Logger) -> (OSCDatagram) -> Void {
    var opened: DatagramSender?
    var isTold = false
    return { datagram in
      do throws(SpinetError) {
        let sender = if let opened { opened } else { try DatagramSender() }
        (opened, isTold) = (sender, false)
        sender.send(datagram.bytes, to: datagram.receiver.machine, port: datagram.receiver.port)
      } catch {
        if !isTold { logger.error(error) }
        isTold = true
      }
    }
  }
}
