public import Basics
import Export
import Foundation
import GalleryModel
import Imaging

extension PhotoGallery {
    /// Shows effects on a reduced copy of a picture: `contact-sheet.jpg` with all of them beside the
    /// picture without any, and a file for each.
    ///
    /// No file is overwritten: beside one with other bytes the new one gets ` (2)` and so on.
    ///
    /// - Parameters:
    ///   - source: the picture.
    ///   - folder: where the files go; made when missing.
    ///   - options: the size and which effects; a dry run says the names.
    /// - Throws: `usage` for a size out of its range; `notFound` without a picture; `badInput` where it
    ///   cannot be decoded; `inputOutput`; `CancellationError`.
    public func effectSheet(
        of source: EffectSource, to folder: BytePath,
        options: EffectSheetOptions = EffectSheetOptions()
    ) async throws -> EffectSheetSummary {
        switch source {
        case .path(let path):
            return try await PhotoGallery.effectSheet(
                ofFile: path, to: folder, options: options, settings: settings)
        case .photo(let photo):
            let edit = try photo.edit ?? edit(of: photo.id)
            let limits = DecodeLimits(settings)
            let sheet = EffectSheet(
                name: "photo \(photo.id)", edit: edit ?? PhotoEdit(), folder: folder,
                options: options, limits: limits, work: options.work
            ) { [catalog] () throws(GalleryError) in
                try PictureBytes.read(of: photo, in: catalog, atMost: limits.maximumBytes)
            }
            return try await stoppable { stop in try sheet.run(stop) }
        }
    }

    /// Shows effects on a picture outside any catalog, as `effectSheet(of:to:options:)`.
    public static func effectSheet(
        ofFile path: BytePath, to folder: BytePath,
        options: EffectSheetOptions = EffectSheetOptions(),
        settings: GallerySettings = GallerySettings()
    ) async throws -> EffectSheetSummary {
        let limits = DecodeLimits(settings)
        let sheet = EffectSheet(
            name: "'\(path.escaped)'", edit: PhotoEdit(), folder: folder, options: options,
            limits: limits, work: options.work
        ) { () throws(GalleryError) in
            do throws(ImagingError) {
                return try FileBytes.read(path, atMost: limits.maximumBytes)
            } catch {
                throw GalleryError(imaging: error)
            }
        }
        return try await stoppable { stop in try sheet.run(stop) }
    }
}

/// One run of showing effects.
private struct EffectSheet: Sendable {
    static let sheetName = "contact-sheet.jpg"

    /// The picture, for errors.
    let name: String
    let edit: PhotoEdit
    let folder: BytePath
    let options: EffectSheetOptions
    let limits: DecodeLimits
    let work: WorkOptions
    let bytes: @Sendable () throws(GalleryError) -> [UInt8]

    func run(_ stop: StopFlag) throws -> EffectSheetSummary {
        try options.check()
        var summary = EffectSheetSummary(folder: folder)
        let (picture, warnings) = try named { () throws(GalleryError) in try reducedPicture() }
        summary.warnings = warnings
        let variants =
            options.variants.isEmpty
            ? EffectName.allCases.map { [AppliedEffect($0)] } : options.variants
        let reservation = try reserve(picture, count: variants.count + 1)
        defer { withExtendedLifetime(reservation) {} }
        var sheet = ContactSheet(
            cellSide: options.side, columns: ContactSheet.columns(for: variants.count + 1))
        sheet.append(picture, label: "original")
        var shown: [(effects: [AppliedEffect], name: String, pixels: PixelBuffer)] = []
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.sheetName))
        let renderer = EffectRenderer(threads: work.threadCount)
        for effects in variants {
            if stop.isRaised { throw CancellationError() }
            let label = effects.isEmpty ? "none" : effects.map(\.text).joined(separator: "+")
            let pixels = try imaging { () throws(ImagingError) in
                try renderer.apply(effects, to: picture)
            }
            sheet.append(pixels, label: label)
            let name = SafeFileName(label.replacing(":", with: "-") + ".jpg").text
            shown.append((effects, names.claim(BytePath(name)).escaped, pixels))
            work.progress(
                .init(activity: "effects", done: shown.count, total: variants.count))
        }
        let whole = try imaging { () throws(ImagingError) in try sheet.pixels() }
        try write(whole, named: Self.sheetName, [], &summary)
        for item in shown { try write(item.pixels, named: item.name, item.effects, &summary) }
        return summary
    }

    /// The picture upright, edited and reduced.
    private func reducedPicture() throws(GalleryError) -> (PixelBuffer, [String]) {
        let source = try bytes()
        return try imaging { () throws(ImagingError) in
            let outcome = source.withUnsafeBytes { bytes in
                Result { () throws(ImagingError) in
                    try PictureDecoder(limits: limits).decode(
                        bytes: bytes, as: .bgr, longestSide: options.side, for: edit, colour: .sRGB)
                }
            }
            let decoded = try outcome.get()
            let pixels = try EditRenderer(threads: work.threadCount, limits: limits).render(
                edit, of: decoded, longestSide: options.side)
            return (pixels, decoded.warnings)
        }
    }

    /// Lets an error name the picture, where it does not yet.
    private func named<Value>(
        _ body: () throws(GalleryError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(GalleryError) { return try body() } catch {
            guard !error.message.contains(name) else { throw error }
            throw GalleryError(error.kind, "\(name): \(error.message)")
        }
    }

    /// Takes memory for so many pictures and the sheet, which has room for each of them; refuses more of
    /// them than may be held at once.
    private func reserve(
        _ picture: PixelBuffer, count: Int
    ) throws(GalleryError) -> DecodeReservation {
        let held = picture.width * picture.height * 3 * count * 5 / 2
        guard held > limits.maximumBytes else { return limits.reserve(held) }
        throw GalleryError(
            .usage,
            "\(count) pictures of '\(options.side)' pixels and their contact sheet take about \(held) "
                + "bytes of memory, more than imaging.maximumDecodeBytes (\(limits.maximumBytes)): give "
                + "a smaller size or fewer effects")
    }

    private func write(
        _ pixels: PixelBuffer, named name: String, _ effects: [AppliedEffect],
        _ summary: inout EffectSheetSummary
    ) throws(GalleryError) {
        var path = PhotoGallery.absolute(folder).appending(name)
        var isPresent = false
        if !work.isDryRun {
            let bytes = try imaging { () throws(ImagingError) in
                try PictureEncoder(.jpeg(quality: 90)).encode(pixels)
            }
            do { (path, isPresent) = try NewFile.placeNumbered(bytes, at: path) } catch {
                throw GalleryError(.inputOutput, "\(error): name another folder")
            }
        }
        if isPresent { summary.present += 1 } else { summary.written += 1 }
        summary.files.append(
            EffectFile(effects: effects, path: path, width: pixels.width, height: pixels.height))
    }

    private func imaging<Value>(
        _ body: () throws(ImagingError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(ImagingError) { return try body() } catch { throw GalleryError(imaging: error) }
    }
}
