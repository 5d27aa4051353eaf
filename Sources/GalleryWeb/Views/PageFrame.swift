/// What stands around every page: title, search, the way home and out.
struct PageFrame {
    /// What the browser's tab says before the gallery's name.
    var title: String
    /// Where the search looks: all photos, or a section's page.
    var searchAction = "/"
    /// What was searched for.
    var searchText = ""
    /// What the search looks through.
    var searchScope = "all photos"
    /// Whether photos may be looked at, so that the search is there.
    var isOpen = true
    /// Whether there is a session to end.
    var isSignedIn = false

    /// The values for the template `frame`, which all pages begin with.
    var values: [String: Any] {
        [
            "pageTitle": title, "iconAddress": Assets.address("icon.svg"),
            "styleAddress": Assets.address("gallery.css"), "hasSearch": isOpen,
            "searchAction": searchAction, "searchText": searchText, "searchScope": searchScope,
            "isSignedIn": isSignedIn,
        ]
    }

    /// The page that a template makes of values within the frame.
    func page(_ template: String, _ content: [String: Any]) throws -> String {
        try PageTemplates.render(template, values.merging(content) { _, own in own })
    }
}
