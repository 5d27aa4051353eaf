import Basics
import Gallery

/// The first page of a site that has several collections: a card for each.
struct SiteFront: Sendable {
    /// A collection with the picture of its card.
    struct Card: Sendable {
        let collection: SiteCollection
        /// The file of a picture; nil where there is none.
        let cover: String?
    }

    let look: SiteLook
    let cards: [Card]
    /// The file of the archive of all copies; nil where there is none.
    let archive: String?

    /// The file, which is written where it is not there as it is to be.
    var file: SiteFile {
        var inputs = InputDigest()
        inputs.add(look.inputs)
        inputs.add(archive)
        for card in cards {
            inputs.add(card.collection.name)
            inputs.add(card.collection.folder)
            inputs.add(card.collection.ids.count)
            inputs.add(card.cover)
        }
        return SiteFile("index.html", inputs: inputs.value) { try page() }
    }

    private func page() throws -> [UInt8] {
        let language = look.language
        let counts = cards.map(\.collection.ids.count).reduce(0, +)
        var values: [String: Any] = [
            "heading": look.title, "count": language.say("count.photos", count: counts),
            "hasSections": true,
            "sections": cards.map { card in
                var values: [String: Any] = [
                    "headAddress": SiteAddresses.address(card.collection.page(1), from: ""),
                    "headName": card.collection.name,
                    "headCount": language.say(
                        "count.photos", count: card.collection.ids.count),
                ]
                values["headCover"] = card.cover
                return values
            },
        ]
        values["archiveAddress"] = archive
        return try look.page("photos", .photos, nil, at: "index.html", values)
    }
}
