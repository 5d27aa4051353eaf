import Basics
import GalleryModel

/// The models of parameters, read and checked once; makes detectors for the threads.
package struct FaceModels: Sendable {
    /// The SHA-256 over the digests of the model files, which says whether a result is still valid:
    /// 64 lower-case hexadecimal digits.
    package let digest: String

    private let parameters: DetectionParameters
    private let files: [ModelBytes]

    /// Reads and checks the models of parameters.
    ///
    /// - Throws: `FacesError` where a model is missing, altered or cannot be read, or the user's
    ///   cascade is none.
    package init(_ parameters: DetectionParameters, in folders: ModelFolders) throws(FacesError) {
        self.parameters = parameters
        var files: [ModelBytes] = []
        switch parameters.detector {
        case .haar:
            if let cascade = parameters.cascade {
                let file = try ModelBytes(path: cascade)
                _ = try Cascade(file)
                files = [file]
            } else {
                for model in HaarParameters(parameters.quality).models {
                    files.append(try ModelBytes(model, in: folders))
                }
            }
        case .yunet: files = [try ModelBytes(.yunet, in: folders)]
        }
        self.files = files
        digest = FileDigest(of: files.map(\.sha256).joined()).hexadecimal
    }

    /// Makes a detector for one thread.
    ///
    /// - Throws: `FacesError` where OpenCV cannot use a model or memory runs out.
    package func makeDetector() throws(FacesError) -> any FaceDetector {
        switch parameters.detector {
        case .haar:
            return try HaarDetector(files, HaarParameters(parameters.quality))
        case .yunet:
            guard let file = files.first else { throw .failed(reason: "there is no model") }
            return try YuNetDetector(file, YuNetParameters(parameters.quality))
        }
    }
}
