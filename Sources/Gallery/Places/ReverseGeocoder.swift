public import Basics
import Faces
import Foundation
public import GalleryModel
import Imaging
import PhotoSources
import Places

/// The offline index of countries, regions and cities, with the user's overrides for disputed
/// areas.
public struct ReverseGeocoder: Sendable {
    private let index: PlaceIndex
    private let overrides: PlaceOverrides

    /// Identifies the index and the overrides: changes when answers may change.
    let cacheKey: String

    /// Opens the index found through the settings and the program's folders.
    ///
    /// - Throws: `configuration` if the index is missing, damaged or of a newer version, and for an
    ///   override of an unknown disputed area.
    public init(settings: GallerySettings = GallerySettings()) throws(GalleryError) {
        let folders = ModelFolders(setting: settings.models.path)
        guard let path = folders.path(of: .places) else {
            throw GalleryError(
                .configuration,
                "the place index '\(ModelFile.places.fileName)' is not in any model folder: set "
                    + "GALLERY_MODELS to its folder; it comes with the program, in models/")
        }
        let index = try translated(PlaceIndex(path: path))
        overrides = try translated(PlaceOverrides(settings.places.disputedAreas, index: index))
        self.index = index
        cacheKey = index.cacheKey(overrides)
    }

    /// Refuses overrides for disputed areas that the index does not contain, before any work
    /// starts; an unusable index is reported later.
    ///
    /// - Throws: `configuration`.
    static func checkOverrides(_ settings: GallerySettings) throws(GalleryError) {
        guard !settings.places.disputedAreas.isEmpty,
            let path = ModelFolders(setting: settings.models.path).path(of: .places),
            let index = try? PlaceIndex(path: path)
        else { return }
        _ = try translated(PlaceOverrides(settings.places.disputedAreas, index: index))
    }

    /// Returns the data's sources and licenses as text for the user.
    ///
    /// - Throws: `configuration` for a damaged index.
    public func credits() throws(GalleryError) -> String { try translated(index.credits()) }

    /// Returns the disputed areas with the country each is currently assigned to.
    ///
    /// - Throws: `configuration` for a damaged index.
    package func areas() throws(GalleryError) -> [DisputedArea] {
        try translated(index.areas()).map { area in
            var area = area
            if let code = overrides.countryCodes[area.key] { area.countryCode = code }
            return area
        }
    }

    /// Returns the codes and English names of all countries.
    ///
    /// - Throws: `configuration` for a damaged index.
    func countries() throws(GalleryError) -> [(code: String, name: String)] {
        try translated(index.countries())
    }

    /// Returns the country, region, city and district of a position; all names are nil at sea.
    ///
    /// For many positions `locate(lines:)` is faster, because this decodes the nearby shapes each
    /// time.
    ///
    /// - Throws: `configuration` for a damaged index.
    public func place(at coordinate: Coordinate) throws(GalleryError) -> Place {
        try makeLookup()(coordinate)
    }

    /// Returns the base map with the user's overrides for disputed areas.
    ///
    /// - Throws: `configuration` for a damaged index.
    func makeLand() throws(GalleryError) -> PlaceLand {
        try translated(PlaceLand(index, overrides: overrides))
    }

    /// Looks up a position; belongs to one thread.
    ///
    /// - Throws: `configuration` for a damaged index.
    typealias Lookup = (Coordinate) throws(GalleryError) -> Place

    /// Makes a look-up for many positions that caches decoded shapes.
    func makeLookup() throws(GalleryError) -> Lookup {
        let lookup = try translated(PlaceLookup(index, overrides: overrides))
        return { coordinate throws(GalleryError) in try translated(lookup.place(at: coordinate)) }
    }

    /// Looks up positions given as lines of `LAT,LON` in decimal degrees.
    ///
    /// A line that is not a position becomes an item with an error, and the others continue. Items
    /// come in the order of the lines, as soon as a chunk is done.
    ///
    /// - Parameters:
    ///   - chunks: bytes of whole lines, with or without the last line feed; drawn one by one on a
    ///     separate thread, so that the sequence may block, for example on standard input.
    ///   - areNumbered: whether failed items are identified by their line number, from 1.
    ///   - options: progress and failed items.
    ///   - body: receives the items of each chunk; called on one thread at a time. An error it
    ///     throws ends the work.
    /// - Throws: `configuration` for a damaged index; errors of `body`; `CancellationError`.
    public func locate(
        lines chunks: some Sequence<[UInt8]> & Sendable, areNumbered: Bool = true,
        options work: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([LocatedItem]) throws -> Void
    ) async throws -> LocateSummary {
        // A single thread caches the decoded shapes and is faster than the input.
        try await locate(
            noun: "position", threads: 1, areNumbered: areNumbered, options: work, body: body
        ) { push in
            for chunk in chunks where !push(chunk) { return }
        } items: { chunk, place throws(GalleryError) in
            // Text after the last line feed is a line unless empty.
            var lines = chunk.split(separator: 0x0A, omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return try lines.map { line throws(GalleryError) in
                var item = PositionLine.item(line)
                if let coordinate = item.coordinate { item.place = try place(coordinate) }
                return item
            }
        }
    }

    /// Looks up items in order, on several threads.
    ///
    /// - Parameters:
    ///   - areNumbered: whether failed items without a path are identified by their number, from 1.
    ///   - items: returns the items of a part of the input; nil for an ignored one.
    private func locate<Part: Sendable>(
        noun: String, threads: Int? = nil, areNumbered: Bool = false, options work: WorkOptions,
        body: @escaping @Sendable ([LocatedItem]) throws -> Void,
        produce: @escaping @Sendable (OrderedWork<Part, Located>.Feed) throws -> Void,
        items: @escaping @Sendable (Part, Lookup) throws(GalleryError) -> [LocatedItem?]
    ) async throws -> LocateSummary {
        try await stoppable { stop in
            var summary = LocateSummary()
            summary.noun = noun == "file" ? "photo" : noun
            var number = 0
            let context = WorkContext(work, stop: stop)
            try OrderedWork<Part, Located>(context, threads: threads).run(produce: produce) {
                let place = try makeLookup()
                return { part in Result { () throws(GalleryError) in try items(part, place) } }
            } consume: { outputs in
                for output in outputs {
                    let found = try output.get()
                    summary.ignored += found.count { $0 == nil }
                    let items = found.compactMap(\.self)
                    for item in items {
                        number += 1
                        let line = areNumbered ? ProblemSubject.line(number) : nil
                        summary.count(item, work, named: item.path.map { .path($0) } ?? line)
                    }
                    try body(items)
                }
                let done = summary.located + summary.atSea + summary.withoutPosition
                context.progress(noun + "s", done + summary.failed)
            }
            return summary
        }
    }

    private typealias Located = Result<[LocatedItem?], GalleryError>

    /// Looks up the positions of picture files outside any catalog; stores nothing.
    ///
    /// - Parameters:
    ///   - paths: files, and folders recursively; drawn one by one on a separate thread, so that
    ///     the sequence may block. Files in folders that are not pictures are skipped.
    ///   - options: the fallback home for files without a position.
    ///   - body: receives the items in the order of the paths as they are ready; called on one
    ///     thread at a time. An error it throws ends the work.
    /// - Throws: `configuration` for a damaged index; errors of `body`; `CancellationError`.
    public func locate(
        files paths: some Sequence<BytePath> & Sendable, options: LocateOptions,
        body: @escaping @Sendable ([LocatedItem]) throws -> Void
    ) async throws -> LocateSummary {
        try await locate(noun: "file", options: options.work, body: body) { push in
            paths.forEachPicture(push.callAsFunction)
        } items: { file, place throws(GalleryError) in
            [try located(file, options, place)]
        }
    }

    /// Returns the item of a file; nil for a file in a folder that is not a picture.
    private func located(
        _ file: NamedPicture, _ options: LocateOptions, _ place: Lookup
    ) throws(GalleryError) -> LocatedItem? {
        let path: BytePath
        switch file.item {
        case .skipped: return nil
        case .problem(let error): return LocatedItem(path: error.path, error: error.cause)
        case .file(let found):
            guard file.isNamed || found.isPicture else { return nil }
            path = found
        }
        let metadata: PictureMetadata
        do throws(CameraError) {
            metadata = try CameraFileReader.metadata(of: path)
        } catch {
            return LocatedItem(path: path, error: error.cause)
        }
        var item = LocatedItem(path: path)
        item.coordinate = metadata.coordinate ?? options.home
        item.source = metadata.coordinate != nil ? .photo : options.home.map { _ in .home }
        item.warning = metadata.positionWarning
        if let coordinate = item.coordinate { item.place = try place(coordinate) }
        return item
    }
}

/// Parses positions on lines: `LAT,LON` in decimal degrees.
enum PositionLine {
    /// The maximum length of a quoted line in messages, in characters.
    private static let quotedLength = 60

    /// The UTF-8 byte order mark, which Windows programs put before text.
    ///
    /// Source: Unicode 15, section 23.8
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Parses a line to a position, or to an item with an error.
    ///
    /// Blanks around the numbers and a carriage return at the end are allowed.
    static func item(_ line: ArraySlice<UInt8>) -> LocatedItem {
        let line = line.starts(with: byteOrderMark) ? line.dropFirst(3) : line
        guard let comma = line.firstIndex(of: UInt8(ascii: ",")),
            let latitude = number(line[..<comma]), let longitude = number(line[(comma + 1)...])
        else { return LocatedItem(error: refusal(line, nil)) }
        var item = LocatedItem()
        item.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        if item.coordinate == nil { item.error = refusal(line, outOfRange(latitude, longitude)) }
        return item
    }

    /// Parses a decimal number between blanks.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let text = bytes.drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? text.startIndex
        return Double(decimal: String(decoding: text[..<end], as: UTF8.self))
    }

    private static func outOfRange(_ latitude: Double, _ longitude: Double) -> String {
        if !(-90...90).contains(latitude) { return "latitude \(latitude) is not within -90...90" }
        return "longitude \(longitude) is not within -180...180"
    }

    private static func refusal(_ line: ArraySlice<UInt8>, _ cause: String?) -> String {
        let path = BytePath(bytes: line)
        let text = (path.string ?? path.escaped).trimmingCharacters(in: .whitespacesAndNewlines)
        let advice = "give LAT,LON in decimal degrees, such as 48.86,2.35"
        if text.isEmpty { return "the line is empty: \(advice)" }
        let shown = text.count > quotedLength ? text.prefix(quotedLength) + "…" : text[...]
        return "'\(shown)' is not a position: \(cause ?? advice)"
    }
}
