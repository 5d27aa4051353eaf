import Basics

/// Owns a copy that is being written; it is removed unless it is kept.
struct PartialCopy: ~Copyable {
    private let file: Descriptor
    private var isKept = false
    /// Whether the file system shares the source's blocks, so that nothing needs to be written.
    private let isCloned: Bool

    /// Makes the file, which must not be there yet, and clones the source where that works.
    ///
    /// Nobody may read it who may not read the source.
    init(_ path: BytePath, of source: borrowing SourceFile) throws(CameraError) {
        do throws(FileError) {
            file = try Descriptor(
                path, for: .writing, [.new, .noFollow],
                permissions: 0o600 | source.status.permissions & 0o444)
        } catch { throw .cannotCopy(to: path, errno: error.number) }
        isCloned = file.clone(source.file)
    }

    deinit {
        if !isKept { file.path.remove() }
    }

    /// Takes the next bytes of the source.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(CameraError) {
        guard !isCloned else { return }
        do throws(FileError) { try file.write(bytes) } catch {
            throw .cannotCopy(to: file.path, errno: error.number)
        }
    }

    /// Leaves the copy where it is.
    consuming func keep() {
        isKept = true
    }
}
