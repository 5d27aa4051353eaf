import Basics
import Catalog
import Faces
import Foundation
import GalleryModel
import Glibc
import Imaging

/// Finds faces in picture files: decodes each once and hands the pixels to a detector.
struct FaceDetection: Sendable {
    /// What a picture file showed.
    struct Finding: Sendable {
        var found: FoundFaces
        /// What was read with doubt, such as a file that ends early.
        var warnings: [String]
    }

    /// The way of detecting, as the ledger keeps it.
    let analysis: FaceAnalysis

    fileprivate let parameters: DetectionParameters
    private let models: FaceModels
    /// What decoding may take.
    let limits: DecodeLimits

    /// Reads and checks the models.
    ///
    /// - Throws: `configuration` for a missing or altered model; `badInput` or `notFound` for a cascade of
    ///   the caller's.
    init(_ options: FaceOptions, settings: GallerySettings) throws(GalleryError) {
        if let folder = settings.models.path, folder.isNoFolder {
            throw GalleryError(
                .configuration,
                "'\(folder)' is no folder of models: mend GALLERY_MODELS, or models.path in the "
                    + "configuration")
        }
        var parameters = DetectionParameters(detector: options.detector, quality: options.quality)
        parameters.cascade = options.cascade
        do throws(FacesError) {
            models = try FaceModels(parameters, in: ModelFolders(setting: settings.models.path))
            // A model that cannot be used is found before any work is begun.
            _ = try models.makeDetector()
        } catch {
            // What is wrong with the program's own models is wrong with its installation.
            if case .unreadableModel = error, options.cascade == nil {
                throw GalleryError(
                    .configuration,
                    "\(error); check it, or install it again: 'gallery models' says how")
            }
            throw GalleryError(faces: error)
        }
        self.parameters = parameters
        limits = DecodeLimits(settings)
        analysis = FaceAnalysis(
            parameters:
                "detector=\(parameters.detector.rawValue) quality=\(parameters.quality.rawValue) "
                + "models=\(models.digest.prefix(16))", version: DetectionParameters.version)
    }

    /// Makes what examines pictures; belongs to one thread.
    ///
    /// - Throws: `configuration` where a model cannot be used.
    func makeExaminer() throws(GalleryError) -> Examiner {
        do throws(FacesError) {
            return Examiner(detection: self, detector: try models.makeDetector())
        } catch {
            throw GalleryError(faces: error)
        }
    }

    /// Finds faces in one picture after another; belongs to one thread.
    struct Examiner {
        let detection: FaceDetection
        fileprivate let detector: any FaceDetector

        /// The least long edge in pixels that a picture must be decoded with, where it has as many.
        var leastSide: Int { max(detection.parameters.longestSide, detection.parameters.wholeUpTo) }

        /// Whether a picture was decoded large enough to find its faces.
        func canUse(_ picture: ThumbnailSource) -> Bool {
            let parameters = detection.parameters
            let whole = max(picture.width, picture.height)
            let least = whole <= parameters.wholeUpTo ? whole : min(whole, parameters.longestSide)
            return max(picture.decodedWidth, picture.decodedHeight) >= least
        }

        /// Decodes a picture as small as the detector wants it and finds its faces.
        func examine(_ bytes: [UInt8]) throws(GalleryError) -> Finding {
            let parameters = detection.parameters
            let picture: DecodedPicture
            do throws(ImagingError) {
                picture = try PictureDecoder(limits: detection.limits).decode(
                    bytes, as: parameters.layout, longestSide: parameters.longestSide,
                    wholeUpTo: parameters.wholeUpTo)
            } catch {
                throw GalleryError(imaging: error)
            }
            return try find(in: picture)
        }

        /// Finds the faces of a picture that was decoded for something else too, at least `leastSide`
        /// long.
        ///
        /// A rectangle may differ by a pixel or so from that of `examine(_:)` with bytes, which decodes
        /// less: the picture is as large but was reduced in another way.
        ///
        /// - Parameter source: the picture and its halvings.
        func examine(_ source: inout ThumbnailSource) throws(GalleryError) -> Finding {
            let reduced: DecodedPicture
            do throws(ImagingError) {
                reduced = try source.reduced(for: detection.parameters)
            } catch {
                throw GalleryError(imaging: error)
            }
            return try find(in: reduced)
        }

        private func find(in picture: DecodedPicture) throws(GalleryError) -> Finding {
            do throws(FacesError) {
                let faces = try detector.detect(in: picture)
                let found = FoundFaces(
                    width: picture.width, height: picture.height,
                    faces: faces.map { detection.candidate(of: $0, in: picture) })
                return Finding(found: found, warnings: picture.warnings)
            } catch {
                throw GalleryError(faces: error)
            }
        }
    }

    fileprivate func candidate(of face: DetectedFace, in picture: DecodedPicture) -> FaceCandidate {
        FaceCandidate(
            rectangle: RelativeRectangle(
                face.rectangle, width: picture.width, height: picture.height),
            score: face.score, source: FaceSource(parameters.detector),
            landmarks: face.landmarks.map {
                FacePoint(
                    x: $0.x / Double(picture.width), y: $0.y / Double(picture.height))
            })
    }
}

extension ThumbnailSource {
    /// The picture as large as the decoder gives it for faces alone, as nearly as halving goes: more
    /// pixels find no more faces and cost time.
    fileprivate mutating func reduced(
        for parameters: DetectionParameters
    ) throws(ImagingError) -> DecodedPicture {
        let whole = max(width, height)
        var longest = max(decodedWidth, decodedHeight)
        var halvings = 0
        if whole > parameters.wholeUpTo {
            guard format == .jpeg else {
                return try bounded(
                    as: parameters.layout,
                    toLongestSide: max(parameters.longestSide, parameters.wholeUpTo))
            }
            // The decoder takes the smallest of 1/8, 1/4, 1/2 and 1/1 that is long enough.
            while case let half = (longest + 1) / 2, half >= parameters.longestSide,
                half * 8 >= whole
            {
                longest = half
                halvings += 1
            }
        }
        return try reduced(
            as: parameters.layout, width: max(decodedWidth >> halvings, 1),
            height: max(decodedHeight >> halvings, 1))
    }
}

extension DecodeLimits {
    init(_ settings: GallerySettings) {
        self.init()
        maximumPixels = settings.imaging.maximumPixels
        maximumBytes = settings.imaging.maximumDecodeBytes
    }
}

extension BytePath {
    /// Whether something else than a folder is there; what is missing may be made later.
    fileprivate var isNoFolder: Bool {
        status.map { $0.kind != .folder } ?? false
    }
}
