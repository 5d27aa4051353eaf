public import Basics
import Catalog
import Export
public import GalleryModel
import Imaging

/// Options for cropping faces.
public struct FaceCropOptions: FeatureOptions {
    /// The margin around the rectangle, as a fraction of its longer side.
    public var margin = 0.4
    /// The maximum long edge of a crop in pixels; larger crops are scaled down.
    ///
    /// Nil keeps the picture's resolution.
    public var longEdge: Int?

    /// Options of the work.
    public var work = WorkOptions()

    /// Creates default options.
    public init() {}
}

extension GalleryFaces {
    /// Writes each known face as an upright JPEG file, `ID-N.jpg` or `ID-N-Name.jpg`.
    ///
    /// No file is overwritten: if a file with other content has the name, ` (2)` and so on is
    /// added.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - folder: the output folder; created if missing.
    ///   - options: the margin and the size.
    /// - Throws: `usage` if the folder is in the catalog's folder; `inputOutput`; errors of the
    ///   catalog; `CancellationError`.
    public func crop(
        _ query: PhotoQuery, to folder: BytePath, options: FaceCropOptions = FaceCropOptions()
    ) async throws -> FilesSummary {
        try gallery.export.checkOutput(folder, as: .files)
        return try await gallery.perform("faces crop", options.work) { [gallery] work in
            try FaceCrops(
                gallery: gallery, folder: PhotoGallery.absolute(folder), options: options,
                work: work
            ).run(query)
        }
    }
}

/// One run of cropping faces.
private struct FaceCrops: Sendable {
    let gallery: PhotoGallery
    let folder: BytePath
    let options: FaceCropOptions
    let work: WorkContext

    private typealias Crops = Result<[(name: String, bytes: [UInt8])], GalleryError>

    func run(_ query: PhotoQuery) throws -> FilesSummary {
        var summary = FilesSummary(
            of: "faces", ifNone: "none found; detect them with 'gallery faces'")
        if !work.isDryRun {
            do { try folder.makeFolders() } catch {
                throw GalleryError(.inputOutput, "\(error)")
            }
        }
        let pipeline = OrderedWork<Photo, (Photo, Crops)>(work)
        var done = 0
        try pipeline.run { push in
            // Only ids are read in advance, so that no snapshot is held while pictures are decoded.
            for id in try gallery.photoIDs(query) {
                for photo in try gallery.catalog.photos(ids: [id])
                where photo.faces?.isEmpty == false {
                    if !push(photo) { return }
                }
            }
        } makeWorker: {
            { photo in (photo, Result { () throws(GalleryError) in try crops(of: photo) }) }
        } consume: { outputs in
            for (photo, crops) in outputs {
                switch crops {
                case .success(let files):
                    for file in files { try write(file.bytes, named: file.name, &summary) }
                    try work.succeed(.photo(photo.id, .crop))
                case .failure(let failure):
                    summary.failed += 1
                    try work.fail(
                        .photo(photo.id), failure.message, problem: .photo(photo.id, .crop))
                }
            }
            done += outputs.count
            work.progress("photos", done)
        }
        return summary
    }

    private func crops(of photo: Photo) throws(GalleryError) -> [(name: String, bytes: [UInt8])] {
        guard let examined = photo.facesPicture, let faces = photo.faces else {
            throw GalleryError(
                .notFound,
                "the picture in which the faces of photo \(photo.id) were detected was changed, "
                    + "moved or is on a disconnected disk: import it again")
        }
        let boxes = faces.map { box(around: $0.rectangle) }
        let decoded = try PictureBytes.decode(
            examined.sha256, of: photo, in: gallery, as: .bgr,
            longEdge: decodedSide(for: boxes, in: examined))
        let scaleX = Double(decoded.pixels.width) / Double(examined.width)
        let scaleY = Double(decoded.pixels.height) / Double(examined.height)
        var files: [(name: String, bytes: [UInt8])] = []
        for ((number, face), box) in zip(faces.numbered, boxes) {
            let left = max(Int(box.x * scaleX), 0)
            let top = max(Int(box.y * scaleY), 0)
            let right = Int(((box.x + box.width) * scaleX).rounded(.up))
            let bottom = Int(((box.y + box.height) * scaleY).rounded(.up))
            guard
                var crop = decoded.pixels.cropped(
                    x: left, y: top, width: min(right, decoded.pixels.width) - left,
                    height: min(bottom, decoded.pixels.height) - top)
            else { continue }
            if let side = options.longEdge { crop = try translated(crop.bounded(toLongEdge: side)) }
            let name = "\(photo.id)-\(number)" + (face.name.map { "-\($0)" } ?? "") + ".jpg"
            files.append((name, try translated(JPEGEncoder().encode(crop))))
        }
        return files
    }

    /// Returns the rectangle with its margin; parts outside the picture are removed when cropping.
    private func box(around face: FaceRectangle) -> FaceRectangle {
        let margin = max(face.width, face.height) * options.margin
        return FaceRectangle(
            x: face.x - margin, y: face.y - margin, width: face.width + 2 * margin,
            height: face.height + 2 * margin)
    }

    /// Returns the long edge at which the picture must be decoded so that the smallest face fills
    /// its crop; nil for full size.
    private func decodedSide(for boxes: [FaceRectangle], in picture: ExaminedPicture) -> Int? {
        guard let side = options.longEdge,
            let smallest = boxes.map({ max($0.width, $0.height) }).min(), smallest >= 1
        else { return nil }
        let longest = Double(max(picture.width, picture.height))
        return Int((longest * Double(side) / smallest).rounded(.up))
    }

    private func write(_ bytes: [UInt8], named name: String, _ summary: inout FilesSummary) throws {
        let (_, isPresent) = try NewFile.numbered(folder.appending(SafeFileName(name).text)) {
            path in
            guard work.isDryRun else {
                return try GalleryError.writing { () throws(FileError) in
                    try NewFile.place(bytes, at: path)
                }
            }
            if !path.exists { return .copied }
            return NewFile.holds(bytes, path) ? .present : .occupied
        }
        if isPresent { summary.present += 1 } else { summary.written += 1 }
    }
}
