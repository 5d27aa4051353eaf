import Basics
import Gallery

/// What is the same for all pages of a site: its name, language and looks.
struct SiteLook: Sendable {
    /// Raised when pages are made differently of the same templates.
    private static let version = 3

    /// What the site is called.
    let title: String
    /// The language of its pages.
    let language: PageLanguage
    /// Whether pages are light or dark.
    let theme: SiteOptions.Theme
    /// Whether search engines may list the pages.
    let isListed: Bool
    /// The address of the site's folder; nil where it has none.
    let address: String?
    /// Whether there is a map of its photos.
    let hasMap: Bool
    /// Whether land is known beneath them.
    let hasLand: Bool

    /// What changes with anything that all pages are made of.
    var inputs: UInt64 {
        var inputs = InputDigest()
        inputs.add(SiteLook.version)
        inputs.add(PhotoGallery.version)
        inputs.add(SiteLook.embedded)
        inputs.add(title)
        inputs.add(language.code)
        inputs.add(theme.rawValue)
        inputs.add(isListed)
        inputs.add(address)
        inputs.add(hasMap)
        inputs.add(hasLand)
        return inputs.value
    }

    /// Changes with any template, text, style or script.
    private static let embedded = EmbeddedFiles.digest(
        of: EmbeddedFiles.all.keys.filter { !$0.hasPrefix("API/") })

    /// The file of what pages are made up with.
    static func asset(_ name: String) -> String { "assets/\(name)" }

    /// The address of such a file, which changes with it.
    func asset(_ name: String, from root: String) -> String {
        "\(root)\(SiteLook.asset(name))?v=\(SiteLook.embedded.prefix(8))\(theme == .auto ? "" : "-\(theme)")"
    }

    /// The files that pages are made up with.
    var assets: [SiteFile] {
        let files =
            ["gallery.css", "viewer.css", "overlays.css", "icon.svg"]
            + (hasMap ? ["leaflet.css", "map.css", "scripts/start.js"] : [])
        let robots = isListed ? "Allow" : "Disallow"
        let scripts = [SiteScript.Entry.site] + (hasMap ? [.maps] : [])
        return scripts.map { script in
            SiteFile(SiteLook.asset(script.file), inputs: inputs) { [language] in
                Array(try SiteScript.text(of: script, in: language).utf8)
            }
        } + [
            // Robots ask for it where the folder is the whole of a host; else the pages tell it.
            SiteFile("robots.txt", inputs: isListed ? 1 : 0) {
                Array("User-agent: *\n\(robots): /\n".utf8)
            }
        ]
            + files.compactMap { name in
                guard let file = EmbeddedFiles.file(Assets.folder + name) else { return nil }
                let bytes = name.hasSuffix(".css") ? styled(file) : file.bytes
                var inputs = InputDigest()
                inputs.add(file.digest)
                inputs.add(theme.rawValue)
                return SiteFile(SiteLook.asset(file.name), inputs: inputs.value) { bytes }
            }
    }

    /// A style for pages that are light or dark whatever the visitor's system is.
    private func styled(_ file: EmbeddedFile) -> [UInt8] {
        guard theme != .auto else { return file.bytes }
        return Array(
            file.text.replacing(
                "(prefers-color-scheme: dark)", with: theme == .dark ? "all" : "not all"
            ).replacing("color-scheme: light dark", with: "color-scheme: \(theme.rawValue)").utf8)
    }

    /// A page of the site.
    ///
    /// - Parameters:
    ///   - template: the template within the frame.
    ///   - kind: which page it is, by which its script knows what to do.
    ///   - name: what the page is called; nil for the first one of the site.
    ///   - file: where it lies in the site's folder.
    ///   - content: the values of the template.
    func page(
        _ template: String, _ kind: PageFrame.Kind, _ name: String?, at file: String,
        _ content: [String: Any]
    ) throws -> [UInt8] {
        let root = file.contains("/") ? "../" : ""
        var values: [String: Any] = [
            "pageKind": kind.rawValue, "lastChange": "",
            "headTitle": name.map { "\($0) · \(title)" } ?? title, "siteName": title,
            "homeAddress": root + "index.html",
            "classicScript": asset("site.js", from: root), "isListed": isListed,
            "colorScheme": theme == .auto ? "light dark" : theme.rawValue,
            "iconAddress": asset("icon.svg", from: root),
            "styleAddresses": styles(of: kind).map { ["styleAddress": asset($0, from: root)] },
            "isMap": kind == .map, "landVersion": hasLand ? "1" : "",
        ]
        if hasMap { values["mapAddress"] = root + SiteMap.page }
        // The list is not shown before the map that stands in its place.
        if kind == .map { values["startAddress"] = asset("start.js", from: root) }
        if let address {
            values["feedAddress"] = root + "feed.xml"
            values["canonicalAddress"] = SiteAddresses.address(file, from: address + "/")
        }
        let page = try PageTemplates.render(
            template, values.merging(content) { _, own in own }, in: language)
        return Array(page.utf8)
    }

    private func styles(of kind: PageFrame.Kind) -> [String] {
        switch kind {
        case .photo: ["gallery.css", "viewer.css"]
        case .map: ["gallery.css", "leaflet.css", "map.css"]
        default: ["gallery.css"]
        }
    }
}
