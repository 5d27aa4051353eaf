package import Foundation
import Glibc

/// A server of another project's that runs as a child of the test, on the loopback interface alone,
/// with its files in a folder of its own.
package final class ServerProgram {
    /// What keeps a server from starting.
    package struct Failure: Error, CustomStringConvertible {
        /// What the server said until it ended.
        package let description: String
    }

    /// The port it listens on.
    package let port: Int
    /// Its configuration, logs and certificates.
    package let folder: URL
    private let process: Process
    private let output: FileHandle
    private let stopSignal: Int32

    private init(
        port: Int, folder: URL, process: Process, output: FileHandle, stopSignal: Int32
    ) {
        self.port = port
        self.folder = folder
        self.process = process
        self.output = output
        self.stopSignal = stopSignal
    }

    /// Starts a server and returns once it listens.
    ///
    /// Neither nginx nor tinyproxy can choose a free port and tell it. So one that was free a moment
    /// ago is tried, and where another program was quicker, another.
    ///
    /// - Parameters:
    ///   - executable: its absolute path.
    ///   - ready: what its output holds once it listens.
    ///   - stopSignal: what ends it in order.
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
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: executable)
            process.arguments = try arguments(folder, port)
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            said = ""
            while !said.contains(ready) {
                guard let data = try pipe.fileHandleForReading.read(upToCount: 1), !data.isEmpty
                else { break }
                said += String(decoding: data, as: UTF8.self)
            }
            if said.contains(ready) {
                return ServerProgram(
                    port: port, folder: folder, process: process,
                    output: pipe.fileHandleForReading, stopSignal: stopSignal)
            }
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
        throw Failure(description: "\(executable) did not start: \(said)")
    }

    /// Ends the server after its last answer, so that its logs are complete.
    ///
    /// - Returns: what it said since it listened; a pipe holds 64 KiB of it.
    @discardableResult
    package func stop() throws -> String {
        guard process.isRunning else { return "" }
        kill(process.processIdentifier, stopSignal)
        let said = try output.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// The lines of a log in the folder.
    package func lines(_ name: String) throws -> [String] {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// Ends the server, where it still runs, and removes its folder.
    package func remove() {
        // Killed outright, nginx would leave its worker behind, which holds what is waited for.
        _ = try? stop()
        // It lies in the temporary directory: what cannot be removed is the system's to clean.
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
