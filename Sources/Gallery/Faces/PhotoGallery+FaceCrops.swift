public import Basics
import Catalog
import Export
import Faces
import Foundation
public import GalleryModel
import Glibc
import Imaging

/// How faces are cut out of pictures.
public struct FaceCropOptions: OptionsOfWork {
    /// What is added around the rectangle, in shares of its longer side.
    public var margin = 0.4
    /// The long edge of a crop in pixels, for which a larger one is made smaller; nil keeps the
    /// picture's.
    public var longestSide: Int?

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes the usual options.
    public init() {}
}

extension PhotoGallery {
    /// Writes each known face as a JPEG file, upright, `ID-N.jpg` or `ID-N-Name.jpg`.
    ///
    /// No file is overwritten: beside one with other bytes the crop gets ` (2)` and so on.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - folder: where the files go; made when missing.
    ///   - options: the margin and the size.
    /// - Throws: `inputOutput`; what the catalog throws; `CancellationError`.
    public func cropFaces(
        _ query: PhotoQuery, to folder: BytePath, options: FaceCropOptions = FaceCropOptions()
    ) async throws -> FaceCropSummary {
        let stop = StopFlag()
        return try await withTaskCancellationHandler {
            try await offload { [self] in
                try FaceCrops(
                    gallery: self, folder: PhotoGallery.absolute(folder), options: options,
                    work: options.work, stop: stop
                ).run(query)
            }
        } onCancel: {
            stop.raise()
        }
    }
}

/// One run of cutting out faces.
private struct FaceCrops: Sendable {
    let gallery: PhotoGallery
    let folder: BytePath
    let options: FaceCropOptions
    let work: WorkOptions
    let stop: StopFlag

    private typealias Crops = Result<[(name: String, bytes: [UInt8])], GalleryError>

    func run(_ query: PhotoQuery) throws -> FaceCropSummary {
        var summary = FaceCropSummary()
        if !work.isDryRun {
            do { try folder.makeFolders() } catch {
                throw GalleryError(.inputOutput, "\(error)")
            }
        }
        let pipeline = OrderedWork<Photo, (Photo, Crops)>(
            WorkContext(work, stop: stop))
        var done = 0
        let problems = ItemProblems(
            gallery.catalog, command: "faces crop", isDryRun: work.isDryRun)
        try pipeline.run { push in
            // The ids first, so that no snapshot is held while pictures are decoded.
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
                    try problems.clear(.photo(photo.id, .crop))
                case .failure(let failure):
                    summary.failed += 1
                    try problems.record(.photo(photo.id, .crop), failure.message)
                    work.itemFailed(
                        ItemFailure(subject: .photo(photo.id), message: failure.message))
                }
            }
            done += outputs.count
            work.progress(.init(activity: "photos", done: done, total: nil))
        }
        return summary
    }

    private func crops(of photo: Photo) throws(GalleryError) -> [(name: String, bytes: [UInt8])] {
        guard let examined = photo.facesPicture, let faces = photo.faces else {
            throw GalleryError.pictureAway(photo)
        }
        let boxes = faces.map { box(around: $0.rectangle) }
        let limits = DecodeLimits(gallery.settings)
        let bytes = try PictureBytes.read(
            examined.sha256, of: photo, in: gallery.catalog, atMost: limits.maximumBytes)
        let decoded: DecodedPicture
        do throws(ImagingError) {
            decoded = try PictureDecoder(limits: limits).decode(
                bytes, as: .bgr, longestSide: decodedSide(for: boxes, in: examined))
        } catch {
            throw GalleryError(imaging: error)
        }
        let scaleX = Double(decoded.pixels.width) / Double(examined.width)
        let scaleY = Double(decoded.pixels.height) / Double(examined.height)
        var files: [(name: String, bytes: [UInt8])] = []
        for (index, face) in faces.enumerated() {
            let box = boxes[index]
            let left = max(Int(box.x * scaleX), 0)
            let top = max(Int(box.y * scaleY), 0)
            let right = Int(((box.x + box.width) * scaleX).rounded(.up))
            let bottom = Int(((box.y + box.height) * scaleY).rounded(.up))
            guard
                var crop = decoded.pixels.cropped(
                    x: left, y: top, width: min(right, decoded.pixels.width) - left,
                    height: min(bottom, decoded.pixels.height) - top)
            else { continue }
            if let side = options.longestSide {
                do throws(ImagingError) { crop = try crop.bounded(toLongestSide: side) } catch {
                    throw GalleryError(imaging: error)
                }
            }
            let name = "\(photo.id)-\(index + 1)" + (face.name.map { "-\($0)" } ?? "") + ".jpg"
            do throws(ImagingError) {
                files.append((SafeFileName(name).text, try JPEGEncoder().encode(crop)))
            } catch {
                throw GalleryError(imaging: error)
            }
        }
        return files
    }

    /// The rectangle with its margin; what lies outside the picture is cut off when it is cropped.
    private func box(around face: FaceRectangle) -> FaceRectangle {
        let margin = max(face.width, face.height) * options.margin
        return FaceRectangle(
            x: face.x - margin, y: face.y - margin, width: face.width + 2 * margin,
            height: face.height + 2 * margin)
    }

    /// How large the picture must be decoded for the smallest face to fill its crop; nil for all of it.
    private func decodedSide(for boxes: [FaceRectangle], in picture: ExaminedPicture) -> Int? {
        guard let side = options.longestSide,
            let smallest = boxes.map({ max($0.width, $0.height) }).min(), smallest >= 1
        else { return nil }
        let longest = Double(max(picture.width, picture.height))
        return Int((longest * Double(side) / smallest).rounded(.up))
    }

    private func write(
        _ bytes: [UInt8], named name: String, _ summary: inout FaceCropSummary
    ) throws {
        let safe = SafeFileName(name)
        for number in 1...9_999 {
            let path = folder.appending(
                BytePath(number == 1 ? safe.text : safe.numbered(number).text))
            if path.allows(F_OK) {
                if NewFile.holds(bytes, path) {
                    summary.present += 1
                    return
                }
                continue
            }
            summary.written += 1
            if work.isDryRun { return }
            try GalleryError.writing { () throws(FileError) in
                try AtomicFile.replace(path, with: bytes)
            }
            return
        }
    }
}
