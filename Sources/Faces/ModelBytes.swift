import Basics
import GalleryModel

/// The bytes of a model file.
struct ModelBytes: Sendable {
    let path: BytePath
    let bytes: [UInt8]
    /// The SHA-256 of the bytes: 64 lower-case hexadecimal digits.
    let sha256: String
    /// The program's own model that it is; nil for a file that the user names.
    let model: ModelFile?

    /// A file beyond this size is no model: the largest of OpenCV's cascades has 3 MB.
    private static let mostBytes = 64 << 20

    /// Reads a model of the program's own and checks it.
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

    /// Reads a file that the user names.
    init(path: BytePath) throws(FacesError) {
        try self.init(path: path, model: nil)
    }

    private init(path: BytePath, model: ModelFile?) throws(FacesError) {
        self.path = path
        self.model = model
        do throws(FileError) { bytes = try path.contents(atMost: ModelBytes.mostBytes) } catch {
            throw .unreadableModel(path, errno: error.number)
        }
        sha256 = FileDigest(of: bytes).hexadecimal
    }

    /// The error for a model whose bytes OpenCV cannot use.
    func unusable(reason: String) -> FacesError {
        model == nil ? .badCascade(path, reason: reason) : .unusableModel(path, reason: reason)
    }
}
