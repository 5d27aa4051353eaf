import Basics
import Catalog
import Export
package import GalleryModel
import Imaging

extension SiteWork {
    /// Makes photos ready for pages: what may be told of them, their pictures and their copies.
    ///
    /// Those that are gone or lie in the trash are left out. A picture that cannot be made is a failed item.
    ///
    /// - Throws: what the catalog throws; `inputOutput` where the disk is full; `CancellationError`.
    package func photos(_ ids: [PhotoID]) throws -> [SitePhoto] {
        try work.checkCancellation()
        let photos = try gallery.catalog.photos(ids: ids).filter { $0.dateTrashed == nil }
        try makePictures(of: photos)
        let copies = options.hasCopies ? try copies(of: photos) : [:]
        return try photos.map { photo in
            let shown = try ShareSecrets(photo, options.share, filter).shown
            // What could not be made goes from the folder: pages do not show it.
            let part = SitePicture.part(of: photo.id)
            let pictures = folder.isMet(part) ? folder.files(of: part) ?? [] : []
            let copy = copies[photo.id]
            var inputs = InputDigest()
            inputs.add(shown.inputsOfPages)
            inputs.add(pictures)
            inputs.add(copy?.file)
            inputs.add(copy?.name)
            inputs.add(copy?.longestSide)
            return SitePhoto(
                photo: shown, inputs: inputs.value,
                pictures: pictures.compactMap { file in
                    SitePicture.side(of: file).map { ($0, file) }
                }, copy: copy)
        }
    }

    /// The most pixels that may be given away of a photo's long edge; nil for no bound.
    ///
    /// - Throws: as `PictureSizeReader.uprightSize`, for half of a photo whose size is not known.
    private func longestSide(of photo: Photo) throws(GalleryError) -> Int? {
        switch options.share.size {
        case .full: return nil
        case .standard: return gallery.settings.share.longestSide
        case .longest(let side): return side
        case .half:
            if let known = photo.shownGeometry?.result { return known.halfOfLongEdge }
            let upright = try PictureSizeReader(
                catalog: gallery.catalog, limits: DecodeLimits(gallery.settings)
            ).uprightSize(of: photo)
            return EditGeometry(
                photo.edit ?? PhotoEdit(), width: upright.width, height: upright.height
            ).result.halfOfLongEdge
        }
    }

    /// The long edges of a photo's pictures: the last one is no longer than what may be given away, or the smallest
    /// that thumbnails have.
    private func sides(of photo: Photo) throws(GalleryError) -> [Int] {
        let steps = [240, 640, 1600]
        guard let bound = try longestSide(of: photo), bound < 1600 else { return steps }
        let last = max(bound, ThumbnailOptions.allowedSides.lowerBound)
        // One that is hardly smaller than the last one is left out.
        return steps.filter { $0 * 5 <= last * 4 } + [last]
    }

    // MARK: - Pictures

    private func makePictures(of photos: [Photo]) throws {
        var due: [PhotoID: UInt64] = [:]
        // All of a size have the same sides, but for halves of photos.
        var dueIDs: [[Int]: [PhotoID]] = [:]
        for photo in photos {
            let part = SitePicture.part(of: photo.id)
            let known = photo.pictures.last { $0.state == .stored || $0.state == .offline }
            guard !folder.isMet(part), let sha256 = known?.sha256 else { continue }
            let sides: [Int]
            do {
                sides = try self.sides(of: photo)
            } catch {
                summary.failed += 1
                try work.fail(.photo(photo.id), with: error, problem: .photo(photo.id, .export))
                continue
            }
            let inputs = inputs(of: sha256, photo.edit, sides)
            if case .current(let files) = folder.standing(of: part, inputs, isFile: false) {
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
        for (sides, ids) in dueIDs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try makePictures(of: ids, sides, inputs: due)
        }
    }

    private func makePictures(
        of ids: [PhotoID], _ sides: [Int], inputs: [PhotoID: UInt64]
    ) throws {
        var making = ThumbnailOptions(settings: gallery.settings)
        making.sides = sides
        making.listsPresent = true
        // How far the site is, is told of its photos.
        var quiet = work.options
        quiet.progress = { _ in }
        let context = WorkContext(
            quiet, stop: work.stop, command: "thumbnails", in: gallery.catalog)
        let made = try gallery.pictureAnalysis(making, nil, context, command: "thumbnails").run(
            .photos(ids), total: ids.count
        ) { rows in
            for row in rows {
                guard let inputs = inputs[row.photoID], row.error == nil else { continue }
                try place(row.thumbnails ?? [], of: row.photoID, inputs)
            }
            try folder.saveNowAndThen()
        }
        summary.failed += made.thumbnails.failed + made.thumbnails.damaged
    }

    /// What changes with the pictures that are made of one.
    private func inputs(of sha256: String, _ edit: PhotoEdit?, _ sides: [Int]) -> UInt64 {
        var inputs = InputDigest()
        inputs.add(sha256)
        inputs.add(gallery.thumbnailCacheKey(edit))
        for side in sides { inputs.add(side) }
        return inputs.value
    }

    /// The files that a dry run expects: small pictures are not enlarged.
    private func plannedPictures(of photo: Photo, _ sides: [Int]) -> [String] {
        let size = photo.shownGeometry?.result
        let edge = size.map { max($0.width, $0.height) } ?? Int.max
        let smaller = sides.filter { $0 < edge }
        let needed = smaller + sides.dropFirst(smaller.count).prefix(1)
        return needed.map { SitePicture.file(of: photo.id, side: $0, ending) }
    }

    private var ending: String {
        gallery.settings.thumbnails.format == .webp ? "webp" : "jpg"
    }

    /// Copies the thumbnails of a photo into the site.
    private func place(
        _ thumbnails: [Thumbnail], of id: PhotoID, _ inputs: UInt64
    ) throws {
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
            let file = try AtomicFile(path)
            try file.copy(source)
            try file.finish(syncs: false)
        } catch {
            // What takes more room than thumbnails may have is removed again at once.
            guard !thumbnail.path.exists else { throw error }
            let made = try gallery.thumbnailMaking(of: thumbnail.photoID, side: thumbnail.side)
                .make()
            try AtomicFile.replace(path, with: made.bytes, syncs: false)
        }
    }

    // MARK: - Copies

    /// Makes the copies of photos that are not there as they are to be, as `gallery share` does.
    private func copies(of photos: [Photo]) throws -> [PhotoID: SiteCopy] {
        let naming = try preparation()
        var known: [PhotoID: SiteCopy] = [:]
        var due: [(photo: Photo, inputs: UInt64)] = []
        for photo in photos where photo.picture?.path != nil {
            let inputs = try inputs(ofCopyOf: photo)
            let part = "copies/\(photo.id)"
            let isMet = folder.isMet(part)
            switch folder.standing(of: part, inputs, isFile: false) {
            case .current(let files):
                if !isMet { summary.present += 1 }
                known[photo.id] = copy(of: photo, files.first ?? "", inputs, naming)
            case .due, .taken:
                if work.isDryRun {
                    let file = SitePicture.copy(of: photo.id, "jpg")
                    folder.note(part, inputs, [file])
                    summary.pictures += 1
                    known[photo.id] = copy(of: photo, file, inputs, naming)
                } else {
                    due.append((photo, inputs))
                }
            }
        }
        guard !due.isEmpty else { return known }
        try folder.begin()
        typealias Made = (
            photo: Photo, inputs: UInt64, result: Result<(file: String, bytes: Int), any Error>
        )
        let root = folder.path
        try folder.makeFolder(of: SitePicture.copy(of: due[0].photo.id, "jpg"))
        try OrderedWork<(photo: Photo, inputs: UInt64), Made>(work, window: work.threads * 4).run {
            [due] push in
            for job in due where !push(job) { return }
        } makeWorker: { [gallery, options] in
            let preparation = try SharePreparation(
                gallery, options.share, format: options.share.format ?? .jpeg, isPrinted: false,
                threads: 1, isDryRun: false)
            return { job in
                let result = Result {
                    let prepared = try preparation.prepared(job.photo)
                    let file = SitePicture.copy(
                        of: job.photo.id, BytePath(prepared.name).fileExtension)
                    try AtomicFile.replace(
                        root.appending(file), with: prepared.bytes, syncs: false)
                    return (file: file, bytes: prepared.bytes.count)
                }
                return (job.photo, job.inputs, result)
            }
        } consume: { made in
            for (photo, inputs, result) in made {
                do {
                    let (file, bytes) = try result.get()
                    summary.pictures += 1
                    summary.writtenBytes += Int64(bytes)
                    folder.note("copies/\(photo.id)", inputs, [file])
                    known[photo.id] = copy(of: photo, file, inputs, naming)
                } catch {
                    summary.failed += 1
                    try work.fail(
                        .photo(photo.id), with: error, problem: .photo(photo.id, .share))
                }
            }
            try folder.saveNowAndThen()
        }
        return known
    }

    private func preparation() throws(GalleryError) -> SharePreparation {
        try SharePreparation(
            gallery, options.share, format: options.share.format ?? .jpeg, isPrinted: false,
            threads: 1, isDryRun: true)
    }

    private func copy(
        of photo: Photo, _ file: String, _ inputs: UInt64, _ naming: SharePreparation
    ) -> SiteCopy {
        SiteCopy(
            file: file, name: naming.name(of: photo, ending: BytePath(file).fileExtension),
            longestSide: options.share.keepsAll ? nil : (try? longestSide(of: photo)),
            inputs: inputs, isChanged: photo.edit != nil && !options.share.keepsAll,
            showsWhatPagesShow: photo.edit == nil || !options.share.keepsAll)
    }

    /// What changes with the bytes of a photo's copy.
    private func inputs(ofCopyOf photo: Photo) throws -> UInt64 {
        let share = options.share
        let secrets = try ShareSecrets(photo, share, filter)
        var inputs = InputDigest()
        inputs.add(PhotoGallery.version)
        inputs.add(photo.picture?.sha256)
        inputs.add(photo.thumbnailVersion)
        inputs.add(secrets.shown.inputsOfPages)
        inputs.add(
            "\(secrets.rules) \(share.keepsAll) \(share.size) \(share.format?.rawValue ?? "")")
        inputs.add(share.quality ?? gallery.settings.share.quality)
        inputs.add(gallery.settings.share.longestSide)
        return inputs.value
    }
}

/// The names of the pictures of a site.
enum SitePicture {
    /// The part that has the pictures of a photo.
    static func part(of id: PhotoID) -> String { "pictures/\(id)" }

    /// A picture of a photo.
    static func file(of id: PhotoID, side: Int, _ ending: String) -> String {
        "pictures/\(id)-\(side).\(ending)"
    }

    /// The copy of a photo.
    static func copy(of id: PhotoID, _ ending: String) -> String { "pictures/\(id).\(ending)" }

    /// The long edge that a picture's name tells.
    static func side(of file: String) -> Int? {
        file.split(separator: "-").last.flatMap { Int($0.prefix { $0 != "." }) }
    }
}
