public import Basics
import Catalog
import Faces
public import GalleryModel
import Imaging

/// Detects faces in picture files: decodes each file once and passes the pixels to a detector.
struct FaceDetection: Sendable {
    /// The faces of a picture file, and problems while reading it, such as a truncated file.
    typealias Finding = (found: FoundFaces, warnings: [String])

    /// The detection parameters as recorded in the catalog.
    let analysis: FaceAnalysis

    private let parameters: DetectionParameters
    private let models: FaceModels
    private let limits: DecodeLimits

    /// Loads and checks the models.
    ///
    /// - Throws: `configuration` for a missing or altered model; `badInput` or `notFound` for an
    ///   unusable custom cascade.
    init(_ options: FaceOptions, settings: GallerySettings) throws(GalleryError) {
        // A missing folder may be created later.
        if let folder = settings.models.path, let status = folder.status, status.kind != .folder {
            throw GalleryError(
                .configuration,
                "'\(folder)' is not a folder of models: correct GALLERY_MODELS, or models.path "
                    + "in the configuration")
        }
        let folders = ModelFolders(setting: settings.models.path)
        let yunet =
            try? options.cascade == nil
            ? FaceModels(DetectionParameters(detector: .yunet), in: folders) : nil
        let parameters = DetectionParameters(
            detector: options.detector ?? (yunet == nil ? .haar : .yunet),
            quality: options.quality, cascade: options.cascade)
        do throws(FacesError) {
            models = try FaceModels(parameters, in: folders)
            // Detect an unusable model before any work begins.
            _ = try models.makeDetector()
        } catch {
            // Unlike a custom cascade, an unreadable built-in model means a broken installation.
            if case .unreadableModel = error, options.cascade == nil {
                throw GalleryError(
                    .configuration,
                    "\(error); check it, or reinstall it: see 'gallery models'")
            }
            throw GalleryError(translating: error)
        }
        self.parameters = parameters
        limits = DecodeLimits(settings)
        analysis = FaceAnalysis(
            parameters:
                "detector=\(parameters.detector.rawValue) quality=\(parameters.quality.rawValue) "
                + "models=\(models.digest.prefix(16))", version: DetectionParameters.version,
            isChosen: options.isChosen)
    }

    /// Creates an examiner; to be used by a single thread.
    ///
    /// - Throws: `configuration` if a model cannot be used.
    func makeExaminer() throws(GalleryError) -> Examiner {
        Examiner(
            parameters: parameters, limits: limits,
            detector: try translated(models.makeDetector()))
    }

    /// Detects faces in one picture after another; to be used by a single thread.
    struct Examiner {
        fileprivate let parameters: DetectionParameters
        /// The limits for decoding.
        let limits: DecodeLimits
        fileprivate let detector: any FaceDetector

        /// The minimum long edge in pixels at which larger pictures must be decoded.
        var minimumLongEdge: Int { max(parameters.longEdge, parameters.fullSizeUpTo) }

        /// Returns true if a picture was decoded large enough to detect its faces.
        func canUse(_ picture: ThumbnailSource) -> Bool {
            let whole = max(picture.width, picture.height)
            let least = whole <= parameters.fullSizeUpTo ? whole : min(whole, parameters.longEdge)
            return max(picture.decodedWidth, picture.decodedHeight) >= least
        }

        /// Decodes a picture at the smallest size that the detector needs and detects its faces.
        func examine(_ bytes: [UInt8]) throws(GalleryError) -> Finding {
            try find(
                in: translated(
                    PictureDecoder(limits: limits).decode(
                        bytes, as: parameters.layout, longEdge: parameters.longEdge,
                        fullSizeUpTo: parameters.fullSizeUpTo)))
        }

        /// Detects the faces of a picture that was also decoded for another purpose, with a long
        /// edge of at least `minimumLongEdge`.
        ///
        /// A rectangle may differ by about a pixel from that of `examine(_:)` with bytes, which
        /// decodes a smaller picture: the sizes are equal, but the reduction differs.
        ///
        /// - Parameter source: the picture and its halved versions.
        func examine(_ source: inout ThumbnailSource) throws(GalleryError) -> Finding {
            try find(in: translated(source.reduced(for: parameters)))
        }

        private func find(in picture: DecodedPicture) throws(GalleryError) -> Finding {
            let (width, height) = (picture.width, picture.height)
            let faces = try translated(detector.detect(in: picture)).map { face in
                FaceCandidate(
                    rectangle: RelativeRectangle(face.rectangle, width: width, height: height),
                    score: face.score, source: FaceSource(parameters.detector),
                    landmarks: face.landmarks.map {
                        FacePoint(x: $0.x / Double(width), y: $0.y / Double(height))
                    })
            }
            return (FoundFaces(width: width, height: height, faces: faces), picture.warnings)
        }
    }
}

extension ThumbnailSource {
    /// Returns the picture at about the size the decoder would produce for faces only, as nearly as
    /// halving allows; more pixels take time but find no more faces.
    fileprivate mutating func reduced(
        for parameters: DetectionParameters
    ) throws(ImagingError) -> DecodedPicture {
        let whole = max(width, height)
        var longest = max(decodedWidth, decodedHeight)
        var halvings = 0
        if whole > parameters.fullSizeUpTo {
            guard format == .jpeg else {
                return try bounded(
                    as: parameters.layout,
                    toLongEdge: max(parameters.longEdge, parameters.fullSizeUpTo))
            }
            // The decoder chooses the smallest of 1/8, 1/4, 1/2 and 1/1 that is long enough.
            while case let half = (longest + 1) / 2, half >= parameters.longEdge,
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

/// Options for face detection.
public struct FaceOptions: FeatureOptions {
    /// The detector; nil for YuNet if its model is installed, otherwise Haar.
    public var detector: FaceDetectorName? { didSet { isChosen = true } }
    /// The thoroughness of detection.
    public var quality: FaceDetectionQuality { didSet { isChosen = true } }
    /// A custom Haar cascade to use instead of the built-in ones; nil for those.
    public var cascade: BytePath? { didSet { isChosen = true } }
    /// True if one of these options was set explicitly and not only taken from the settings; photos
    /// keep the result that was last chosen for them.
    package private(set) var isChosen = false
    /// True to examine pictures again that were already examined with the same parameters.
    public var again = false

    /// Options of the work.
    public var work = WorkOptions()

    /// Creates options from the settings.
    public init(settings: GallerySettings = GallerySettings()) {
        detector = settings.faces.detector
        quality = settings.faces.quality
    }
}
