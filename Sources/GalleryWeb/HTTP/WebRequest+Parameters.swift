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
            let advice =
                NearestName.likely(for: name, among: names).map { "did you mean '\($0)'?" }
                ?? (names.isEmpty
                    ? "this address takes none" : "expected \(names.joined(separator: ", "))")
            throw Problem(
                .badRequest, "unknown parameter '\(DisplayText.truncated(name, to: 60))': \(advice)"
            )
        }
    }

    /// How many items a page is to have.
    ///
    /// - Throws: 400 for anything but 1 to 1000.
    func limit(standard: Int = 100) throws(Problem) -> Int {
        guard let text = parameter("limit") else { return standard }
        guard let limit = Int(text), (1...1000).contains(limit), String(limit) == text else {
            throw invalid("limit", text, expected: "1 to 1000")
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

    /// Where the page before ended.
    ///
    /// - Parameter read: reads the text; nil for what is none.
    /// - Throws: 400 for a text that no page told.
    func cursor<Cursor>(_ read: (String) -> Cursor?) throws(Problem) -> Cursor? {
        guard let text = parameter("cursor") else { return nil }
        if let cursor = read(text) { return cursor }
        throw invalid("cursor", text, expected: "the 'next' of a page")
    }

    /// The refusal of a parameter's value.
    func invalid(_ name: String, _ text: String, expected: String) -> Problem {
        Problem(
            .badRequest,
            "invalid \(name) '\(DisplayText.truncated(text, to: 60))': expected \(expected)")
    }

    /// The photos that a query's text chooses; those of the trash are for owners alone.
    ///
    /// - Throws: as `PhotoGallery.filter`; 403 where somebody else asks about the trash.
    func filter(_ text: String?, in gallery: PhotoGallery) throws -> PhotoFilter {
        let filter = try gallery.filter(text ?? "")
        guard principal.role == .owner || !filter.conditions.contains(.state(.trashed)) else {
            throw Problem(.forbidden, "the trash is for the owner of the gallery")
        }
        return filter
    }
}
