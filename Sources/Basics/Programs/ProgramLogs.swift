internal import CFileSystem
import Glibc

/// What a program writes to, in memory: two files that the system lets grow no further.
///
/// A file on a disk could fill it before anybody looks.
final class ProgramLogs: Sendable {
    /// What it writes to standard output.
    let output: Descriptor
    /// What it writes to standard error.
    let errors: Descriptor

    /// - Parameter limit: bytes that each may get; some more fit, so that too many can be told.
    /// - Throws: where they cannot be made.
    init(atMost limit: Int) throws(FileError) {
        output = try ProgramLogs.file("output", limit)
        errors = try ProgramLogs.file("errors", limit)
    }

    /// How many bytes were written to the one with more: where the next one would go.
    var count: Int { max(ProgramLogs.length(output), ProgramLogs.length(errors)) }

    /// What was written to standard output and standard error, from the beginning.
    func contents(atMost limit: Int) throws(FileError) -> (output: [UInt8], errors: [UInt8]) {
        (
            try output.bytes(min(ProgramLogs.length(output), limit), at: 0),
            try errors.bytes(min(ProgramLogs.length(errors), limit), at: 0)
        )
    }

    private static func length(_ file: borrowing Descriptor) -> Int {
        max(Int(lseek(file.number, 0, SEEK_CUR)), 0)
    }

    private static func file(_ name: String, _ limit: Int) throws(FileError) -> Descriptor {
        // Writes are cut at pages: with two to spare, one beyond the limit is seen for sure.
        let page = 4096
        let length = (limit / page + 3) * page
        return try Descriptor(toldAs: BytePath("memory for a program's \(name)")) {
            gallery_bounded_memory(name, off_t(length))
        }
    }
}
