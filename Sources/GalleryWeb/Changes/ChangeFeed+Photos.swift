import Basics
import Gallery
import GalleryModel

extension ChangeFeed {
    /// How many photos an event names.
    private static let named = 1_000

    /// Tells what this process changed.
    func post(_ change: GalleryChange) {
        switch change {
        case .sectionAdded(let section): post(.sections, ChangeFeed.section("added", section))
        case .sectionRemoved(let section): post(.sections, ChangeFeed.section("removed", section))
        case .sectionRenamed(let old, let new):
            post(.sections, ChangeFeed.section("renamed", old, to: new))
        case .photosAdded(let ids, let section): post("added", ids, section)
        case .photosUpdated(let ids): post("updated", ids)
        case .photosRemoved(let ids): post("removed", ids)
        case .photosRestored(let ids): post("restored", ids)
        }
    }

    private static func section(
        _ action: String, _ section: SectionReference, to new: SectionReference? = nil
    ) -> JSONValue {
        .object([
            ("action", .text(action)), ("section", .text(section.text)),
            ("to", JSONValue(new?.text)),
        ])
    }

    /// Names the photos, unless they are so many that a page is better read anew.
    private func post(_ action: String, _ ids: [PhotoID], _ section: SectionReference? = nil) {
        post(
            .photos,
            .object([
                ("action", .text(action)), ("count", JSONValue(ids.count)),
                (
                    "photos",
                    ids.count > ChangeFeed.named
                        ? .null : .list(ids.map { JSONValue($0.rawValue) })
                ), ("section", JSONValue(section?.text)),
            ]))
    }
}
