import Basics

/// What a phone shows of the feed among its programs.
///
/// Source: Web Application Manifest (W3C).
struct CampaignManifest {
    private let name: String
    private let language: PageLanguage

    /// Describes a campaign's feed.
    init(_ name: String, _ language: PageLanguage) {
        self.name = name
        self.language = language
    }

    /// The document.
    var bytes: [UInt8] {
        JSONValue.object([
            ("name", .text(name)), ("short_name", .text(name)), ("id", .text("/feed")),
            ("start_url", .text("/feed")), ("scope", .text("/")), ("display", .text("standalone")),
            (
                "icons",
                .list([
                    .object([
                        ("src", .text(Assets.address("icon.svg", language))),
                        ("type", .text("image/svg+xml")), ("sizes", .text("any")),
                    ])
                ])
            ),
        ]).compact
    }
}
