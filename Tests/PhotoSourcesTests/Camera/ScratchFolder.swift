import Basics
import Foundation
import GalleryModel
import Glibc

/// A folder for one test, removed with the value.
final class ScratchFolder {
    let path: BytePath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = BytePath(url.path)
    }

    deinit {
        if let text = path.string { try? FileManager.default.removeItem(atPath: text) }
    }

    /// Writes a file and creates its folders; the name may be any bytes.
    @discardableResult
    func write(_ bytes: [UInt8], to name: BytePath) throws -> BytePath {
        let file = path.appending(name)
        makeFolders(above: file)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        guard bytes.isEmpty || Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw CocoaError(.fileWriteUnknown)
        }
        return file
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> BytePath {
        try write(bytes, to: BytePath(name))
    }

    /// The bytes of a file; nil if it does not exist.
    func contents(_ file: BytePath) -> [UInt8]? {
        file.string.flatMap { FileManager.default.contents(atPath: $0) }.map(Array.init)
    }

    func link(_ name: String, to target: String) {
        let file = path.appending(name)
        makeFolders(above: file)
        _ = file.withCString { link in symlink(target, link) }
    }

    private func makeFolders(above file: BytePath) {
        let folder = file.parent
        guard folder.withCString({ mkdir($0, 0o755) }) != 0, errno == ENOENT else { return }
        makeFolders(above: folder)
        _ = folder.withCString { mkdir($0, 0o755) }
    }
}
