public import Basics
import Faces
import Foundation
import GalleryModel
import Imaging

/// A file that a detector or the look-up of places needs, and whether it is there.
public struct DetectorModel: Hashable, Sendable {
    /// Whether the file is there.
    public enum State: String, Hashable, Sendable {
        /// It is there, byte for byte.
        case installed
        /// It is in none of the places.
        case missing
        /// A file of its name is there with other bytes.
        case altered
    }

    /// The name for commands, such as `yunet`.
    public let name: String
    /// The file's name.
    public let fileName: String
    /// The licence.
    public let license: String
    /// Where it comes from.
    public let origin: String
    /// The length in bytes.
    public let byteCount: Int
    /// The SHA-256 of the bytes, hexadecimal.
    public let sha256: String
    /// How it gets there, for a person to read.
    public let installation: String
    /// Whether the file is there.
    public let state: State
    /// Where it is; nil where it is missing.
    public let path: BytePath?

    /// Every model the program knows, as it is found now.
    public static func all(settings: GallerySettings = GallerySettings()) -> [DetectorModel] {
        let folders = ModelFolders(setting: settings.models.path)
        return ModelFile.all.map { file in
            let path = folders.path(of: file)
            let bytes = path.flatMap { try? FileBytes.read($0, atMost: 64 << 20) }
            let isIntact = bytes.map { FileDigest(of: $0).hexadecimal == file.sha256 } ?? false
            return DetectorModel(
                name: file.name, fileName: file.fileName, license: file.licence,
                origin: file.origin, byteCount: file.size, sha256: file.sha256,
                installation: file.installation,
                state: path == nil ? .missing : isIntact ? .installed : .altered, path: path)
        }
    }

    /// What `models/models.json` holds: every model with name, licence, origin, size and SHA-256.
    package static var manifest: String { ModelFile.manifest }
}
