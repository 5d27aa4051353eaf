import Basics
import Gallery
import GalleryModel
import HTTPTypes

extension WebRequest {
    /// Refuses parameters that a route does not have: one that was mistyped would change the answer without a
    /// word.
    ///
    /// - Throws: 400 with the name that is nearest.
    func accept(_ names: [String]) throws(Problem) {
        for name in target.query.keys.sorted() where !names.contains(name) {
            let shown = DisplayText.truncated(name, to: 60)
            if let likely = NearestName.likely(for: name, among: names) {
                throw Problem(
                    .badRequest, say: "error.unknown-parameter-likely",
                    ["name": shown, "likely": likely])
            }
            guard !names.isEmpty else {
                throw Problem(.badRequest, say: "error.no-parameters", ["name": shown])
            }
            throw Problem(
                .badRequest, say: "error.unknown-parameter",
                ["name": shown, "names": names.joined(separator: ", ")])
        }
    }

    /// How many items a page is to have.
    ///
    /// - Throws: 400 for anything but 1 to 1000.
    func limit(standard: Int = 100) throws(Problem) -> Int {
        guard let text = parameter("limit") else { return standard }
        guard let limit = Int(text), (1...1000).contains(limit), String(limit) == text else {
            throw invalid("limit", text, TextMessage(say: "expected.one-to", ["most": "1000"]))
        }
        return limit
    }

    /// One of a few words.
    ///
    /// - Throws: 400 for any other.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, standard: Choice
    ) throws(Problem) -> Choice {
        guard let text = parameter(name) else { return standard }
        if let choice = Choice(rawValue: text) { return choice }
        throw invalid(
            name, text,
            expected: Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }

    /// Yes or no; no where nothing is said.
    ///
    /// - Throws: 400 for anything but `true`, `false`, 1 and 0.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch parameter(name) {
        case nil, "0", "false": return false
        case "1", "true": return true
        case let text?: throw invalid(name, text, .init(say: "expected.true-or-false"))
        }
    }

    /// Where the page before ended.
    ///
    /// - Parameter read: reads the text; nil for what is none.
    /// - Throws: 400 for a text that no page told.
    func cursor<Cursor>(_ read: (String) -> Cursor?) throws(Problem) -> Cursor? {
        guard let text = parameter("cursor") else { return nil }
        if let cursor = read(text) { return cursor }
        throw invalid("cursor", text, TextMessage(say: "expected.next"))
    }

    /// The refusal of a parameter's value.
    ///
    /// - Parameter expected: what it may be, in names that are the same in each language.
    func invalid(_ name: String, _ text: String, expected: String) -> Problem {
        Problem(.badRequest, invalid: name, text, ["expected": expected])
    }

    /// The refusal of a parameter's value, and what it may be.
    func invalid(_ name: String, _ text: String, _ expected: TextMessage) -> Problem {
        Problem(.badRequest, invalid: name, text, parts: ["expected": expected])
    }

    /// The photos that a query's text chooses; those of the trash, and those that people sent and no post shows, are
    /// for owners alone.
    ///
    /// - Throws: as `PhotoGallery.filter`; 403 where somebody else asks about the trash.
    func filter(_ text: String?, in gallery: PhotoGallery) throws -> PhotoFilter {
        let filter = try gallery.filter(text ?? "")
        if principal.role == .owner { return filter }
        guard !filter.conditions.contains(.state(.trashed)) else {
            throw Problem(.forbidden, say: "error.owners-trash")
        }
        return filter.and(try gallery.publishedPhotos())
    }

    /// The photos of a query that may be listed: for owners all, for others those of `filter`.
    func listed(_ query: PhotoQuery, in gallery: PhotoGallery) throws -> PhotoQuery {
        principal.role == .owner ? query : query.filtered(try gallery.publishedPhotos())
    }

    /// The faces of photos that may be looked at.
    func listed(_ faces: FacePortraits, in gallery: PhotoGallery) throws -> FacePortraits {
        var faces = faces
        faces.portraits = try faces.portraits.filter {
            try PhotoRoutes.isSeen($0.photo, by: principal, in: gallery)
        }
        return faces
    }
}
