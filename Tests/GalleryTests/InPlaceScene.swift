import Basics
import Foundation
import GalleryModel
import Glibc
import Imaging
import Synchronization
import Testing

import Gallery

/// A photo imported in place, and the changes that can happen to its file.
struct InPlaceScene {
    /// The change to the file that was seen last.
    enum Fate: String, CaseIterable, Sendable {
        /// Another picture of the same length is written into it.
        case overwritten
        /// The same, and the file's old modification time is restored.
        case overwrittenTimeKept
        /// It is replaced by another file of the same length and time.
        case exchanged
        /// Its modification time changes.
        case touched
        /// It is replaced by a copy of itself.
        case copiedBack
        /// It is removed; an older path has the bytes.
        case removedWithOlder
        /// Another picture is written into it; an older path has the bytes.
        case overwrittenWithOlder

        /// The fates after which the photo's bytes are lost.
        static let lost: [Fate] = [.overwritten, .overwrittenTimeKept, .exchanged]
        /// The fates after which the photo's bytes are at a known path.
        static let kept: [Fate] = [
            .touched, .copiedBack, .removedWithOlder, .overwrittenWithOlder,
        ]
    }

    let scene: EditScene
    let id: PhotoID
    /// The photo's bytes.
    let bytes: [UInt8]

    private var newest: String { scene.folder + "/camera/b-new.jpg" }
    private var older: String { scene.folder + "/camera/a-old.jpg" }

    /// Imports a picture from an older and a newer path, or only from the newer one.
    static func with(
        _ fate: Fate, body: (InPlaceScene) async throws -> Void
    ) async throws {
        try await EditScene.with { scene async throws in
            let bytes = try padded(try EditPictures.jpeg(width: 64, height: 48))
            var paths = [scene.folder + "/camera/b-new.jpg"]
            if [.removedWithOlder, .overwrittenWithOlder].contains(fate) {
                paths.insert(scene.folder + "/camera/a-old.jpg", at: 0)
            }
            for path in paths {
                try Data(bytes).write(to: URL(filePath: path))
                _ = try await scene.gallery.importPhotos(from: [BytePath(path)], inPlace: true)
            }
            let photo = try scene.gallery.photo(at: PhotoIndexPath(section: 0, item: 0))
            #expect(photo.picture?.path == BytePath(paths.last ?? ""))
            try await body(InPlaceScene(scene: scene, id: photo.id, bytes: bytes))
        }
    }

    /// The photo as it is now in the catalog.
    func photo() throws -> Photo { try scene.gallery.photo(id: id) }

    /// The path with the photo's bytes after a fate that keeps them.
    func place(after fate: Fate) -> BytePath {
        BytePath([.removedWithOlder, .overwrittenWithOlder].contains(fate) ? older : newest)
    }

    /// Applies the fate.
    func befall(_ fate: Fate) throws {
        // Portrait instead of landscape, so that measurements of it never fit the photo.
        let other = try Self.padded(try EditPictures.jpeg(width: 48, height: 64))
        #expect(other.count == bytes.count && other != bytes)
        let before = try Self.status(newest)
        switch fate {
        case .overwritten, .overwrittenWithOlder:
            try overwrite(with: other)
        case .overwrittenTimeKept:
            try overwrite(with: other)
            try Self.setTime(of: newest, before.st_mtim)
            let after = try Self.status(newest)
            #expect(after.st_ino == before.st_ino && after.st_size == before.st_size)
            #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
        case .exchanged:
            try replace(with: other, before.st_mtim)
        case .touched:
            try Self.setTime(of: newest, timespec(tv_sec: 1_000_000_000, tv_nsec: 0))
        case .copiedBack:
            try replace(with: bytes, before.st_mtim)
            #expect(try Self.status(newest).st_ino != before.st_ino)
        case .removedWithOlder:
            try FileManager.default.removeItem(atPath: newest)
        }
    }

    /// Writes into the file itself.
    private func overwrite(with other: [UInt8]) throws {
        let handle = try FileHandle(forUpdating: URL(filePath: newest))
        try handle.write(contentsOf: Data(other))
        try handle.close()
    }

    /// Replaces the file with another one.
    private func replace(with other: [UInt8], _ time: timespec) throws {
        let part = newest + ".part"
        try Data(other).write(to: URL(filePath: part))
        try Self.setTime(of: part, time)
        try #require(rename(part, newest) == 0)
    }

    private static func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status
    }

    private static func setTime(of path: String, _ time: timespec) throws {
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    /// A JPEG of 20,000 bytes, padded with a comment.
    private static func padded(_ jpeg: [UInt8]) throws -> [UInt8] {
        let length = 20_000 - jpeg.count - 2
        try #require(length >= 2)
        let comment = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)]
        return jpeg[..<2] + comment + [UInt8](repeating: 0x20, count: length - 2) + jpeg[2...]
    }
}

/// The operations that read the picture of a photo.
enum PictureUse: String, CaseIterable, Sendable {
    case faceCrops, faceFrames, faceAdded, faceAddedToKnown, cropInPixels, cropOfKnownSize, render
    case effects, share, shareUnaltered, originals, originalsEdited, thumbnails, thumbnail, faces
    case analyze

    /// Prepares the photo for the use while its file is unchanged.
    func prepare(_ scene: InPlaceScene) async throws {
        let gallery = scene.scene.gallery
        switch self {
        case .faceCrops, .faceFrames, .faceAddedToKnown, .cropOfKnownSize:
            try gallery.faces.add(
                FaceRectangle(x: 4, y: 4, width: 20, height: 20), to: try scene.photo())
        case .originalsEdited:
            var change = EditChange()
            change.isMirrored = true
            _ = try await gallery.edits.apply(.photos([scene.id]), change)
        default: break
        }
    }

    /// Uses the picture.
    ///
    /// - Returns: the reason for a failure; nil on success.
    func run(_ scene: InPlaceScene) async throws -> String? {
        let failed = Mutex<String?>(nil)
        var work = WorkOptions()
        work.itemFailed = { failure in failed.withLock { $0 = failure.message } }
        do {
            try await run(scene, try scene.photo(), work)
        } catch let error as GalleryError {
            #expect(error.kind == .notFound)
            return error.message
        }
        return failed.withLock { $0 }
    }

    private func run(_ scene: InPlaceScene, _ photo: Photo, _ work: WorkOptions) async throws {
        let gallery = scene.scene.gallery
        let out = scene.scene.path("out")
        let everything = PhotoQuery.photos([scene.id])
        switch self {
        case .faceCrops:
            _ = try await gallery.faces.crop(
                .photos([photo]), to: out, options: FaceCropOptions().with(work))
        case .faceFrames:
            try await gallery.faces.draw(of: photo, to: scene.scene.path("framed.jpg"))
        case .faceAdded, .faceAddedToKnown:
            try gallery.faces.add(FaceRectangle(x: 30, y: 20, width: 16, height: 16), to: photo)
        case .cropInPixels, .cropOfKnownSize:
            var change = EditChange()
            change.crop = .pixels(FaceRectangle(x: 0, y: 0, width: 40, height: 40))
            _ = try await gallery.edits.apply(everything, change, options: work)
        case .render: _ = try await gallery.edits.render(photo)
        case .effects:
            _ = try await gallery.edits.effectSheet(
                of: photo, to: out, options: EffectSheetOptions().with(work))
        case .share, .shareUnaltered:
            var options = ShareOptions()
            options.keepsAll = self == .shareUnaltered
            _ = try await gallery.shares.send(
                .photos([photo]), to: .folder(out), options: options.with(work))
        case .originals, .originalsEdited:
            _ = try await gallery.export.originals(
                .section(try gallery.sections.find(.camera)), to: out, nameTemplate: "{id}.{ext}",
                options: ExportOptions(format: .jsonl).with(work)
            ) { _ in }
        case .thumbnails:
            _ = try await gallery.thumbnails.make(
                everything, options: ThumbnailOptions().with(work))
        case .thumbnail: _ = try await gallery.thumbnails.thumbnail(of: photo, side: 240)
        case .faces:
            _ = try await gallery.faces.detect(everything, options: FaceOptions().with(work))
        case .analyze:
            _ = try await gallery.analyze(everything, options: AnalysisOptions().with(work))
        }
    }
}
