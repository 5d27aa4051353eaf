import Basics

/// A file that a download left: what is wrong with it at first sight, and how to get rid of it.
struct DownloadedFile {
    let path: BytePath

    init(_ path: BytePath) {
        self.path = path
    }

    /// What came instead of a picture, by its first bytes; nil where they could be a picture's.
    ///
    /// - Parameter isSecret: whether it must not show how the file begins.
    func problem(isSecret: Bool) -> String? {
        guard let beginning = beginning(512) else { return "cannot be read back" }
        guard let first = beginning.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return "is empty"
        }
        let words = isSecret ? "" : ": '\(SourceText.beginning(of: beginning))'"
        switch first {
        case UInt8(ascii: "<"): return "is HTML or XML instead of a picture" + words
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "is JSON instead of a picture" + words
        default: return nil
        }
    }

    /// Removes the file and what the transport remembers about it, so that it starts from zero.
    func remove() {
        for file in [path, BytePath(bytes: path.bytes + Array(".meta".utf8))] {
            file.remove()
        }
    }

    private func beginning(_ count: Int) -> [UInt8]? {
        try? Descriptor(path).bytes(atMost: count)
    }
}
