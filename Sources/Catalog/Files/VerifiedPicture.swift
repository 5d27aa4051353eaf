package import Basics
import GalleryModel
import Glibc

/// Says why none of the files of a picture can be read.
package struct PictureAbsence: Error, Hashable, Sendable {
    /// What is in the way.
    package enum Reason: Hashable, Sendable {
        /// No file is there: it was removed or moved, or its disk is away.
        case missing
        /// What is there cannot be opened or read.
        case unreadable
        /// What is there holds other bytes.
        case replaced
    }

    /// What is in the way of the file that says most: another picture says more than none.
    package let reason: Reason
    /// That file; nil where the catalog knows of none.
    package let path: BytePath?
}

/// An open picture file of the catalog whose bytes are those that the catalog knows: the one way to
/// them.
///
/// Files outside of the catalog's folder may be changed or replaced by anybody at any time. One that is
/// as it was when it was last seen (length, modification, inode, and no change of the inode since) is
/// taken as it is, any other one by its SHA-256; in the store, where files are read-only and named by
/// their bytes, the length is enough: what has another one was cut off by a disk. What is read comes from
/// the file that was looked at, whatever has its path by then.
package struct VerifiedPicture: ~Copyable {
    private static let blockLength = 256 << 10

    /// Where the file lay when it was opened, to be told.
    package let path: BytePath
    /// Valid while the value lives; its offset is the caller's.
    package let descriptor: Int32
    /// The length in bytes.
    package var byteCount: Int { Int(status.st_size) }

    private let sha256: String
    /// The facts under which the bytes were looked at.
    private let status: stat

    /// Opens the first of a picture's places that holds its bytes.
    ///
    /// - Parameters:
    ///   - sha256: of the bytes, 64 lower-case hexadecimal digits.
    ///   - isDamageAllowed: whether what a disk left of a file in the store will do.
    package static func open(
        _ places: [PicturePlace], sha256: String, isDamageAllowed: Bool = false
    ) throws(PictureAbsence) -> VerifiedPicture {
        var absence = PictureAbsence(reason: .missing, path: places.first?.path)
        for place in places {
            do throws(PictureAbsence) {
                return try VerifiedPicture(place, sha256: sha256, isDamageAllowed)
            } catch {
                let saysMore = error.reason == .replaced && absence.reason != .replaced
                if absence.reason == .missing || saysMore { absence = error }
            }
        }
        throw absence
    }

    private init(
        _ place: PicturePlace, sha256: String, _ isDamageAllowed: Bool
    ) throws(PictureAbsence) {
        // Without O_NONBLOCK opening a pipe would wait for a writer.
        let opened = place.path.withCString {
            Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        }
        guard opened >= 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw PictureAbsence(reason: isMissing ? .missing : .unreadable, path: place.path)
        }
        var facts = stat()
        let isFile = fstat(opened, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        let isKnown = isFile && place.isUnchanged(facts)
        // Other lengths need no reading.
        let mayBeSame = isFile && Int64(facts.st_size) == place.byteCount
        let isRest = isFile && isDamageAllowed && place.stamp == nil
        guard isKnown || isRest || (mayBeSame && VerifiedPicture.digest(of: opened) == sha256)
        else {
            close(opened)
            throw PictureAbsence(reason: .replaced, path: place.path)
        }
        path = place.path
        descriptor = opened
        status = facts
        self.sha256 = sha256
    }

    deinit {
        close(descriptor)
    }

    /// A path that leads to this very file, for libraries that open files by themselves.
    package var descriptorPath: BytePath { BytePath("/proc/self/fd/\(descriptor)") }

    /// Whether nobody wrote to the file since its bytes were looked at.
    private var isUnchanged: Bool {
        var now = stat()
        return fstat(descriptor, &now) == 0 && now.st_size == status.st_size
            && now.st_mtim.tv_sec == status.st_mtim.tv_sec
            && now.st_mtim.tv_nsec == status.st_mtim.tv_nsec
            && now.st_ctim.tv_sec == status.st_ctim.tv_sec
            && now.st_ctim.tv_nsec == status.st_ctim.tv_nsec
    }

    /// Refuses a file that somebody wrote to since its bytes were looked at.
    ///
    /// - Throws: `replaced`.
    package func checkUnchanged() throws(PictureAbsence) {
        guard isUnchanged else { throw PictureAbsence(reason: .replaced, path: path) }
    }

    /// The bytes of the picture.
    ///
    /// - Throws: `replaced` where they changed since the file was opened, `unreadable`.
    package func bytes() throws(PictureAbsence) -> [UInt8] {
        let size = byteCount
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let length = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
                if length < 0, errno == EINTR { continue }
                failed = length < 0
                if length <= 0 { return }
                count += length
            }
        }
        guard !failed else { throw PictureAbsence(reason: .unreadable, path: path) }
        // A change of the inode alone, such as another mode, leaves the bytes what they were.
        guard
            bytes.count == size && isUnchanged
                || FileDigest(of: bytes).hexadecimal == sha256
        else { throw PictureAbsence(reason: .replaced, path: path) }
        return bytes
    }

    /// The SHA-256 of a file, hexadecimal; nil where it cannot be read.
    static func digest(of descriptor: Int32) -> String? {
        var hasher = SHA256Hasher()
        var buffer = [UInt8](repeating: 0, count: blockLength)
        var offset: off_t = 0
        while true {
            let length = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, offset)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { return nil }
            if length == 0 { return hasher.digest.hexadecimal }
            buffer.withUnsafeBytes {
                hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<length]))
            }
            offset += off_t(length)
        }
    }
}
