import Basics
import Export
import Foundation
import GalleryModel

extension ShareRun {
    /// The name of the list of credits beside photos.
    static let creditsName = "CREDITS.txt"

    /// Writes one photo under the name given.
    func shareFile(_ path: BytePath) throws -> ShareSummary {
        var summary = ShareSummary()
        try forEachPrepared(&summary) { prepared, summary in
            if options.keepsAll { try checkEnding(of: path, prepared) }
            var isPresent = false
            if !work.isDryRun {
                switch try translated({ try NewFile.place(prepared.bytes, at: path) }) {
                case .copied: break
                case .present: isPresent = true
                case .occupied: throw GalleryError.taken(path)
                }
            }
            summary.add(prepared, named: path.lastComponent.escaped, at: path, isPresent)
            summary.path = path
        }
        return summary
    }

    /// Writes photos and their credits into a folder.
    func shareFolder(_ folder: BytePath) throws -> ShareSummary {
        guard !folder.exists || folder.isFolder else {
            throw GalleryError(
                .inputOutput, "'\(folder.escaped)' is a file and no folder: name another one")
        }
        var summary = ShareSummary()
        summary.path = folder
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        var credits = CreditNotes()
        try forEachPrepared(&summary) { prepared, summary in
            var path = folder.appending(names.claim(BytePath(prepared.name)))
            var isPresent = false
            if !work.isDryRun {
                (path, isPresent) = try translated {
                    try NewFile.placeNumbered(prepared.bytes, at: path)
                }
            }
            let name = path.lastComponent.escaped
            credits.add(prepared, named: name)
            summary.add(prepared, named: name, at: path, isPresent)
        }
        if !work.isDryRun, let text = credits.text {
            _ = try translated {
                try NewFile.placeNumbered(
                    Array(text.utf8), at: folder.appending(Self.creditsName))
            }
        }
        return summary
    }

    /// Writes photos and their credits into an archive, which appears when it is complete.
    func shareArchive(_ path: BytePath) throws -> ShareSummary {
        guard !path.exists || !path.isFolder else {
            throw GalleryError(
                .inputOutput, "'\(path.escaped)' is a folder: name another archive")
        }
        var summary = ShareSummary()
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        if work.isDryRun {
            try forEachPrepared(&summary) { prepared, summary in
                let name = names.claim(BytePath(prepared.name)).escaped
                summary.add(prepared, named: name, at: nil, false)
            }
            summary.path = path
            return summary
        }
        try translated { try path.parent.makeFolders() }
        let part = path.parent.appending(".gallery-\(UUID().uuidString).part")
        defer { part.remove() }
        var credits = CreditNotes()
        var archive: ZipWriter
        do { archive = try ZipWriter(path: part) } catch {
            throw GalleryError(.inputOutput, "\(error)")
        }
        try forEachPrepared(&summary) { prepared, summary in
            let name = names.claim(BytePath(prepared.name)).escaped
            try translated {
                try archive.append(name: name, bytes: prepared.bytes, date: Self.archiveDate)
            }
            credits.add(prepared, named: name)
            summary.add(prepared, named: name, at: nil, false)
        }
        if let text = credits.text {
            try translated {
                try archive.append(
                    name: Self.creditsName, bytes: Array(text.utf8), date: Self.archiveDate,
                    compresses: true)
            }
        }
        do { try archive.finish() } catch { throw GalleryError(.inputOutput, "\(error)") }
        // An archive without a photo helps nobody.
        guard !summary.photos.isEmpty else { return summary }
        summary.path = path
        if path.exists {
            guard try translated({ try NewFile.isSame(part, path) }) else {
                throw GalleryError.taken(path)
            }
            for index in summary.photos.indices { summary.photos[index].isPresent = true }
            (summary.present, summary.shared) = (summary.photos.count, 0)
            return summary
        }
        guard try translated({ try NewFile.rename(part, to: path) }) else {
            throw GalleryError.taken(path)
        }
        return summary
    }

    /// The date of every file in an archive, so that the same photos give the same archive: 1980-01-01,
    /// the first that zip knows.
    static var archiveDate: Int64 { 315_532_800 }

    private func checkEnding(
        of path: BytePath, _ prepared: PreparedPhoto
    ) throws(GalleryError) {
        let ending = BytePath(prepared.name).fileExtension
        let isRight =
            path.fileExtension == ending
            || (RenderFormat(fileExtension: path.fileExtension).map {
                $0 == RenderFormat(fileExtension: ending)
            } ?? false)
        guard isRight else {
            throw GalleryError(
                .usage,
                "the original is a .\(ending) file and '\(path.escaped)' has another ending: name a "
                    + ".\(ending) file, or leave out --keep-all")
        }
    }
}

/// The credits of photos under the names that their files have.
struct CreditNotes {
    private var lines = ""

    mutating func add(_ prepared: PreparedPhoto, named name: String) {
        add(prepared.photo, isChanged: prepared.isChanged, named: name)
    }

    /// Adds a photo as it may be told.
    mutating func add(_ photo: Photo, isChanged: Bool, named name: String) {
        if let credit = Self.credit(of: photo, isChanged: isChanged) { add(credit, named: name) }
    }

    /// Adds a credit that `credit(of:isChanged:)` gave.
    mutating func add(_ credit: String, named name: String) {
        lines += CreditLine.entry(credit, named: name)
    }

    /// The credit of a photo as it may be told; nil where there is nobody to give credit to.
    static func credit(of photo: Photo, isChanged: Bool) -> String? {
        // Where it is from alone is no credit.
        let details = photo.details
        guard
            details.creator != nil || details.copyright != nil || details.license != nil
                || details.sourceURL != nil
        else { return nil }
        return CreditLine.text(for: photo, isChanged: isChanged)
    }

    /// The text of `CREDITS.txt`; nil where no photo has a credit.
    var text: String? { lines.isEmpty ? nil : lines }
}
