package import Basics
import Export
import Foundation
package import GalleryModel
import Imaging

extension GalleryEdits {
    /// Shows effects on a reduced copy of a picture: writes one file per effect, and
    /// `contact-sheet.jpg` with all of them and the picture without effects.
    ///
    /// No file is overwritten: if a file with other contents exists, the new name gets ` (2)` and
    /// so on.
    ///
    /// - Parameters:
    ///   - photo: the photo; its edit is applied first.
    ///   - folder: the output folder; created if missing.
    ///   - options: the size and the effects; a dry run reports the file names.
    /// - Throws: `usage` for a size out of range and for a folder inside the catalog's; `notFound`
    ///   without a picture; `badInput` if it cannot be decoded; `inputOutput`; `CancellationError`.
    package func effectSheet(
        of photo: Photo, to folder: BytePath, options: EffectSheetOptions = EffectSheetOptions()
    ) async throws -> EffectSheetSummary {
        try gallery.export.checkOutput(folder, as: .files)
        let edit = try edit(of: photo)
        let limits = DecodeLimits(settings)
        let sheet = EffectSheet(
            name: "photo \(photo.id)", edit: edit, folder: folder, options: options,
            limits: limits
        ) { [catalog] () throws(GalleryError) in
            try PictureBytes.read(of: photo, in: catalog, atMost: limits.maximumBytes)
        }
        return try await stoppable { stop in try sheet.run(stop) }
    }

    /// Shows effects on a picture outside any catalog, as `effectSheet(of:to:options:)` does.
    package static func effectSheet(
        ofFile path: BytePath, to folder: BytePath,
        options: EffectSheetOptions = EffectSheetOptions(),
        settings: GallerySettings = GallerySettings()
    ) async throws -> EffectSheetSummary {
        let limits = DecodeLimits(settings)
        let sheet = EffectSheet(
            name: "'\(path.escaped)'", edit: PhotoEdit(), folder: folder, options: options,
            limits: limits
        ) { () throws(GalleryError) in
            try translated(FileBytes.read(path, atMost: limits.maximumBytes))
        }
        return try await stoppable { stop in try sheet.run(stop) }
    }
}

/// One run of showing effects.
private struct EffectSheet: Sendable {
    static let sheetName = "contact-sheet.jpg"

    /// The picture's name in error messages.
    let name: String
    let edit: PhotoEdit
    let folder: BytePath
    let options: EffectSheetOptions
    let limits: DecodeLimits
    let bytes: @Sendable () throws(GalleryError) -> [UInt8]

    func run(_ stop: StopFlag) throws -> EffectSheetSummary {
        try options.check()
        var summary = EffectSheetSummary(folder: folder)
        let picture: PixelBuffer
        do {
            let source = try bytes()
            let decoded = try source.withUnsafeBytes { bytes in
                try PictureDecoder(limits: limits).decode(
                    bytes: bytes, as: .bgr, longEdge: options.side, for: edit, color: .sRGB)
            }
            // Upright, edited and reduced.
            picture = try EditRenderer(threads: options.work.threadCount, limits: limits).render(
                edit, of: decoded, longEdge: options.side)
            summary.warnings = decoded.warnings
        } catch {
            let error = GalleryError(translating: error)
            guard !error.message.contains(name) else { throw error }
            throw GalleryError(error.kind, "\(name): \(error.message)")
        }
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
        let renderer = EffectRenderer(threads: options.work.threadCount)
        for effects in variants {
            if stop.isRaised { throw CancellationError() }
            let label = effects.isEmpty ? "none" : effects.map(\.text).joined(separator: "+")
            let pixels = try translated(renderer.apply(effects, to: picture))
            sheet.append(pixels, label: label)
            let name = SafeFileName(label.replacing(":", with: "-") + ".jpg").text
            shown.append((effects, names.claim(BytePath(name)).escaped, pixels))
            options.work.progress(
                .init(activity: "effects", done: shown.count, total: variants.count))
        }
        let whole = try translated(sheet.pixels())
        try write(whole, named: Self.sheetName, [], &summary)
        for item in shown { try write(item.pixels, named: item.name, item.effects, &summary) }
        return summary
    }

    /// Reserves memory for the pictures and the sheet that shows them; refuses more than the
    /// decoding limit.
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
        if !options.work.isDryRun {
            let bytes = try translated(PictureEncoder(.jpeg(quality: 90)).encode(pixels))
            do { (path, isPresent) = try NewFile.placeNumbered(bytes, at: path) } catch {
                throw GalleryError(.inputOutput, "\(error): name another folder")
            }
        }
        if isPresent { summary.present += 1 } else { summary.written += 1 }
        summary.files.append(
            EffectFile(effects: effects, path: path, width: pixels.width, height: pixels.height))
    }
}

/// The options of a contact sheet.
package struct EffectSheetOptions: FeatureOptions {
    /// The maximum length of each picture's long edge in pixels, 16...8192.
    package var side = 480
    /// The pictures to make: each is a list of effects, in the order of application.
    ///
    /// If empty, each effect is shown by itself.
    package var variants: [[AppliedEffect]] = []

    /// The work options: progress, failed items, dry run, number of threads.
    package var work = WorkOptions()

    /// Makes the default options: every effect.
    package init() {}

    func check() throws(GalleryError) {
        guard (16...8192).contains(side) else {
            throw GalleryError(.usage, "'\(side)' is not a preview size: give 16 to 8192 pixels")
        }
        guard variants.count <= 100 else {
            throw GalleryError(
                .usage, "\(variants.count) previews are too many for one sheet: give at most 100")
        }
        for variant in variants {
            var edit = PhotoEdit()
            edit.effects = variant
            try translated(edit.check())
        }
    }
}

/// A file that shows effects.
package struct EffectFile: Hashable, Sendable {
    /// The effects in the order of application; empty for the contact sheet.
    package var effects: [AppliedEffect]
    /// The file.
    package var path: BytePath
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
}

/// The result of showing effects.
package struct EffectSheetSummary: Hashable, Sendable {
    /// The number of files written.
    package var written = 0
    /// The number of files that already existed with the same contents.
    package var present = 0
    /// The files, the contact sheet first.
    package var files: [EffectFile] = []
    /// Warnings about damaged input, such as a truncated picture: lower-case sentences.
    package var warnings: [String] = []
    /// The folder of the files, as given.
    package var folder: BytePath
}

extension EffectSheetSummary: WorkSummary {
    /// The result as a sentence.
    package var sentence: String {
        "effects: \(Count.text(written, "file")) written"
            + (present > 0 ? ", \(Count.text(present)) already present" : "") + " in '\(folder)'"
    }
}

/// An effect with a description.
package struct EffectDescription: Hashable, Sendable {
    /// The effect.
    package var name: EffectName
    /// A short description of the effect, such as `black and white, gentle contrast`.
    package var summary: String {
        switch name {
        case .tonal: "black and white, gentle contrast"
        case .noir: "black and white, strong contrast and deep shadows"
        case .fade: "pale colors and lifted shadows"
        case .process: "cool colors, strong contrast"
        case .mono: "black and white with the brightness of the colors"
        case .transfer: "warm colors, like a copied print"
        case .sepia: "brown tones of an old print"
        case .chrome: "vivid colors"
        case .instant: "muted warm colors of instant film"
        case .vignette: "darker toward the corners"
        }
    }
    /// The parameters on one line: the matrix, the control points of the curves and the vignette,
    /// in sRGB values of 0...255.
    package var parameters: String

    /// The numbers of the effect, as explained in `docs/effects.md`.
    ///
    /// - `matrix`: three rows of three factors in units of 1/16384; null for no change.
    /// - `curves`: 256 values for each of red, green and blue; null for no change.
    /// - `vignette`: `radius`, `falloff` and `strength`; null for none.
    package var numbers: [JSONMember] {
        let made = EffectParameters.parameters(for: name)
        let matrix = made.matrix.map { matrix in
            [matrix.red, matrix.green, matrix.blue].map { row in
                [row.x, row.y, row.z].map { Int(($0 * 16_384).rounded()) }
            }
        }
        let curves = [made.red, made.green, made.blue]
        let isUnchanged = curves.allSatisfy { $0 == .identity }
        return [
            ("matrix", matrix),
            ("curves", isUnchanged ? nil : curves.map { $0.table.map(Int.init) }),
            (
                "vignette",
                made.vignette.map {
                    JSONValue([
                        ("radius", $0.radius), ("falloff", $0.falloff), ("strength", $0.strength),
                    ])
                }
            ),
        ]
    }

    /// The descriptions of all effects; `docs/effects.md` explains them.
    package static var all: [EffectDescription] { EffectName.allCases.map(Self.init) }

    init(_ name: EffectName) {
        self.name = name
        let made = EffectParameters.parameters(for: name)
        var parts: [String] = []
        if let matrix = made.matrix {
            let rows = [matrix.red, matrix.green, matrix.blue].map { row in
                [row.x, row.y, row.z].map(\.plainText).joined(separator: " ")
            }
            // A matrix that produces gray has three equal rows.
            let isGray = Set(rows).count == 1
            parts.append("matrix " + (isGray ? rows[0] : rows.joined(separator: ", ")))
        }
        let curves = [("red", made.red), ("green", made.green), ("blue", made.blue)]
        if Set(curves.map(\.1)).count == 1 {
            if let points = Self.points(made.red) { parts.append("curve \(points)") }
        } else {
            for (channel, curve) in curves {
                if let points = Self.points(curve) { parts.append("\(channel) \(points)") }
            }
        }
        if let vignette = made.vignette {
            parts.append(
                "vignette from \(vignette.radius.plainText) over \(vignette.falloff.plainText) by "
                    + vignette.strength.plainText)
        }
        parameters = parts.joined(separator: "; ")
    }

    private static func points(_ curve: ToneCurve) -> String? {
        guard !curve.points.isEmpty else { return nil }
        return curve.points.map { "\($0.input.plainText)→\($0.output.plainText)" }
            .joined(separator: " ")
    }
}
