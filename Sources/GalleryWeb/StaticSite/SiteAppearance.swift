import Basics
import Gallery
import GalleryModel

/// The properties common to all pages of a site: name, language and appearance.
struct SiteAppearance: Sendable {
    /// Must be increased when pages are rendered differently from the same templates.
    private static let version = 4

    /// The title of the site.
    let title: String
    /// The language of its pages.
    let language: PageLanguage
    /// The color scheme of its pages.
    let theme: SiteOptions.Theme
    /// True if search engines may index the pages.
    let isListed: Bool
    /// The URL of the site's folder; nil if unknown.
    let address: String?
    /// True if the site has a map.
    let hasMap: Bool
    /// True if the map has a base map.
    let hasLand: Bool
    /// The file name of the archive of all copies, to which only lists of photos link; nil for none.
    let archive: String?

    /// A digest of everything that affects all pages.
    var inputs: UInt64 {
        InputDigest(
            SiteAppearance.version, PhotoGallery.version, SiteAppearance.embedded, title,
            language.code, theme.rawValue, isListed, address, hasMap, hasLand
        ).value
    }

    /// A digest of all templates, texts, styles and scripts.
    private static let embedded = EmbeddedFiles.digest(
        of: EmbeddedFiles.all.keys.filter { !$0.hasPrefix("API/") })

    /// Returns the file name of an asset.
    static func asset(_ name: String) -> String { "assets/\(name)" }

    /// Returns the address of an asset, which changes with its content.
    func asset(_ name: String, from root: String) -> String {
        "\(root)\(SiteAppearance.asset(name))?v=\(SiteAppearance.embedded.prefix(8))\(theme == .auto ? "" : "-\(theme)")"
    }

    /// The styles, icons and scripts of the site.
    var assets: [SiteFile] {
        let files =
            ["gallery.css", "viewer.css", "overlays.css", "icon.svg"]
            + (hasMap ? ["leaflet.css", "map.css", "scripts/start.js"] : [])
        let robots = isListed ? "Allow" : "Disallow"
        let scripts = [SiteScript.Entry.site] + (hasMap ? [.maps] : [])
        return scripts.map { script in
            SiteFile(SiteAppearance.asset(script.file), inputs: inputs) { [language] in
                Array(try SiteScript.text(of: script, in: language).utf8)
            }
        } + [
            // Robots only read it if the folder is the root of a host; elsewhere, the pages contain
            // the same instruction.
            SiteFile("robots.txt", inputs: isListed ? 1 : 0) {
                Array("User-agent: *\n\(robots): /\n".utf8)
            }
        ]
            + files.compactMap { name in
                guard let file = EmbeddedFiles.file(Assets.folder + name) else { return nil }
                let bytes = name.hasSuffix(".css") ? styled(file) : file.bytes
                let inputs = InputDigest(file.digest, theme.rawValue).value
                return SiteFile(SiteAppearance.asset(file.name), inputs: inputs) { bytes }
            }
    }

    /// Returns a style sheet with a fixed color scheme.
    private func styled(_ file: EmbeddedFile) -> [UInt8] {
        guard theme != .auto else { return file.bytes }
        return Array(
            file.text.replacing(
                "(prefers-color-scheme: dark)", with: theme == .dark ? "all" : "not all"
            ).replacing("color-scheme: light dark", with: "color-scheme: \(theme.rawValue)").utf8)
    }

    /// Renders a page of the site.
    ///
    /// - Parameters:
    ///   - template: the template within the frame.
    ///   - kind: the kind of page, which selects its script.
    ///   - name: the title of the page; nil for the front page.
    ///   - file: the file name relative to the site's folder.
    ///   - content: the values of the template.
    func page(
        _ template: String, _ kind: PageFrame.Kind, _ name: String?, at file: String,
        _ content: [String: Any]
    ) throws -> [UInt8] {
        let root = file.contains("/") ? "../" : ""
        var values: [String: Any] = [
            "pageKind": kind.rawValue,
            "headTitle": name.map { "\($0) · \(title)" } ?? title, "siteName": title,
            "homeAddress": root + "index.html",
            "classicScript": asset("site.js", from: root), "isListed": isListed,
            "colorScheme": theme == .auto ? "light dark" : theme.rawValue,
            "iconAddress": asset("icon.svg", from: root),
            "styleAddresses": kind.styles.map { ["styleAddress": asset($0, from: root)] },
            "isMap": kind == .map, "landVersion": hasLand ? "1" : "",
        ]
        if hasMap { values["mapAddress"] = root + SiteMap.page }
        // The start script hides the list until the map replaces it.
        if kind == .map { values["startAddress"] = asset("start.js", from: root) }
        if let address {
            values["feedAddress"] = root + "feed.xml"
            values["canonicalAddress"] = SiteAddresses.address(file, from: address + "/")
        }
        let page = try PageTemplates.render(
            template, values.merging(content) { _, own in own }, in: language)
        return Array(page.utf8)
    }
}

/// Relative addresses within a site.
struct SiteAddresses: PageAddresses {
    /// The relative path from the page to the site's folder: empty or `../`.
    let root: String
    /// The photos on the page.
    let shown: [PhotoID: SitePhoto]
    /// The first pages of the site's sections.
    var sections: [SectionReference: String] = [:]
    /// True if the site has a map.
    var hasMap = false

    init(_ root: String, _ photos: [SitePhoto], sections: [SectionReference: String] = [:]) {
        self.root = root
        self.sections = sections
        shown = Dictionary(photos.map { ($0.photo.id, $0) }) { first, _ in first }
    }

    /// Returns the file name of a photo's page.
    static func page(of photo: PhotoID) -> String { "photos/\(photo).html" }

    /// Returns the relative address of a file of the site.
    static func address(_ file: String, from root: String) -> String {
        root
            + file.split(separator: "/", omittingEmptySubsequences: false).map {
                PercentEncoding.encoded(String($0))
            }.joined(separator: "/")
    }

    func page(of photo: PhotoID) -> String { root + SiteAddresses.page(of: photo) }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        guard let pictures = shown[photo.id]?.pictures else { return nil }
        // Small pictures have fewer sizes, as do photos whose size is limited.
        return (pictures.first { $0.side >= side } ?? pictures.last).map {
            PagePicture(address: root + $0.file, longEdge: $0.side)
        }
    }

    func whole(of photo: Photo) -> PagePicture? {
        guard let copy = shown[photo.id]?.copy, copy.hasPageEdit, case let file = copy.file,
            ["jpg", "png", "webp", "gif"].contains(file.split(separator: ".").last.map(String.init))
        else { return nil }
        return PagePicture(address: root + file, longEdge: copy.longEdge)
    }

    func photos(_ filter: PhotoFilter) -> String? { nil }

    func section(_ reference: SectionReference) -> String? {
        sections[reference].map { SiteAddresses.address($0, from: root) }
    }

    func map(at coordinate: Coordinate) -> String? {
        hasMap ? "\(root)\(SiteMap.page)#at=\(coordinate.latitude),\(coordinate.longitude),14" : nil
    }
}
