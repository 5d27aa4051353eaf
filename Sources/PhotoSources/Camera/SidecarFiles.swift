package import Basics

/// Finds the XMP sidecars of a picture.
package enum SidecarFiles {
    /// Larger files are not sidecars: the metadata of a photo takes some kilobytes.
    private static let maximumLength = 16 << 20

    /// The possible sidecars of a picture, in order of precedence.
    ///
    /// First `IMG.jpg.xmp` (darktable, digiKam), which names one file, then `IMG.xmp` (Adobe),
    /// which applies to all files of that name unless it specifies a type.
    private static func candidates(beside path: BytePath) -> [BytePath] {
        var stems = [path.bytes]
        let name = path.lastComponent.bytes
        if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
            stems.append(Array(path.bytes.dropLast(name.count - dot)))
        }
        return stems.flatMap { stem in
            [".xmp", ".XMP"].map { BytePath(bytes: stem + Array($0.utf8)) }
        }
    }

    /// Identifies the state of a picture's sidecars without reading them; nil if it has none.
    static func stamp(beside path: BytePath) -> Int64? {
        let facts = candidates(beside: path).enumerated().compactMap { number, sidecar in
            sidecar.status.map { "\(number) \($0.byteCount) \($0.modified) \($0.identity.inode)" }
        }
        if facts.isEmpty { return nil }
        let digest = FileDigest(of: facts.joined(separator: "\n")).hexadecimal
        return UInt64(digest.prefix(16), radix: 16).map { Int64(bitPattern: $0) }
    }

    /// Returns the XMP packets of a picture's sidecars, in order of precedence.
    package static func packets(beside path: BytePath) -> (packets: [[UInt8]], warnings: [String]) {
        var packets: [[UInt8]] = []
        var warnings: [String] = []
        // On a case-insensitive file system both spellings are the same file.
        var met: Set<FileIdentity> = []
        for sidecar in candidates(beside: path) {
            do throws(CameraError) {
                let file = try SourceFile(sidecar)
                guard met.insert(file.status.identity).inserted else { continue }
                guard file.byteCount <= maximumLength else {
                    warnings.append("the sidecar '\(sidecar.escaped)' is too large to read")
                    continue
                }
                let packet = try file.bytes()
                if isShared(sidecar, by: path), let type = onlyType(packet),
                    !isType(type, of: path)
                {
                    continue
                }
                packets.append(packet)
            } catch {
                if case .missing = error { continue }
                warnings.append("the sidecar \(error)")
            }
        }
        return (packets, warnings)
    }

    /// True if a sidecar has the picture's name without its extension.
    private static func isShared(_ sidecar: BytePath, by path: BytePath) -> Bool {
        let named = path.lastComponent.bytes.count
        return sidecar.lastComponent.bytes.count < named + ".xmp".utf8.count
    }

    /// The extension of the one file that a shared sidecar applies to, such as `CR2`; nil if
    /// unspecified.
    ///
    /// Source: XMP Specification part 2, Photoshop namespace, and the output of Lightroom and
    /// Camera Raw.
    private static func onlyType(_ packet: [UInt8]) -> String? {
        // In UTF-16 every other byte of ASCII letters is 0.
        let text = packet.contains(0) ? packet.filter { $0 != 0 } : packet
        guard let name = text.firstRange(of: Array("SidecarForExtension".utf8)) else { return nil }
        let value = text[name.upperBound...].prefix(64)
            .drop { " \t\r\n=>\"'".utf8.contains($0) }
            .prefix { !" \t\r\n<\"'/".utf8.contains($0) }
        return value.isEmpty ? nil : String(decoding: value, as: UTF8.self).lowercased()
    }

    /// True if a file has the given extension or an equivalent one.
    private static func isType(_ type: String, of path: BytePath) -> Bool {
        let spellings: [Set<String>] = [
            ["jpg", "jpeg", "jpe"], ["tif", "tiff"], ["heic", "heif", "hif"],
        ]
        let own = path.fileExtension
        return type == own || spellings.contains { $0.isSuperset(of: [type, own]) }
    }
}
