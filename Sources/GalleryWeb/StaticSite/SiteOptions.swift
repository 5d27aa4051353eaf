package import Gallery

/// How a site of files looks, what goes along in it and who shall find it.
package struct SiteOptions: OptionsOfWork {
    /// Whether pages are light or dark.
    package enum Theme: String, CaseIterable, Sendable {
        /// As the visitor's system is.
        case auto
        case light
        case dark
    }

    /// The languages that pages may have, by their codes.
    package static let languages = PageLanguage.allCases.map(\.code)

    /// What goes along.
    package var content = SiteContent()
    /// The title; nil for the section's name, or the gallery's.
    package var title: String?
    /// Whether pages are light or dark.
    package var theme = Theme.auto
    /// Whether search engines may list the pages.
    package var isListed = false
    /// The address that the folder will have, which a feed and pages that tell their own address need; nil where it
    /// has none.
    package var address: String?
    /// Whether all copies can be taken away in one archive.
    package var hasArchive = false
    /// The code of the pages' language.
    package var language = PageLanguage.english.code

    /// How the work is carried out.
    package var work: WorkOptions {
        get { content.work }
        set { content.work = newValue }
    }

    /// Makes the usual options: in English, hidden from search engines, without copies.
    package init() {}

    /// The address without a slash at its end; nil where the folder has none.
    ///
    /// - Throws: `usage` for what is no address of the web.
    func checkedAddress() throws(GalleryError) -> String? {
        guard let address else { return nil }
        let text = String(address.reversed().drop { $0 == "/" }.reversed())
        let rest = text.split(separator: "/", omittingEmptySubsequences: true)
        guard PageAddress.link(text) != nil, rest.count > 1,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>?#".utf8.contains($0) })
        else {
            throw GalleryError(
                .usage,
                "invalid --base-url '\(address)': expected the folder's address, such as "
                    + "https://example.org/photos")
        }
        return text
    }
}
