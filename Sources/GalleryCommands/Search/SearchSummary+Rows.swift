import Gallery
import GalleryModel

extension SearchSummary {
    /// The members of the JSON object that `search` and `refresh` print.
    var members: [(String, RowValue)] {
        var result: [(String, RowValue)] = [
            ("section", .text(section.reference.text)), ("found", RowValue(found)),
            ("listed", .integer(listed)), ("new", .integer(new)), ("updated", .integer(updated)),
            ("unchanged", .integer(unchanged)), ("gone", .integer(gone)),
            ("trashed", .integer(trashed)), ("pictures", pictures.value),
            (
                "requests",
                .object([("api", .integer(apiRequests)), ("pictures", .integer(pictureRequests))])
            ),
            ("complete", .flag(isComplete)),
        ]
        if !isComplete { result.append(("gaps", .list(gaps.map { .text($0) }))) }
        if let failure { result.append(("error", .text(failure.message))) }
        return result
    }

    /// What was done, for a person, such as
    /// `flickr:dogs: 100 listed of 1,204 found, 100 new; pictures: 97 downloaded, 1 failed`.
    func sentence(isDryRun: Bool) -> String {
        var facts = ["\(Count.text(listed)) listed"]
        if let found { facts[0] += " of \(Count.text(found)) found" }
        for (number, word) in [
            (new, "new"), (updated, "updated"), (gone, "gone"), (trashed, "in the trash"),
        ] where number > 0 {
            facts.append("\(Count.text(number)) \(word)")
        }
        let text =
            "\(section.reference.text): \(facts.joined(separator: ", "))"
            + (pictures.sentence.map { "; pictures: \($0)" } ?? "")
        // A failure is said by itself.
        let missing = failure == nil ? gaps.map { "; not complete: \($0)" }.joined() : ""
        return (isDryRun ? "dry run: " : "") + text + missing
    }

    /// How many requests were sent.
    var requestSentence: String {
        "requests: \(Count.text(apiRequests)) to the API, \(Count.text(pictureRequests)) for pictures"
    }

    /// The rows of the photos listed in this run, in the server's order; not those in the trash.
    func listedPhotos(in gallery: PhotoGallery) throws -> [ListedPhoto] {
        guard !photos.isEmpty else { return [] }
        var order: [PhotoID: Int] = [:]
        for (place, id) in photos.enumerated() { order[id] = place }
        var rows: [ListedPhoto] = []
        try gallery.forEachPhoto(in: section) { batch in
            rows += batch.filter { order[$0.photo.id] != nil }
            return rows.count < order.count
        }
        return rows.sorted { (order[$0.photo.id] ?? 0) < (order[$1.photo.id] ?? 0) }
    }
}

extension SearchSummary.Pictures {
    /// The counts as JSON.
    var value: RowValue {
        .object([
            ("downloaded", .integer(downloaded)), ("present", .integer(present)),
            ("unavailable", .integer(unavailable)), ("failed", .integer(failed)),
        ])
    }

    /// The counts that are not zero, for a person; nil where all are.
    var sentence: String? {
        let facts = [
            (downloaded, "downloaded"), (present, "present"), (unavailable, "unavailable"),
            (failed, "failed"),
        ].filter { $0.0 > 0 }.map { "\(Count.text($0.0)) \($0.1)" }
        return facts.isEmpty ? nil : facts.joined(separator: ", ")
    }
}
