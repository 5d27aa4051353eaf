package import Foundation
import Glibc
import Synchronization

/// A program that runs as a child of the tests, which start every program with this type.
///
/// Foundation's `Process` copies 256 bytes from each entry of `/proc/self/fd`, most of which have
/// 24. With more than a thousand open descriptors, as in parallel tests, it reads beyond the end of
/// the list and ends all tests with signal 11
/// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5472).
package final class ChildProcess: Sendable {
    /// The result of a finished program.
    package struct Result: Sendable {
        /// The exit status; 128 + N if signal N ended it.
        package var status: Int32
        /// The bytes that it wrote to stdout.
        package var output: Data
        /// The text that it wrote to stderr.
        package var errors: String
        /// The text that it wrote to stdout.
        package var text: String { String(decoding: output, as: UTF8.self) }

        /// The JSON value on stdout.
        package func json() throws -> Any {
            try JSONSerialization.jsonObject(with: output, options: .fragmentsAllowed)
        }

        /// The JSON object on stdout.
        package func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }

        /// The JSON objects on stdout, one per line.
        package func lines() throws -> [[String: Any]] {
            try text.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    /// The reason that a program does not start.
    package struct Failure: Error, CustomStringConvertible {
        /// The program and the system's reason.
        package let description: String
    }

    /// The number of the process.
    package let identifier: pid_t
    private let output: AnonymousFile
    private let errors: AnonymousFile
    private let status = Mutex<Int32?>(nil)

    /// Starts a program in its own process group, with no signals blocked or ignored, as a shell
    /// does.
    ///
    /// - Parameters:
    ///   - program: an absolute path, or a name that is looked up in `PATH`.
    ///   - arguments: those after the program's name.
    ///   - folder: its working directory; nil for that of the tests.
    ///   - environment: all its variables; nil for those of the tests.
    ///   - input: the descriptor of its stdin; nil for nothing to read.
    /// - Throws: `Failure` if it cannot be started.
    package init(
        _ program: String, _ arguments: [String] = [], in folder: URL? = nil,
        environment: [String: String]? = nil, input: Int32? = nil
    ) throws {
        output = try AnonymousFile()
        errors = try AnonymousFile()
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [input ?? nothing, output.descriptor, errors.descriptor]
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
        }
        _ = try SpawnAction.closeFrom(&actions, CInt(streams.count))
        if let folder {
            _ = try folder.path(percentEncoded: false).withCString {
                try SpawnAction.changeFolder(&actions, $0)
            }
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let variables = environment ?? ProcessInfo.processInfo.environment
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier = pid_t()
        let number = posix_spawnp(&identifier, program, &actions, &attributes, &words, &settings)
        guard number == 0 else {
            throw Failure(description: "'\(program)': \(String(cString: strerror(number)))")
        }
        self.identifier = identifier
    }

    /// Runs a program to its end.
    @discardableResult
    package static func run(
        _ program: String, _ arguments: [String] = [], in folder: URL? = nil,
        environment: [String: String]? = nil
    ) throws -> Result {
        try ChildProcess(program, arguments, in: folder, environment: environment).wait()
    }

    /// True if a program can be started and ends with status 0.
    package static func succeeds(_ program: String, _ arguments: [String] = []) -> Bool {
        (try? run(program, arguments))?.status == 0
    }

    /// The text that it has written to stdout so far.
    package var text: String { String(decoding: output.contents, as: UTF8.self) }

    /// The text that it has written to stderr so far.
    package var complaints: String { String(decoding: errors.contents, as: UTF8.self) }

    /// True if it has not ended yet.
    package var isRunning: Bool { end() == nil }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        status.withLock { if $0 == nil { kill(identifier, number) } }
    }

    /// Waits for the end.
    @discardableResult
    package func wait() throws -> Result {
        // Other threads may check it meanwhile, so it is reaped under the lock once it has ended.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
        {
        }
        guard let status = end() else {
            throw Failure(description: "process \(identifier) was reaped by another")
        }
        return Result(status: status, output: output.contents, errors: complaints)
    }

    private func end() -> Int32? {
        status.withLock { status in
            var word: CInt = 0
            if status == nil, waitpid(identifier, &word, WNOHANG) == identifier {
                // The low seven bits are the signal that ended it (wait(2)).
                let signal = word & 0x7F
                status = signal == 0 ? word >> 8 & 0xFF : 128 + signal
            }
            return status
        }
    }
}

/// An unnamed file for a program's output, removed with its last descriptor.
private final class AnonymousFile: Sendable {
    let descriptor: CInt

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/output-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ChildProcess.Failure(
                description: "'\(path)': \(String(cString: strerror(errno)))")
        }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// All output so far; reading does not move the program's write position.
    var contents: Data {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return Data() }
        let size = Int(status.st_size)
        return Data(
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = max(pread(descriptor, buffer.baseAddress, size, 0), 0)
            })
    }
}

/// Functions of glibc's `spawn.h` that need `_GNU_SOURCE`, with which Swift does not import it.
private enum SpawnAction {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static func closeFrom(_ actions: Actions, _ first: CInt) throws -> CInt {
        let function = try symbol("posix_spawn_file_actions_addclosefrom_np")
        return unsafeBitCast(function, to: (@convention(c) (Actions, CInt) -> CInt).self)(
            actions, first)
    }

    static func changeFolder(_ actions: Actions, _ path: UnsafePointer<CChar>) throws -> CInt {
        let function = try symbol("posix_spawn_file_actions_addchdir_np")
        return unsafeBitCast(
            function, to: (@convention(c) (Actions, UnsafePointer<CChar>) -> CInt).self)(
                actions, path)
    }

    private static func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
        guard let found = dlsym(nil, name) else {
            throw ChildProcess.Failure(description: "this libc has no \(name)")
        }
        return found
    }
}
