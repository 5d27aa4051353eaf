import GalleryModel

/// What a page under a share link tells of a photo, as rows of words.
struct SharedFacts {
    /// A row.
    struct Row: Hashable, Sendable {
        /// What it is about.
        var label: String
        /// What is told.
        var texts: [String]
    }

    /// The rows, of the values that the page itself is made of.
    let rows: [Row]

    /// Makes the rows of a photo as it may be told.
    init(told: Photo, in language: PageLanguage) {
        let facts = PhotoFacts(
            photo: told, places: [], language: language, isShared: true, tellsSize: false)
        let values = facts.values
        var rows: [Row] = []
        func add(_ label: String, _ texts: [String?]) {
            let told = texts.compactMap(\.self).filter { !$0.isEmpty }
            if !told.isEmpty { rows.append(Row(label: label, texts: told)) }
        }
        func texts(_ key: String) -> [String] {
            (values[key] as? [[String: Any]] ?? []).compactMap { $0["linkText"] as? String }
        }
        add(language.say("shares.title-of"), [told.title])
        add(language.say("shares.description"), [told.caption])
        add(language.say("shares.creator"), [values["creator"] as? String])
        add(language.say("shares.licence"), [told.license?.name])
        add(language.say("photo.taken"), [(values["taken"] as? [String: String])?["words"]])
        add(
            language.say("photo.place"),
            [
                texts("placeLinks").joined(separator: ", "),
                (values["position"] as? [String: Any])?["text"] as? String,
            ])
        add(language.say("photo.people"), texts("people"))
        add(language.say("photo.tags"), texts("tags"))
        for fact in facts.facts { rows.append(Row(label: fact.label, texts: fact.texts)) }
        self.rows = rows
    }
}
