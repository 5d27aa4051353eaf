import Basics
import Foundation
import GalleryModel
import Glibc

/// A file that a download left: what is wrong with it at first sight, and how to get rid of it.
struct DownloadedFile {
    let path: BytePath

    init(_ path: BytePath) {
        self.path = path
    }

    /// What came instead of a picture, by its first bytes; nil where they could be a picture's.
    var problem: String? {
        guard let beginning = read(512) else { return "cannot be read back" }
        guard let first = beginning.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return "is empty"
        }
        let words = FlickrError.beginning(of: beginning)
        switch first {
        case UInt8(ascii: "<"): return "is HTML or XML instead of a picture: '\(words)'"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "is JSON instead of a picture: '\(words)'"
        default: return nil
        }
    }

    /// Removes the file and what the transport remembers about it, so that it starts from zero.
    func remove() {
        for file in [path, BytePath(bytes: path.bytes + Array(".meta".utf8))] {
            _ = file.withCString { unlink($0) }
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = bytes.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        return length >= 0 ? Array(bytes.prefix(length)) : nil
    }
}
