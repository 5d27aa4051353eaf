package import Basics
import Faces
import Imaging

/// A data file needed by a face detector or the place look-up, with its installation state.
package struct DetectorModel: Hashable, Sendable {
    /// The state of an installation.
    package enum State: String, Hashable, Sendable {
        /// The file exists with the expected contents.
        case installed
        /// The file is in none of the model folders.
        case missing
        /// A file of that name exists with different contents.
        case altered
    }

    /// The name used in commands, such as `yunet`.
    package var name: String { file.name }
    /// The file's name.
    package var fileName: String { file.fileName }
    /// The license.
    package var license: String { file.license }
    /// The file's source.
    package var origin: String { file.origin }
    /// The length in bytes.
    package var byteCount: Int { file.size }
    /// The SHA-256 of the bytes, hexadecimal.
    package var sha256: String { file.sha256 }
    /// Installation instructions for the user.
    package var installation: String { file.installation }
    /// The state of the installation.
    package let state: State
    /// The file's path; nil if missing.
    package let path: BytePath?

    private let file: ModelFile

    /// Returns all known models in their current state.
    package static func all(settings: GallerySettings = GallerySettings()) -> [DetectorModel] {
        let folders = ModelFolders(setting: settings.models.path)
        return ModelFile.all.map { file in
            let path = folders.path(of: file)
            let isIntact = path.map { hasDigest(file.sha256, $0) } ?? false
            return DetectorModel(
                state: path == nil ? .missing : isIntact ? .installed : .altered, path: path,
                file: file)
        }
    }

    /// Returns true if a file can be read and has the SHA-256.
    static func hasDigest(_ sha256: String, _ path: BytePath) -> Bool {
        let bytes = try? FileBytes.read(path, atMost: 64 << 20)
        return bytes.map { FileDigest(of: $0).hexadecimal == sha256 } ?? false
    }

    /// The contents of `models/models.json`: every model with name, license, origin, size and
    /// SHA-256.
    package static var manifest: String { ModelFile.manifest }
}
