import Basics
import Foundation
import Glibc
import Testing

@testable import Imaging

@Suite("PictureIntegrity of truncated and changed files")
struct StructureCutTests {
    static let whole = [
        PictureIntegrityTests.Case("a WebP", .webp, FixturePictures.webp),
        .init("a WebP with alpha", .webp, FixturePictures.alphaWebP),
        .init("a HEIC", .heif, FixturePictures.heic),
        .init("an AVIF", .avif, FixturePictures.avif),
        .init("a TIFF", .tiff, FixturePictures.tiff), .init("a GIF", .gif, FixturePictures.gif),
    ]

    @Test("a file truncated at any byte is damaged", arguments: whole)
    func everyCut(_ file: PictureIntegrityTests.Case) {
        let (format, bytes) = (file.format, file.bytes)
        for length in 0..<bytes.count {
            let part = Array(bytes.prefix(length))
            let damage = part.withUnsafeBytes { PictureIntegrity.damage(format, $0) }
            #expect(damage != nil, "\(length) of \(bytes.count) bytes")
        }
    }

    @Test(
        "a file on disk is read as in memory, and one truncated after opening has no more bytes",
        arguments: whole)
    func files(_ file: PictureIntegrityTests.Case) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "structure-\(UUID())")
        try Data(file.bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let path = BytePath(url.path)
        let stored = try #require(StoredPicture.read(path))
        let expected = try #require(
            file.bytes.withUnsafeBytes { StoredPicture.read(file.format, ByteWindow($0)) })
        #expect(stored.width == expected.width && stored.height == expected.height)
        #expect(stored.exif == expected.exif && stored.xmp == expected.xmp)
        let window = try ByteWindow(path)
        #expect(window.bytes(0..<file.bytes.count) == file.bytes)
        #expect(truncate(url.path, 2) == 0)
        #expect(window.count == file.bytes.count && window.byte(2) == nil)
        #expect(window.number(0, 2) != nil && window.number(0, 4) == nil)
        #expect(window.name(0) == nil && window.bytes(0..<4) == Array(file.bytes.prefix(2)))
    }

    @Test("a truncated file decodes in part with a warning, or is rejected", arguments: whole)
    func cutPictures(_ file: PictureIntegrityTests.Case) {
        let bytes = file.bytes
        for length in stride(from: 16, to: bytes.count, by: 7) {
            do throws(ImagingError) {
                let picture = try PictureDecoder().decode(
                    Array(bytes.prefix(length)), as: .gray, longEdge: nil)
                #expect(!picture.warnings.isEmpty, "\(length) of \(bytes.count) bytes")
            } catch {
                guard case .damaged = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test(
        "4,000 changed files of each format are checked quickly, without a crash",
        .timeLimit(.minutes(2)), arguments: whole)
    func changedFiles(_ file: PictureIntegrityTests.Case) {
        let (format, bytes) = (file.format, file.bytes)
        var noise = Noise(seed: 13)
        for round in 0..<4000 {
            let changed = StructureCutTests.changed(bytes, &noise)
            changed.withUnsafeBytes { buffer in
                _ = PictureIntegrity.damage(format, buffer)
                _ = StoredPicture.read(format, ByteWindow(buffer))
                _ = PictureDataDigest.digest(format, buffer)
                _ = TIFFStructure.rawFormat(ByteWindow(buffer))
                if round % 4 == 0 { _ = try? MetadataReader().read(bytes: buffer) }
            }
            if round % 40 == 0 {
                _ = try? PictureDecoder().decode(changed, as: .gray, longEdge: 16)
            }
        }
    }

    /// A file with some bytes changed, repeated or removed; half of the changes are in the first
    /// 400.
    private static func changed(_ bytes: [UInt8], _ noise: inout Noise) -> [UInt8] {
        func next(_ limit: Int) -> Int { Int(noise.next(upTo: UInt64(limit))) }
        var changed = bytes
        for _ in 0...next(5) {
            guard changed.count > 8 else { break }
            let range = next(1) == 0 ? changed.count : min(changed.count, 400)
            let place = next(range - 1)
            switch next(5) {
            case 0: changed[place] = UInt8(next(255))
            case 1: changed[place] = 0xFF
            case 2: changed[place] = 0
            case 3: changed[place] ^= 1 << UInt8(next(7))
            case 4: changed.removeSubrange(place..<min(place + 4, changed.count))
            default:
                let end = min(place + 8, changed.count)
                changed.insert(contentsOf: changed[place..<end], at: place)
            }
        }
        return changed
    }
}
