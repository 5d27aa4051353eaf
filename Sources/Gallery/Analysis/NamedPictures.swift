import Basics
import GalleryModel
import Imaging
import PhotoSources

/// The files that paths name, and the files in folders below them, one at a time.
struct NamedPictures<Paths: Sequence<BytePath> & Sendable>: Sendable {
    private let paths: Paths

    init(_ paths: Paths) {
        self.paths = paths
    }

    /// Hands out every file and problem in order, until `body` says false.
    func forEach(_ body: (NamedPicture) -> Bool) {
        for path in paths {
            var scanner = CameraScanner([path])
            var isEmpty = true
            while let item = scanner.next() {
                isEmpty = false
                if !body(NamedPicture(item: item, isNamed: item == .file(path))) { return }
            }
            // Whatever somebody named has its row, also a sidecar.
            if isEmpty, scanner.skips.sidecars > 0,
                !body(NamedPicture(item: .file(path), isNamed: true))
            {
                return
            }
        }
    }
}

/// A file to examine, outside any catalog.
struct NamedPicture: Sendable {
    /// The file, or what hinders looking at it.
    let item: CameraItem
    /// Whether somebody named it, not only a folder above it.
    let isNamed: Bool
}

extension BytePath {
    /// Whether a file in a folder claims to be a picture that can be decoded, by its content or, where
    /// that is damaged, by its name.
    var isPicture: Bool {
        let endings: Set = ["jpg", "jpeg", "jpe", "png", "heic", "heif", "webp", "avif"]
        if endings.contains(fileExtension) { return true }
        guard let head = try? FileBytes.head(self, length: 4096) else { return false }
        return PictureDecoder.canDecode(PictureFormat.sniff(head))
    }
}
