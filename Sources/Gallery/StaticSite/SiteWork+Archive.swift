import Basics
import Export
import Foundation
import GalleryModel

/// A copy of a photo as it stands in the archive of a site.
package struct SiteArchiveEntry: Sendable {
    /// The copy.
    let copy: SiteCopy
    /// Who made it and under which terms it may be used; nil where nobody is to be named.
    let credit: String?
}

extension SitePhoto {
    /// What the site's archive has of the photo; nil without a copy.
    package var archived: SiteArchiveEntry? {
        copy.map {
            SiteArchiveEntry(
                copy: $0, credit: CreditNotes.credit(of: photo, isChanged: $0.isChanged))
        }
    }
}

extension SiteWork {
    /// Writes an archive of copies that are among the site's files, where it is not there as it is to be.
    ///
    /// The same copies in the same order give the same bytes.
    ///
    /// - Throws: `inputOutput`; `CancellationError`.
    package func writeArchive(_ name: String, of entries: [SiteArchiveEntry]) throws {
        var inputs = InputDigest()
        for entry in entries {
            inputs.add(entry.copy.name)
            inputs.add(entry.copy.inputs)
            inputs.add(entry.credit)
        }
        switch folder.standing(of: name, inputs.value, isFile: true) {
        case .current:
            summary.present += 1
            return
        case .taken:
            summary.failed += 1
            work.tellFailed(
                .path(folder.path.appending(name)),
                "it is there already and no export made it: move it away first")
            return
        case .due: break
        }
        summary.pages += 1
        guard !work.isDryRun else { return folder.note(name, inputs.value, [name]) }
        try folder.begin()
        let path = folder.path.appending(name)
        let part = NewFile.part(beside: path)
        defer { part.remove() }
        do { try write(entries, into: part) } catch let error as ExportError {
            throw GalleryError(.inputOutput, "\(error)")
        }
        do throws(FileError) { try part.rename(to: path) } catch { throw GalleryError(error) }
        summary.writtenBytes += Int64(path.status?.byteCount ?? 0)
        folder.note(name, inputs.value, [name])
    }

    private func write(_ entries: [SiteArchiveEntry], into part: BytePath) throws {
        var archive = try ZipWriter(path: part)
        var names = UniqueNames()
        _ = names.claim(BytePath(ShareRun.creditsName))
        var credits = CreditNotes()
        for entry in entries {
            try work.checkCancellation()
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try folder.path.appending(entry.copy.file).contents(atMost: Int.max)
            } catch { throw GalleryError(.inputOutput, "\(error)") }
            let name = names.claim(BytePath(entry.copy.name)).escaped
            try archive.append(name: name, bytes: bytes, date: ShareRun.archiveDate)
            if let credit = entry.credit { credits.add(credit, named: name) }
        }
        if let text = credits.text {
            try archive.append(
                name: ShareRun.creditsName, bytes: Array(text.utf8),
                date: ShareRun.archiveDate, compresses: true)
        }
        try archive.finish()
    }
}
