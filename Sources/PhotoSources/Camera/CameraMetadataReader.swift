package import Basics
import GalleryModel
package import Imaging

/// Reads what picture files and their sidecars tell, without reading the pictures themselves.
package struct CameraMetadataReader: Sendable {
    private let reader = MetadataReader()

    /// Makes a reader.
    package init() {}

    /// Reads the metadata of a picture of any type that exiv2 knows.
    ///
    /// - Throws: `CameraError` where the file cannot be opened, is empty or no picture.
    package func metadata(of path: BytePath) throws(CameraError) -> PictureMetadata {
        let file = try SourceFile(path)
        guard file.byteCount > 0 else { throw .empty(path) }
        let sidecars = SidecarFiles.packets(beside: path)
        do throws(ImagingError) {
            var metadata = try reader.read(
                path: file.descriptorPath, sidecars: sidecars.packets)
            metadata.warnings += sidecars.warnings
            return metadata
        } catch {
            if case .unknownType = error {
                let head = try? FileBytes.head(path, length: 4096)
                throw .unsupported(path, head.map(PictureFormat.sniff) ?? .unknown)
            }
            throw .damaged(path, reason: "\(error)")
        }
    }
}
