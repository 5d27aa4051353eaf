import Gallery
import GalleryModel
import Hummingbird

/// The page where a photo is chosen, shown under an effect, and published.
struct PublishPage {
    let request: WebRequest
    let site: Site
    /// The campaign that it is for.
    let feed: CampaignFeed

    /// Whether who asks may publish.
    static func isFor(_ request: WebRequest, _ site: Site) -> Bool {
        !site.isReadOnly && (request.principal.role ?? .viewer) >= .member
    }

    /// Makes the page.
    ///
    /// - Throws: 403 where nothing is taken.
    func response() throws -> Response {
        try request.accept([])
        guard !site.isReadOnly else { throw Problem(.forbidden, say: "error.read-only") }
        let frame = PageFrame(.publish, title: language.say("publish.title"), for: request, site)
        let values: [String: Any] = [
            "campaign": feed.name, "maximumBytes": site.options.maximumUploadBytes,
            "maximumTitle": CampaignFeed.longestTitle,
            "maximumDescription": CampaignFeed.longestDescription,
            "effects": EffectName.allCases.map {
                ["effectName": $0.rawValue, "effectText": language.say(key(of: $0))]
            },
        ]
        return .html(try frame.page("publish", values), for: request)
    }

    private var language: PageLanguage { request.language }

    private func key(of effect: EffectName) -> String {
        switch effect {
        case .tonal: "effect.tonal"
        case .noir: "effect.noir"
        case .fade: "effect.fade"
        case .process: "effect.process"
        case .mono: "effect.mono"
        case .transfer: "effect.transfer"
        case .sepia: "effect.sepia"
        case .chrome: "effect.chrome"
        case .instant: "effect.instant"
        case .vignette: "effect.vignette"
        }
    }
}
