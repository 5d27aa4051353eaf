internal import CFileSystem
package import Glibc

/// A file path as raw bytes, because file names on Linux need not be UTF-8.
///
/// The bytes never contain a NUL. Two paths are equal if their bytes are; there is no
/// normalization.
public struct BytePath: Hashable, Sendable {
    /// The bytes of the path, without a terminating NUL.
    public let bytes: [UInt8]

    /// Creates a path from raw bytes; drops everything from the first NUL on.
    public init(bytes: some Sequence<UInt8>) {
        let all = Array(bytes)
        let end = all.withUnsafeBytes { buffer in
            buffer.baseAddress.flatMap { start in
                memchr(start, 0, buffer.count).map { UnsafeRawPointer($0) - start }
            }
        }
        self.bytes = end.map { Array(all[..<$0]) } ?? all
    }

    /// Creates a path from the UTF-8 bytes of a string.
    public init(_ string: String) { self.init(bytes: string.utf8) }

    /// The path as text; nil if it is not UTF-8.
    public var string: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for display on one line: control characters, backslashes and bytes that are not
    /// UTF-8 appear as `\n`, `\t`, `\\` or `\xHH`.
    public var escaped: String {
        if let string, !string.unicodeScalars.contains(where: BytePath.needsEscape) {
            return string
        }
        var result = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
                result += BytePath.hex(rest.removeFirst())
                continue
            }
            let encoded = rest.prefix(UTF8.width(scalar))
            rest = rest.dropFirst(encoded.count)
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            case let other where BytePath.needsEscape(other):
                for byte in encoded { result += BytePath.hex(byte) }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// True if the path starts at the root.
    public var isAbsolute: Bool { bytes.first == BytePath.slash }

    /// The part after the last slash; trailing slashes are ignored.
    public var lastComponent: BytePath {
        let trimmed = BytePath.trimmingSlashes(bytes)
        guard let slash = trimmed.lastIndex(of: BytePath.slash) else {
            return BytePath(bytes: trimmed)
        }
        return BytePath(bytes: trimmed[(slash + 1)...])
    }

    /// The path without its last component: `/` for a child of the root, `.` for a bare name.
    public var parent: BytePath {
        let trimmed = BytePath.trimmingSlashes(bytes)
        guard let slash = trimmed.lastIndex(of: BytePath.slash) else { return BytePath(".") }
        return slash == 0 ? BytePath("/") : BytePath(bytes: trimmed[..<slash])
    }

    /// The path and the folders above it, the nearest first.
    package var ancestry: some Sequence<BytePath> {
        sequence(first: self) { $0.parent == $0 ? nil : $0.parent }
    }

    /// The bytes after the last dot of the last component, in lower case; empty if there is no
    /// extension.
    public var fileExtension: String {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Returns the path of a child.
    public func appending(_ component: BytePath) -> BytePath {
        if bytes.isEmpty { return component }
        if bytes.last == BytePath.slash { return BytePath(bytes: bytes + component.bytes) }
        return BytePath(bytes: bytes + [BytePath.slash] + component.bytes)
    }

    /// Returns the path of a child with a UTF-8 name.
    public func appending(_ component: String) -> BytePath { appending(BytePath(component)) }

    /// Calls `body` with the path as a NUL-terminated C string, valid during the call.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return try terminated.withUnsafeBufferPointer { buffer throws(Failure) in
            guard let base = buffer.baseAddress else {
                preconditionFailure("a terminated path is never empty")
            }
            return try body(base)
        }
    }

    private static let slash = UInt8(ascii: "/")

    private static func trimmingSlashes(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var slice = bytes[...]
        while slice.count > 1, slice.last == slash { slice.removeLast() }
        return slice
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\\" { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Bidirectional overrides can disguise a name; emoji joiners are harmless.
        case .format:
            return (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        default: return false
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
}

extension BytePath: Comparable {
    /// Orders paths by their bytes, regardless of the locale.
    public static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BytePath: CustomStringConvertible {
    /// The escaped path.
    public var description: String { escaped }
}

extension BytePath {
    /// The status of the file at the path; nil if it does not exist or cannot be read.
    package var status: FileStatus? { try? FileStatus(self) }

    /// True if the name exists, including as a broken symbolic link.
    package var exists: Bool { (try? FileStatus(self, followingLink: false)) != nil }

    /// True if the path leads to a folder.
    package var isFolder: Bool { status?.kind == .folder }

    /// Returns the error that access(2) reports for the file; nil if access is allowed.
    ///
    /// - Parameter mode: a combination of `R_OK`, `W_OK` and `X_OK`, or `F_OK` for existence.
    package func denial(of mode: Int32) -> FileError? {
        do throws(FileError) {
            try SystemCall.retrying(self) { withCString { access($0, mode) } }
            return nil
        } catch { return error }
    }

    /// Indicates whether the process has access to the file.
    ///
    /// - Parameter mode: as for `denial(of:)`.
    package func allows(_ mode: Int32) -> Bool { denial(of: mode) == nil }

    /// Sets the permissions of the file, regardless of the umask.
    package func setPermissions(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(self) { withCString { chmod($0, permissions) } }
    }

    /// Removes the file.
    package func delete() throws(FileError) {
        try SystemCall.retrying(self) { withCString { unlink($0) } }
    }

    /// Removes the file, ignoring errors.
    package func remove() { try? delete() }

    /// Removes a folder and its files; a folder with subfolders stays.
    package func removeFolder() {
        for name in children() { appending(name).remove() }
        removeEmptyFolder()
    }

    /// Removes the folder if it is empty.
    package func removeEmptyFolder() { _ = withCString { rmdir($0) } }

    /// Returns the names in a folder, without `.` and `..`, in the order of `FolderListing`; empty
    /// if it cannot be read.
    package func children() -> [BytePath] {
        guard var listing = try? FolderListing(self) else { return [] }
        var names: [BytePath] = []
        while let (name, _) = listing.popFirst() { names.append(name) }
        return names
    }

    /// The free disk space available to the process, in bytes; nil if the system does not report
    /// it.
    package var freeBytes: Int64? {
        var facts = statvfs()
        guard withCString({ statvfs($0, &facts) }) == 0 else { return nil }
        return Int64(clamping: facts.f_bavail.multipliedReportingOverflow(by: facts.f_frsize).0)
    }

    /// Creates a folder.
    ///
    /// - Parameter permissions: the permissions of the folder; restricted by the umask.
    /// - Throws: `EEXIST` if the name is taken.
    package func makeFolder(_ permissions: mode_t) throws(FileError) {
        try SystemCall.retrying(self) { withCString { mkdir($0, permissions) } }
    }

    /// Creates a world-readable folder and its missing parents; does nothing if anything has the
    /// name.
    package func makeFolders() throws(FileError) {
        do throws(FileError) { return try makeFolder(0o755) } catch {
            if error.number == EEXIST { return }
            guard error.number == ENOENT, parent != self else { throw error }
        }
        try parent.makeFolders()
        _ = try SystemCall.succeeds(self, except: [EEXIST]) { withCString { mkdir($0, 0o755) } }
    }

    /// Renames a file and replaces any existing file.
    ///
    /// - Throws: The error, with the new path.
    package func rename(to path: BytePath) throws(FileError) {
        try SystemCall.retrying(path) {
            withCString { old in path.withCString { Glibc.rename(old, $0) } }
        }
    }

    /// Renames a file to an unused name.
    ///
    /// - Throws: The error, with the new path; `EEXIST` if the name is taken.
    package func rename(toNew path: BytePath) throws(FileError) {
        let isRenamed = try SystemCall.succeeds(path, except: [EINVAL, ENOSYS]) {
            withCString { old in path.withCString { gallery_rename_new(old, $0) } }
        }
        if isRenamed { return }
        // On file systems without exclusive rename, such as NFS, link(2) refuses a taken name.
        try link(to: path)
        remove()
    }

    /// Renames a file to an unused name.
    ///
    /// - Throws: The error, with the new path; `EPERM` if the file system does not support links.
    package func link(to path: BytePath) throws(FileError) {
        try SystemCall.retrying(path) {
            withCString { old in path.withCString { Glibc.link(old, $0) } }
        }
    }

    /// Returns the contents of a regular file.
    ///
    /// If the file shrinks meanwhile, the result is shorter.
    ///
    /// - Throws: The errors of open(2) and read(2); `EISDIR` for a folder, `EINVAL` for other
    ///   special files, `EFBIG` for a file longer than `limit`.
    package func contents(atMost limit: Int) throws(FileError) -> [UInt8] {
        let file = try Descriptor.file(self, for: .reading, .noTerminal)
        let length = try file.status().byteCount
        guard length <= limit else { throw FileError(path: self, number: EFBIG) }
        return try file.bytes(atMost: length)
    }

    /// The target of a symbolic link; nil if the path is not one.
    package var linkTarget: BytePath? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = target.withUnsafeMutableBytes { buffer in
            withCString { path in
                buffer.withMemoryRebound(to: CChar.self) { characters in
                    characters.baseAddress.map { readlink(path, $0, characters.count) } ?? 0
                }
            }
        }
        guard length > 0, length < target.count else { return nil }
        return BytePath(bytes: target[..<length])
    }

    /// The path with symbolic links resolved; unchanged if nothing exists there.
    package var resolved: BytePath {
        guard let real = withCString({ realpath($0, nil) }) else { return self }
        defer { free(real) }
        return BytePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
