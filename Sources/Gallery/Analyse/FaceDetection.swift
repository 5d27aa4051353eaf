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
        /// Pixels across and down of the upright picture.
        var width: Int
        var height: Int
        /// What the detector found, in fractions of the picture.
        var faces: [FaceCandidate]
        var warnings: [String]
    }

    /// The way of detecting, as the ledger keeps it.
    let analysis: FaceAnalysis

    private let recipe: FaceRecipe
    private let models: FaceModels
    private let decoder: PictureDecoder

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
        var recipe = FaceRecipe(detector: options.detector, quality: options.quality)
        recipe.cascade = options.cascade
        do throws(FacesError) {
            models = try FaceModels(recipe, in: ModelFolders(setting: settings.models.path))
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
        self.recipe = recipe
        decoder = PictureDecoder(limits: DecodeLimits(settings))
        analysis = FaceAnalysis(
            parameters: "detector=\(recipe.detector.rawValue) quality=\(recipe.quality.rawValue) "
                + "models=\(models.digest.prefix(16))", version: FaceRecipe.version)
    }

    /// Makes what examines files; belongs to one thread.
    ///
    /// - Throws: `configuration` where a model cannot be used.
    func makeWorker() throws(GalleryError) -> (BytePath) -> Result<Finding, GalleryError> {
        let detector: any FaceDetector
        do throws(FacesError) { detector = try models.makeDetector() } catch {
            throw GalleryError(faces: error)
        }
        return { [self] path in
            Result { () throws(GalleryError) in try examine(path, with: detector) }
        }
    }

    private func examine(
        _ path: BytePath, with detector: any FaceDetector
    ) throws(GalleryError) -> Finding {
        let picture: DecodedPicture
        do throws(ImagingError) {
            picture = try decoder.decode(
                path: path, as: recipe.layout, longestSide: recipe.longestSide,
                wholeUpTo: recipe.wholeUpTo)
        } catch {
            throw GalleryError(imaging: error)
        }
        do throws(FacesError) {
            let found = try detector.detect(in: picture)
            return Finding(
                width: picture.width, height: picture.height,
                faces: found.map { candidate(of: $0, in: picture) }, warnings: picture.warnings)
        } catch {
            throw GalleryError(faces: error)
        }
    }

    private func candidate(of face: DetectedFace, in picture: DecodedPicture) -> FaceCandidate {
        FaceCandidate(
            rectangle: RelativeRectangle(
                face.rectangle, width: picture.width, height: picture.height),
            score: face.score, source: FaceSource(recipe.detector),
            landmarks: face.landmarks.map {
                FacePoint(
                    x: $0.x / Double(picture.width), y: $0.y / Double(picture.height))
            })
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
        var status = stat()
        return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}
