import Foundation

/// Files without names that a program writes to.
final class ProgramLogs: Sendable {
    /// What it writes to standard output.
    let output: Descriptor
    /// What it writes to standard error.
    let errors: Descriptor

    /// - Throws: where they cannot be made.
    init(in folder: BytePath) throws(FileError) {
        output = try ProgramLogs.file(in: folder)
        errors = try ProgramLogs.file(in: folder)
    }

    /// The length of the longer file, in bytes.
    var count: Int {
        max((try? output.status().byteCount) ?? 0, (try? errors.status().byteCount) ?? 0)
    }

    /// What was written to standard output and standard error, from the beginning.
    func contents(atMost limit: Int) throws(FileError) -> (output: [UInt8], errors: [UInt8]) {
        (try output.bytes(limit, at: 0), try errors.bytes(limit, at: 0))
    }

    private static func file(in folder: BytePath) throws(FileError) -> Descriptor {
        let path = folder.appending("\(UUID().uuidString).log")
        let file = try Descriptor(path, for: .both, .new, permissions: 0o600)
        path.remove()
        return file
    }
}
