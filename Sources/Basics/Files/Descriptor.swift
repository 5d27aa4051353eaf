package import Glibc

/// Owns an open file; it closes it when it goes.
///
/// Every call is made again where a signal interrupted it, and counts that are short of what was asked for
/// are followed by another call. Descriptors are not inherited by programs that are started (`O_CLOEXEC`).
package struct Descriptor: ~Copyable, Sendable {
    /// What a file is opened for.
    package enum Access: Sendable {
        /// Its bytes are read.
        case reading
        /// Its bytes are written.
        case writing
        /// Its bytes are read and written.
        case both

        fileprivate var flag: Int32 {
            switch self {
            case .reading: O_RDONLY
            case .writing: O_WRONLY
            case .both: O_RDWR
            }
        }
    }

    /// How a file is opened: flags of open(2).
    package struct Options: OptionSet, Sendable {
        /// The flags.
        package let rawValue: Int32

        /// Makes options of flags.
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// Makes the file where there is none.
        package static let create = Options(rawValue: O_CREAT)
        /// Makes the file; it is an error that something has the name.
        package static let new = Options(rawValue: O_CREAT | O_EXCL)
        /// Empties the file.
        package static let truncate = Options(rawValue: O_TRUNC)
        /// Refuses a link at the end of the path.
        package static let noFollow = Options(rawValue: O_NOFOLLOW)
        /// Never waits: opening a pipe would wait for its other side.
        package static let nonBlocking = Options(rawValue: O_NONBLOCK)
        /// Takes no terminal for the process's own.
        package static let noTerminal = Options(rawValue: O_NOCTTY)
        /// Opens folders alone.
        package static let folder = Options(rawValue: O_DIRECTORY)
        /// Leaves the time of last access as it is, which the file's owner alone may ask for.
        ///
        /// Source: linux/fcntl.h, O_NOATIME, which is not in Swift's Glibc module.
        package static let noAccessTime = Options(rawValue: 0o1000000)
    }

    /// The path that errors tell of: the one that it was opened by.
    package let path: BytePath
    /// The system's number of it, valid while the value lives.
    package let number: Int32

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - permissions: of a file that is made, which the umask narrows.
    ///   - name: the path that errors tell of, where a file is not yet at its place; nil for its own.
    /// - Throws: what open(2) says.
    package init(
        _ path: BytePath, for access: Access = .reading, _ options: Options = [],
        permissions: mode_t = 0, toldAs name: BytePath? = nil
    ) throws(FileError) {
        let flags = access.flag | options.rawValue | O_CLOEXEC
        self.path = name ?? path
        number = try SystemCall.retrying(name ?? path) {
            path.withCString { open($0, flags, permissions) }
        }
    }

    /// Takes over what a system call opened.
    ///
    /// - Throws: what the call says where it gives -1.
    init(toldAs name: BytePath, opening: () -> Int32) throws(FileError) {
        path = name
        number = try SystemCall.retrying(name, opening)
    }

    /// Opens a regular file.
    ///
    /// Opening never waits, so that a pipe without a writer cannot hang the caller.
    ///
    /// - Throws: what open(2) says; `EISDIR` for a folder, `EINVAL` for what else is no regular file.
    package static func file(
        _ path: BytePath, for access: Access = .reading, _ options: Options = [],
        permissions: mode_t = 0
    ) throws(FileError) -> Descriptor {
        let opened = try Descriptor(
            path, for: access, options.union(.nonBlocking), permissions: permissions)
        switch try opened.status().kind {
        case .file: return opened
        case .folder: throw FileError(path: path, number: EISDIR)
        case .link, .special: throw FileError(path: path, number: EINVAL)
        }
    }

    /// Opens a folder, to lock it, to sync it or to read its names.
    package init(folder path: BytePath) throws(FileError) {
        try self.init(path, for: .reading, .folder)
    }

    deinit { close(number) }
}
