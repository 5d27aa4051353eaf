import Basics
package import Export
package import GalleryModel

extension SiteWork {
    /// Prepares photos for pages: removes private data, and makes pictures and copies.
    ///
    /// Deleted photos and those in the trash are omitted. A picture that cannot be made is a failed
    /// item.
    ///
    /// - Throws: errors of the catalog; `inputOutput` if the disk is full; `CancellationError`.
    package func photos(_ ids: [PhotoID]) throws -> [SitePhoto] {
        try work.checkCancellation()
        let photos = try gallery.visiblePhotos(ids)
        try makePictures(of: photos)
        let copies = hasCopies ? try copies(of: photos) : [:]
        return try photos.map { photo in
            let shown = try ShareableMetadata(photo, preparation.options, preparation.filter).shown
            // Pages do not show pictures that could not be made; old files of them are removed.
            let pictures = folder.files(of: SitePicture.part(of: photo.id)) ?? []
            let copy = copies[photo.id]
            return SitePhoto(
                photo: shown,
                inputs: InputDigest(
                    shown.pageInputs, pictures, copy?.file, copy?.name, copy?.longEdge
                ).value,
                pictures: pictures.compactMap { file in
                    SitePicture.side(of: file).map { ($0, file) }
                }, copy: copy)
        }
    }

    /// Returns the maximum length of a shared photo's long edge in pixels; nil for no limit.
    ///
    /// - Throws: as `GalleryEdits.uprightSize`, for half of a photo of unknown size.
    private func longEdge(of photo: Photo) throws(GalleryError) -> Int? {
        if preparation.options.size == .half, let known = photo.shownSize {
            return known.halfLongEdge
        }
        return try preparation.longEdge(of: photo, photo.edit ?? PhotoEdit())
    }

    /// Returns the long edges of a photo's pictures: the longest is within the limit for sharing,
    /// but at least the smallest thumbnail size.
    private func sides(of photo: Photo) throws(GalleryError) -> [Int] {
        let steps = [240, 640, 1600]
        guard let bound = try longEdge(of: photo), bound < 1600 else { return steps }
        let last = max(bound, ThumbnailOptions.allowedSides.lowerBound)
        // Omits a size that is only slightly smaller than the largest.
        return steps.filter { $0 * 5 <= last * 4 } + [last]
    }

    // MARK: - Pictures

    private func makePictures(of photos: [Photo]) throws {
        var due: [PhotoID: UInt64] = [:]
        // All photos have the same sides, unless pictures are halved.
        var dueIDs: [[Int]: [PhotoID]] = [:]
        for photo in photos {
            let part = SitePicture.part(of: photo.id)
            let known = photo.pictures.last { $0.state == .stored || $0.state == .offline }
            guard !folder.isProcessed(part), let sha256 = known?.sha256 else { continue }
            let sides: [Int]
            do {
                sides = try self.sides(of: photo)
            } catch {
                summary.failed += 1
                try work.fail(.photo(photo.id), with: error, problem: .photo(photo.id, .export))
                continue
            }
            // Everything that the photo's pictures are made from.
            let inputs = InputDigest(sha256, gallery.thumbnails.cacheKey(photo.edit), sides).value
            if case .current(let files) = folder.state(of: part, inputs, isFile: false) {
                summary.present += files.count
            } else if work.isDryRun {
                let files = plannedPictures(of: photo, sides)
                folder.note(part, inputs, files)
                summary.pictures += files.count
            } else if due.updateValue(inputs, forKey: photo.id) == nil {
                dueIDs[sides, default: []].append(photo.id)
            }
        }
        guard !due.isEmpty else { return }
        try folder.begin()
        // The site reports its own progress.
        var quiet = work.options
        quiet.progress = { _ in }
        var making = ThumbnailOptions(settings: gallery.settings)
        making.includesExisting = true
        for (sides, ids) in dueIDs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            making.sides = sides
            let context = WorkContext(
                quiet, stop: work.stop, command: "thumbnails", in: gallery.catalog)
            let made = try gallery.pictureAnalysis(
                making, nil, context, command: "thumbnails"
            ).run(.photos(ids), total: ids.count) { rows in
                for row in rows {
                    guard let id = row.photoID, let inputs = due[id], row.error == nil
                    else { continue }
                    try place(row.thumbnails ?? [], of: id, inputs)
                }
                try folder.savePeriodically()
            }
            summary.failed += made.thumbnails.failed + made.thumbnails.damaged
        }
    }

    /// Returns the files that a dry run expects: small pictures are not enlarged.
    private func plannedPictures(of photo: Photo, _ sides: [Int]) -> [String] {
        let size = photo.shownSize
        let edge = size.map { max($0.width, $0.height) } ?? Int.max
        let smaller = sides.filter { $0 < edge }
        let needed = smaller + sides.dropFirst(smaller.count).prefix(1)
        return needed.map { SitePicture.file(of: photo.id, side: $0, ending) }
    }

    private var ending: String { gallery.settings.thumbnails.format == .webp ? "webp" : "jpg" }

    /// Copies the thumbnails of a photo into the site.
    private func place(_ thumbnails: [Thumbnail], of id: PhotoID, _ inputs: UInt64) throws {
        var files: [String] = []
        do {
            for thumbnail in thumbnails.sorted(by: { $0.side < $1.side }) {
                let file = SitePicture.file(of: id, side: thumbnail.side, ending)
                try folder.makeFolder(of: file)
                try copy(thumbnail, to: folder.path.appending(file))
                files.append(file)
                summary.writtenBytes += thumbnail.byteCount
            }
        } catch {
            summary.failed += 1
            try work.fail(.photo(id), with: error, problem: .photo(id, .export))
            return
        }
        summary.pictures += files.count
        folder.note(SitePicture.part(of: id), inputs, files)
    }

    private func copy(_ thumbnail: Thumbnail, to path: BytePath) throws {
        do {
            let source = try Descriptor.file(thumbnail.path)
            let file = try AtomicFile(path, followsLink: false)
            try file.copy(source)
            try file.finish(syncs: false)
        } catch {
            // A thumbnail may be evicted at once if the thumbnails exceed their size limit.
            guard !thumbnail.path.exists else { throw error }
            let work = try gallery.thumbnails.pictureWork(
                of: thumbnail.photoID, side: thumbnail.side)
            let made = try gallery.thumbnails.make(work, side: thumbnail.side)
            try AtomicFile.replace(path, with: made.bytes, syncs: false, followsLink: false)
        }
    }

    // MARK: - Copies

    /// Makes missing and outdated copies of photos, as `gallery share` does.
    private func copies(of photos: [Photo]) throws -> [PhotoID: SiteCopy] {
        let files = try photos.filter { $0.picture?.path != nil }.map { photo in
            (photo, SiteFile(copyOf: photo, inputs: try inputs(ofCopyOf: photo)))
        }
        try write(files.map(\.1))
        var known: [PhotoID: SiteCopy] = [:]
        let keepsAll = preparation.options.keepsAll
        for (photo, file) in files {
            guard let name = folder.files(of: file.part)?.first else { continue }
            known[photo.id] = SiteCopy(
                file: name,
                name: preparation.template.fileName(
                    of: photo, ending: BytePath(name).fileExtension),
                longEdge: keepsAll ? nil : (try? longEdge(of: photo)), inputs: file.inputs,
                isChanged: photo.edit != nil && !keepsAll,
                hasPageEdit: photo.edit == nil || !keepsAll)
        }
        return known
    }

    /// Returns the digest of everything that a photo's copy is made from.
    private func inputs(ofCopyOf photo: Photo) throws -> UInt64 {
        let share = preparation.options
        let secrets = try ShareableMetadata(photo, share, preparation.filter)
        return InputDigest(
            PhotoGallery.version, photo.picture?.sha256, photo.thumbnailVersion,
            secrets.shown.pageInputs,
            "\(secrets.rules) \(share.keepsAll) \(share.size) \(share.format?.rawValue ?? "")",
            share.quality ?? gallery.settings.share.quality, gallery.settings.share.longEdge
        ).value
    }
}

/// The names of a site's picture files.
enum SitePicture {
    /// Returns the name of the part with a photo's pictures.
    static func part(of id: PhotoID) -> String { "pictures/\(id)" }

    /// Returns the file name of a photo's picture.
    static func file(of id: PhotoID, side: Int, _ ending: String) -> String {
        "pictures/\(id)-\(side).\(ending)"
    }

    /// Returns the file name of a photo's copy.
    static func copy(of id: PhotoID, _ ending: String) -> String { "pictures/\(id).\(ending)" }

    /// Returns the long edge contained in a picture's file name.
    static func side(of file: String) -> Int? {
        file.split(separator: "-").last.flatMap { Int($0.prefix { $0 != "." }) }
    }
}

/// A copy of a photo in the archive of a site, the photo's creator and license, if there is
/// something to credit, and when the photo was taken.
package typealias SiteArchiveEntry = (copy: SiteCopy, credit: String?, date: ZipDate)

extension SitePhoto {
    /// The photo's entry in the site's archive; nil without a copy.
    package var archived: SiteArchiveEntry? {
        copy.map {
            ($0, CreditLine.text(for: photo, isChanged: $0.isChanged), ZipDate(photo.details))
        }
    }
}

extension SiteWork {
    /// Writes an archive of copies from the site's files, if it is missing or outdated.
    ///
    /// The same copies in the same order give the same bytes.
    ///
    /// - Throws: `inputOutput`; `CancellationError`.
    package func writeArchive(_ name: String, of entries: [SiteArchiveEntry]) throws {
        var inputs = InputDigest()
        for entry in entries {
            inputs.add(entry.copy.name, entry.copy.inputs, entry.credit, "\(entry.date)")
        }
        let archive = SiteFile(name, inputs: inputs.value) { [] }
        guard try !due([archive]).isEmpty else { return }
        let path = folder.path.appending(name)
        let part = NewFile.part(beside: path)
        defer { part.remove() }
        var zip = try ZipWriter(path: part)
        var names = UniqueNames()
        _ = names.claim(BytePath(ShareRun.creditsName))
        var credits = ""
        for entry in entries {
            try work.checkCancellation()
            let bytes = try folder.path.appending(entry.copy.file).contents(atMost: Int.max)
            let name = names.claim(BytePath(entry.copy.name)).escaped
            try zip.append(name: name, bytes: bytes, date: entry.date)
            credits += CreditLine.entry(entry.credit, named: name)
        }
        if !credits.isEmpty {
            try zip.append(
                name: ShareRun.creditsName, bytes: Array(credits.utf8), date: ZipDate(nil))
        }
        try zip.finish()
        try part.rename(to: path)
        note(archive, name, Int(path.status?.byteCount ?? 0))
    }
}
