import Glibc

/// The names in one folder, sorted by their bytes, but with numbers by their value: `IMG_2` before
/// `IMG_10`, and `IMG_1.jpg` before `IMG_1 (1).jpg`.
///
/// The names are stored in one byte array, so a folder with 100,000 files takes a few megabytes.
package struct FolderListing: Sendable {
    private struct Entry {
        var offset: UInt32
        var length: UInt16
        var kind: FileStatus.Kind?
    }

    /// The identity of the folder.
    package let identity: FileIdentity
    private var bytes: [UInt8] = []
    private var entries: ArraySlice<Entry> = []

    /// Reads a folder, without `.` and `..`.
    package init(_ path: BytePath) throws(FileError) {
        guard let stream = path.withCString({ opendir($0) }) else {
            throw FileError(path: path, number: errno)
        }
        defer { closedir(stream) }
        identity = try FileStatus(of: dirfd(stream), path).identity
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw FileError(path: path, number: errno) }
                break
            }
            // The record stores its name after the fixed fields, and the name can exceed the declared
            // array.
            guard let field = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry) + field
            let name = UnsafeRawBufferPointer(
                start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            let kind: FileStatus.Kind? =
                switch Int(entry.pointee.d_type) {
                case Int(DT_REG): .file
                case Int(DT_DIR): .folder
                case Int(DT_LNK), Int(DT_UNKNOWN): nil
                default: .special
                }
            entries.append(
                Entry(
                    offset: UInt32(truncatingIfNeeded: bytes.count), length: UInt16(name.count),
                    kind: kind))
            bytes.append(contentsOf: name)
        }
        let all = bytes
        entries.sort { left, right in
            FolderListing.precedes(all[FolderListing.range(left)], all[FolderListing.range(right)])
        }
    }

    /// Returns the next name and its type as listed by the folder, which saves a stat(2); nil at
    /// the end.
    ///
    /// The type is nil for a symbolic link, and on a file system that does not report types.
    package mutating func popFirst() -> (name: BytePath, kind: FileStatus.Kind?)? {
        guard let entry = entries.popFirst() else { return nil }
        return (BytePath(bytes: bytes[FolderListing.range(entry)]), entry.kind)
    }

    /// Compares names without their extensions, then with them.
    private static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        var (one, other) = (stem(left), stem(right))
        while let first = one.first, let second = other.first {
            if first.isDigit, second.isDigit {
                let (number, limit) = (takeNumber(&one), takeNumber(&other))
                if number.count != limit.count { return number.count < limit.count }
                if number != limit { return number.lexicographicallyPrecedes(limit) }
            } else if first == second {
                one.removeFirst()
                other.removeFirst()
            } else {
                return first < second
            }
        }
        return one.isEmpty == other.isEmpty ? left.lexicographicallyPrecedes(right) : one.isEmpty
    }

    private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    }

    /// Removes the digits at the beginning, and returns them without leading zeros.
    private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = text.prefix(while: \.isDigit)
        text = text.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private static func range(_ entry: Entry) -> Range<Int> {
        Int(entry.offset)..<(Int(entry.offset) + Int(entry.length))
    }
}
