package import Basics
import GalleryModel

/// Finds the XMP files beside a picture.
package enum SidecarFiles {
    /// Larger files are no sidecars: what people and programs say of a photo is some kilobytes.
    private static let maximumLength = 16 << 20

    /// Where sidecars of a picture may lie, strongest first: `IMG.jpg.xmp` (darktable, digiKam), which
    /// names one file, then `IMG.xmp` (Adobe), which all files of that name share.
    static func candidates(beside path: BytePath) -> [BytePath] {
        stems(path).flatMap { stem in
            [".xmp", ".XMP"].map { BytePath(bytes: stem + Array($0.utf8)) }
        }
    }

    /// The XMP packets that belong to a picture, strongest first.
    package static func packets(beside path: BytePath) -> (packets: [[UInt8]], warnings: [String]) {
        var packets: [[UInt8]] = []
        var warnings: [String] = []
        // On a file system without case both spellings of a name are one file.
        var met: Set<FileIdentity> = []
        for sidecar in candidates(beside: path) {
            do throws(CameraError) {
                let file = try SourceFile(sidecar)
                guard met.insert(file.status.identity).inserted else { continue }
                guard file.byteCount <= maximumLength else {
                    warnings.append("the sidecar '\(sidecar.escaped)' is too large: not read")
                    continue
                }
                packets.append(try file.bytes())
            } catch {
                if case .missing = error { continue }
                warnings.append("the sidecar \(error)")
            }
        }
        return (packets, warnings)
    }

    private static func stems(_ path: BytePath) -> [[UInt8]] {
        let name = path.lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return [path.bytes] }
        return [path.bytes, Array(path.bytes.dropLast(name.count - dot))]
    }
}
