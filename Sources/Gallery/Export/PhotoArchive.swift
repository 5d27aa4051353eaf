import Basics
import Export
package import GalleryModel

/// Photos as a ZIP archive that is made while it is sent: as they are shown, so edited pictures are
/// rendered, and originals otherwise.
///
/// Only the current file is open, or in memory if it is rendered. Its header contains its checksum,
/// so originals are read twice.
package struct PhotoArchive: Sendable {
    /// The name of the list of photos whose picture is missing.
    private static let missingName = "missing.txt"

    private let gallery: PhotoGallery
    private let ids: [PhotoID]
    private var next = 0
    private var names = UniqueNames()
    private var directory = ZipDirectory()
    /// The lines about photos whose picture is missing.
    private var missing: [String] = []

    /// Creates the archive of photos, in order; nothing is read yet.
    package init(_ gallery: PhotoGallery, _ ids: [PhotoID]) {
        (self.gallery, self.ids) = (gallery, ids)
        _ = names.claim(BytePath(Self.missingName))
    }

    /// Opens the next file; nil after the last one.
    ///
    /// Photos that the reader may no longer see are omitted. Photos without a readable picture are
    /// listed in the last file, `missing.txt`.
    ///
    /// - Returns: the header that precedes the file's bytes, and the file.
    /// - Throws: `tryLater` if too many pictures are being rendered; `CancellationError`.
    package mutating func nextFile() async throws -> (header: [UInt8], file: ShareLinkFile)? {
        while next < ids.count {
            try Task.checkCancellation()
            let id = ids[next]
            next += 1
            let found = try await offload { [gallery] in try gallery.visiblePhotos([id]).first }
            guard let photo = found else { continue }
            do {
                let file = try await file(of: photo)
                let checksum = try await offload { try file.checksum {} }
                return add(file, checksum, date: ZipDate(photo.details))
            } catch {
                guard let error = error as? GalleryError,
                    [.notFound, .badInput, .inputOutput].contains(error.kind)
                else { throw error }
                missing.append("\(id)")
            }
        }
        guard !missing.isEmpty else { return nil }
        let text = "No readable picture:\n" + missing.map { "photo \($0)\n" }.joined()
        missing = []
        let file = ShareLinkFile(name: Self.missingName, identity: "", bytes: Array(text.utf8))
        return add(file, try file.checksum {}, date: ZipDate(nil))
    }

    /// The end of the archive, which follows the last file.
    package var end: [UInt8] { directory.bytes }

    private mutating func add(
        _ file: ShareLinkFile, _ checksum: UInt32, date: ZipDate
    ) -> (header: [UInt8], file: ShareLinkFile) {
        let name =
            file.name == Self.missingName ? file.name : names.claim(BytePath(file.name)).escaped
        let entry = StoredZip.Entry(
            name: name, byteCount: file.byteCount, checksum: checksum, date: date)
        return (directory.add(entry), file)
    }

    private func file(of photo: Photo) async throws -> ShareLinkFile {
        let (edits, export) = (gallery.edits, gallery.export)
        guard let edit = photo.edit, !edit.isEmpty else {
            return try await offload { try export.open(export.originalFacts(of: photo.id)) }
        }
        let facts = try await offload { try edits.renditionFacts(of: photo.id) }
        return ShareLinkFile(
            name: facts.fileName, identity: facts.identity,
            // An archive that has begun cannot be refused, and renders one picture at a time.
            bytes: try await edits.rendition(facts, waits: true))
    }
}
