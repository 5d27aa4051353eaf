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
    package let name: String
    /// The file's name.
    package let fileName: String
    /// The license.
    package let license: String
    /// The file's source.
    package let origin: String
    /// The length in bytes.
    package let byteCount: Int
    /// The SHA-256 of the bytes, hexadecimal.
    package let sha256: String
    /// Installation instructions for the user.
    package let installation: String
    /// The state of the installation.
    package let state: State
    /// The file's path; nil if missing.
    package let path: BytePath?

    /// Returns all known models in their current state.
    package static func all(settings: GallerySettings = GallerySettings()) -> [DetectorModel] {
        let folders = ModelFolders(setting: settings.models.path)
        return ModelFile.all.map { file in
            let path = folders.path(of: file)
            let isIntact = path.map { hasDigest(file.sha256, $0) } ?? false
            return DetectorModel(
                name: file.name, fileName: file.fileName, license: file.license,
                origin: file.origin, byteCount: file.size, sha256: file.sha256,
                installation: file.installation,
                state: path == nil ? .missing : isIntact ? .installed : .altered, path: path)
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
