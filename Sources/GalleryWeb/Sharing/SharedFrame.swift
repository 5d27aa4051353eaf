import Gallery

/// What stands around the pages of a share link: its own address, and nothing of the gallery behind it.
struct SharedFrame {
    /// Which page it is, by which its script knows what to do.
    enum Kind: String {
        case shared, photo
        case door = "shared-door"
    }

    /// Which page it is.
    var kind: Kind
    /// What the browser's tab says before the gallery's name.
    var title: String
    /// The link's own address; empty where there is none.
    var base: String
    /// The address of the page, to come back to.
    var address: String
    /// The language of its texts.
    var language: PageLanguage

    /// The page that a template makes of values within the frame.
    func page(_ template: String, _ content: [String: Any]) throws -> String {
        // What is under the link's address needs the link alone.
        let isOpen = kind != .door
        let styles = kind == .photo ? ["gallery.css", "viewer.css"] : ["gallery.css"]
        var values: [String: Any] = [
            "pageTitle": title, "pageKind": kind.rawValue,
            // An empty text would lead back to the page itself.
            "homeAddress": base.isEmpty ? false : base as Any,
            "iconAddress": Assets.address("icon.svg", language),
            "styleAddresses": styles.map { ["styleAddress": Assets.address($0, language)] },
            "hasScripts": isOpen, "startAddress": asset("scripts/start.js"),
            "scriptAddress": asset("scripts/page.js"),
        ]
        values.merge(LanguageChoice(language: language, next: address).values) { own, _ in own }
        return try PageTemplates.render(
            template, values.merging(content) { _, own in own }, in: language)
    }

    private func asset(_ name: String) -> String { base + Assets.address(name, language) }
}
