internal import CExiv2Shim

/// Carries the metadata of an original into a picture that was rendered from it.
///
/// What `Rules` leave goes over: EXIF, IPTC and XMP, damaged ones as far as they can be read. The copy is
/// upright and of a size of its own: its orientation is 1, its dimensions are its own, and neither
/// thumbnails nor face regions of the original are carried, which would show another picture.
package struct MetadataTransfer: Sendable {
    /// Makes a transfer.
    package init() {}

    /// The bytes of the rendered picture with metadata.
    ///
    /// Where the original has IPTC, it says the same as the packet; a WebP, which can hold no IPTC, gets
    /// XMP in its place. Notes of camera makers and histories of editing that do not fit into a JPEG are
    /// left out.
    ///
    /// - Parameters:
    ///   - source: the original, of any type; bytes that exiv2 does not know have no metadata.
    ///   - rendered: a JPEG, PNG or WebP as `PictureEncoder` makes it; its metadata are replaced, but for
    ///     its colour profile.
    ///   - width: pixels across of the rendered picture.
    ///   - height: pixels down of the rendered picture.
    ///   - packet: an XMP packet whose properties replace the original's and go along whatever the rules
    ///     say; its position becomes EXIF's as well. Unless everything is kept, title, description and
    ///     keywords come from it alone. Names of places are the original's own where it has any that go
    ///     along.
    /// - Throws: `ImagingError.failed` where the rendered picture is none of these types or is damaged,
    ///   `ImagingError.outOfMemory`.
    package func transferring(
        from source: [UInt8], to rendered: [UInt8], rules: Rules, width: Int, height: Int,
        packet: [UInt8]? = nil
    ) throws(ImagingError) -> [UInt8] {
        let format = PictureFormat.sniff(rendered)
        guard format == .jpeg || format == .png || format == .webp else {
            throw .failed(
                reason: "files of type \(format.exiftoolName) cannot be written; "
                    + "render the copy as JPEG, PNG or WebP")
        }
        var work = Work(judge: MetadataJudge(rules, hasPacket: packet != nil))
        var message = [CChar](repeating: 0, count: 512)
        let settings = MetadataSetting.list(format: format, width: width, height: height)
        let (source, xmp) = MetadataTransfer.carrier(source)
        let status = MetadataSetting.withUnsafe(settings) { settings in
            source.withUnsafeBufferPointer { source in
                rendered.withUnsafeBufferPointer { rendered in
                    MetadataTransfer.withUnsafe(xmp, packet ?? []) { xmp, packet in
                        var input = cexiv2_transfer_input(
                            source: cexiv2_bytes(bytes: source.baseAddress, length: source.count),
                            source_xmp: xmp,
                            rendered: cexiv2_bytes(
                                bytes: rendered.baseAddress, length: rendered.count),
                            packet: packet,
                            settings: settings.baseAddress, setting_count: settings.count)
                        return withUnsafeMutablePointer(to: &work) { context in
                            cexiv2_transfer(
                                &input, MetadataTransfer.judge, MetadataTransfer.receive, context,
                                &message, message.count)
                        }
                    }
                }
            }
        }
        if status == CEXIV2_OUT_OF_MEMORY { throw .outOfMemory }
        guard status == CEXIV2_OK else {
            throw .failed(
                reason: MetadataText.decode(message.map(UInt8.init(bitPattern:))) ?? "unknown")
        }
        return work.result
    }

    private static func withUnsafe<Result>(
        _ first: [UInt8], _ second: [UInt8], _ body: (cexiv2_bytes, cexiv2_bytes) -> Result
    ) -> Result {
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                body(
                    cexiv2_bytes(bytes: first.baseAddress, length: first.count),
                    cexiv2_bytes(bytes: second.baseAddress, length: second.count))
            }
        }
    }

    private struct Work {
        let judge: MetadataJudge
        /// Whether the original names a place: the packet's is only looked up.
        var hasPlace = false
        var result: [UInt8] = []
    }

    private static let receive: cexiv2_receive_bytes = { context, bytes, length in
        context?.assumingMemoryBound(to: Work.self).pointee.result =
            Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private static let judge: cexiv2_judge = { context, item, answer, sink in
        guard let context, let item = item?.pointee else { return CEXIV2_DROP }
        let work = context.assumingMemoryBound(to: Work.self)
        let key = String(cString: item.key)
        let isPacket = item.source == CEXIV2_SOURCE_SIDECAR
        let isPlace = MetadataTags.places.contains(MetadataTags.property(of: key))
        // The packet comes after the original.
        if isPacket, isPlace, work.pointee.hasPlace { return CEXIV2_DROP }
        let verdict = work.pointee.judge.verdict(
            on: key, isPacket: isPacket, value: MetadataTransfer.value(of: item))
        if isPlace, !isPacket, verdict != .drop { work.pointee.hasPlace = true }
        switch verdict {
        case .drop: return CEXIV2_DROP
        case .keep: return CEXIV2_KEEP
        case .replace(let text):
            var text = text
            text.withUTF8 { answer?(sink, $0.baseAddress, $0.count) }
            return CEXIV2_REPLACE
        }
    }

    private static func value(of item: cexiv2_item) -> MetadataJudge.Value {
        guard item.text != nil else { return .other(byteCount: item.length) }
        let bytes = UnsafeBufferPointer(start: item.text, count: item.length)
        // EXIF's Copyright holds two notices with a NUL between them.
        let isCopyright = String(cString: item.key) == "Exif.Image.Copyright"
        let text =
            (isCopyright ? MetadataText.decodeCopyright(bytes) : MetadataText.decode(bytes)) ?? ""
        switch item.form {
        case CEXIV2_FORM_NUMBERS: return .numbers(text)
        case CEXIV2_FORM_LANGUAGE: return .language(text)
        default: return .text(text)
        }
    }
}
