package import Foundation
import Glibc

/// A server of another project that runs as a child of the test, only on the loopback interface,
/// with its files in its own folder.
package final class ServerProgram {
    /// The reason that a server does not start.
    package struct Failure: Error, CustomStringConvertible {
        /// The server's output until it ended.
        package let description: String
    }

    /// The port it listens on.
    package let port: Int
    /// Its configuration, logs and certificates.
    package let folder: URL
    private let process: ChildProcess
    private let stopSignal: Int32

    private init(port: Int, folder: URL, process: ChildProcess, stopSignal: Int32) {
        self.port = port
        self.folder = folder
        self.process = process
        self.stopSignal = stopSignal
    }

    /// Starts a server and returns once it listens.
    ///
    /// Neither nginx nor tinyproxy can choose a free port and report it. So a port that was just
    /// free is tried, and another one if another program took it.
    ///
    /// - Parameters:
    ///   - executable: its absolute path.
    ///   - ready: the output that shows that it listens.
    ///   - stopSignal: the signal that ends it cleanly.
    ///   - arguments: writes the configuration for a folder and a port; returns the arguments.
    package static func start(
        _ executable: String, ready: String, stopSignal: Int32,
        arguments: (URL, Int) throws -> [String]
    ) throws -> ServerProgram {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("gallery-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var said = ""
        for _ in 0..<5 {
            let port = try freePort()
            let process = try ChildProcess(executable, try arguments(folder, port), in: folder)
            while !process.said.contains(ready), process.isRunning { usleep(1_000) }
            said = process.said
            if said.contains(ready) {
                return ServerProgram(
                    port: port, folder: folder, process: process, stopSignal: stopSignal)
            }
        }
        try? FileManager.default.removeItem(at: folder)
        throw Failure(description: "\(executable) did not start: \(said)")
    }

    /// Ends the server after its last response, so that its logs are complete.
    ///
    /// - Returns: its output.
    @discardableResult
    package func stop() throws -> String {
        process.signal(stopSignal)
        try process.wait()
        return process.said
    }

    /// The lines of a log in the folder.
    package func lines(_ name: String) throws -> [String] {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// Ends the server if it still runs, and removes its folder.
    package func remove() {
        // A killed nginx would leave its worker, which keeps the awaited output open.
        _ = try? stop()
        // It is in the temporary directory, so the system cleans up what cannot be removed.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard result == 0 else { throw Failure(description: "no free port: \(errno)") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

extension ChildProcess {
    /// All its output so far.
    fileprivate var said: String { text + complaints }
}
