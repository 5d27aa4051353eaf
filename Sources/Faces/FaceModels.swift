import Basics
import GalleryModel

/// The verified models for a set of parameters; creates one detector per thread.
package struct FaceModels: Sendable {
    /// The SHA-256 of the model files' digests, which determines if a stored result is still valid:
    /// 64 lower-case hexadecimal digits.
    package let digest: String

    private let parameters: DetectionParameters
    private let files: [ModelBytes]

    /// Reads and verifies the models for the parameters.
    ///
    /// - Throws: `FacesError` if a model is missing, altered or unreadable, or the user's cascade
    ///   is invalid.
    package init(_ parameters: DetectionParameters, in folders: ModelFolders) throws(FacesError) {
        self.parameters = parameters
        if parameters.detector == .haar, let cascade = parameters.cascade {
            files = [try ModelBytes(path: cascade)]
            _ = try OpenCVModel(cascade: files[0])
        } else {
            let models =
                parameters.detector == .yunet ? [.yunet] : HaarParameters(parameters.quality).models
            files = try models.map { model throws(FacesError) in
                try ModelBytes(model, in: folders)
            }
        }
        digest = FileDigest(of: files.map(\.sha256).joined()).hexadecimal
    }

    /// Creates a detector for one thread.
    ///
    /// - Throws: `FacesError` if OpenCV cannot use a model or memory runs out.
    package func makeDetector() throws(FacesError) -> any FaceDetector {
        switch parameters.detector {
        case .haar: return try HaarDetector(files, HaarParameters(parameters.quality))
        case .yunet:
            guard let file = files.first else { throw .failed(reason: "no model was loaded") }
            return try YuNetDetector(file, YuNetParameters(parameters.quality))
        }
    }
}

/// The bytes of a model file.
struct ModelBytes: Sendable {
    let path: BytePath
    let bytes: [UInt8]
    /// The SHA-256 of the bytes: 64 lower-case hexadecimal digits.
    let sha256: String
    /// The built-in model; nil for the user's own file.
    let model: ModelFile?

    /// The size limit for model files in bytes; OpenCV's largest cascade has 3 MB.
    private static let maximumBytes = 64 << 20

    /// Reads and verifies a built-in model.
    init(_ model: ModelFile, in folders: ModelFolders) throws(FacesError) {
        guard let path = folders.path(of: model) else {
            let folder = folders.installationFolder ?? folders.folders.first ?? BytePath("models")
            throw .missingModel(model, expected: folder.appending(model.fileName))
        }
        try self.init(path: path, model: model)
        guard bytes.count == model.size, sha256 == model.sha256 else {
            throw .alteredModel(model, path: path)
        }
    }

    /// Reads a file without verifying it, such as the user's own.
    init(path: BytePath, model: ModelFile? = nil) throws(FacesError) {
        self.path = path
        self.model = model
        do throws(FileError) { bytes = try path.contents(atMost: ModelBytes.maximumBytes) } catch {
            throw .unreadableModel(path, errno: error.number)
        }
        sha256 = FileDigest(of: bytes).hexadecimal
    }

    /// Returns the error for a model that OpenCV cannot use.
    func unusable(reason: String) -> FacesError {
        model == nil ? .badCascade(path, reason: reason) : .unusableModel(path, reason: reason)
    }
}
