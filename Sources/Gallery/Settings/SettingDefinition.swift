import Basics
import Foundation
import GalleryModel

/// The definition of one setting: names, type, range and meaning.
///
/// `all` is the only table of settings. The environment variables, the keys of the configuration
/// file, its JSON schema, the example and the documentation are derived from it.
package struct SettingDefinition: Sendable {
    /// The form of a value in the environment and in the configuration file.
    enum Form: Sendable {
        case secret, folder, text, integer, decimal
        /// A list; comma separated in the environment.
        case texts
        /// Lists that are also comma separated in the configuration file if they are text.
        case assignments, integers
    }

    /// The section in the configuration file, such as `flickr`.
    package let section: String
    /// The key within the section, such as `queriesPerHour`.
    package let key: String
    /// The environment variable, such as `GALLERY_FLICKR_QUERIES_PER_HOUR`.
    package let variable: String
    /// The description, one or two sentences.
    package let summary: String
    /// The allowed values, for messages and the documentation, such as `a whole number, 0 to 20`.
    package let allowed: String
    private let form: Form
    private let schema: String
    private let store: @Sendable (JSONValue, inout GallerySettings) -> Bool
    fileprivate let format: @Sendable (GallerySettings) -> String

    private init<Value>(
        _ section: String, _ key: String,
        _ path: any WritableKeyPath<GallerySettings, Value> & Sendable, _ kind: SettingKind<Value>,
        variable: String? = nil, _ summary: String
    ) {
        let words = key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
        self.section = section
        self.key = key
        self.variable = variable ?? "GALLERY_\(section.uppercased())_\(words)"
        self.summary = summary
        allowed = kind.allowed
        form = kind.form
        schema = kind.schema
        format = { kind.text($0[keyPath: path]) }
        store = { value, settings in
            guard let parsed = kind.parse(value) else { return false }
            settings[keyPath: path] = parsed
            return true
        }
    }

    /// The name in the configuration file, such as `flickr.queriesPerHour`.
    package var name: String { "\(section).\(key)" }

    /// True if the value must never be shown.
    package var isSecret: Bool { form == .secret }

    /// Every setting, in the order of the documentation.
    package static let all: [SettingDefinition] = [
        .init(
            "flickr", "apiKey", \.flickr.apiKey, .secret,
            "Your Flickr API key. Without one, search uses Flickr's keyless public feed: tags "
                + "only, the newest 20 photos."),
        .init(
            "flickr", "apiSecret", \.flickr.apiSecret, .secret,
            "The API key's secret. Searching public photos does not need it."),
        .init("flickr", "endpoint", \.flickr.endpoint, .url, "Flickr's REST API."),
        .init(
            "flickr", "feedEndpoint", \.flickr.feedEndpoint, .url,
            "Flickr's keyless public feed."),
        .init(
            "flickr", "photoEndpoint", \.flickr.photoEndpoint, .url,
            "The base URL of pictures whose URL Flickr does not send."),
        .init(
            "flickr", "hosts", \.flickr.hosts, .hosts,
            "Additional hosts that pictures may come from: host, host:port or *.domain. The hosts "
                + "of the endpoints are always allowed."),
        .init(
            "flickr", "queriesPerHour", \.flickr.queriesPerHour, .integer(1...1_000_000),
            "The maximum number of API requests per rolling hour, over all processes of a "
                + "catalog."),
        .init(
            "flickr", "parallelDownloads", \.flickr.parallelDownloads, .integer(1...64),
            "The maximum number of concurrent downloads. The flag --jobs takes precedence."),
        .init(
            "campaign", "hosts", \.campaign.hosts, .hosts,
            "Additional hosts that pictures of campaigns may come from, besides the feed's: host, "
                + "host:port or *.domain."),
        .init(
            "transport", "connectTimeoutSeconds", \.transport.connectTimeoutSeconds,
            .seconds(0.1...3600),
            "Seconds for resolving the host name, connecting and the TLS handshake together."),
        .init(
            "transport", "idleTimeoutSeconds", \.transport.idleTimeoutSeconds, .seconds(0.1...3600),
            "Seconds without progress after which a transfer counts as stalled and is retried."),
        .init(
            "transport", "minimumBytesPerSecond", \.transport.minimumBytesPerSecond,
            .integer(0...1_000_000_000),
            "A transfer with fewer bytes per second, over the idle timeout, counts as stalled."),
        .init(
            "transport", "retries", \.transport.retries, .integer(0...20),
            "The maximum number of retries of a failed request, with increasing waits."),
        .init(
            "transport", "retryAfterCapSeconds", \.transport.retryAfterCapSeconds,
            .seconds(0...86_400),
            "The longest Retry-After of a server to wait for, in seconds. A longer one ends the "
                + "command with status 75, unless --wait is given."),
        .init(
            "transport", "maximumAnswerBytes", \.transport.maximumAnswerBytes,
            .integer(1024...(1 << 32)),
            "The maximum size of an API response in bytes, after decompression."),
        .init(
            "transport", "maximumPictureBytes", \.transport.maximumPictureBytes,
            .integer(1024...(1 << 40)),
            "The maximum size of a downloaded picture in bytes."),
        .init(
            "catalog", "path", \.catalog.path, .folder, variable: "GALLERY_CATALOG",
            "The catalog's folder. The flag --catalog takes precedence."),
        .init(
            "catalog", "busyTimeoutSeconds", \.catalog.busyTimeoutSeconds, .seconds(0...3600),
            "Seconds to wait while another program writes to the catalog, until exit status 75."),
        .init(
            "catalog", "sharedMode", \.catalog.sharedMode, .choice,
            "The users who can read new files in the catalog: private is only you, group is the "
                + "group of its folder, everyone is all users. The umask restricts it further, a "
                + "copy is never more readable than its source, and existing files are not "
                + "changed."),
        .init(
            "undo", "maximumSteps", \.undo.maximumSteps, .integer(1...1_000_000),
            "The number of changes that can be undone. Older ones are deleted from the catalog's "
                + "journal when a command makes a change."),
        .init(
            "faces", "detector", \.faces.detector, .detector,
            "The face detector: yunet finds more faces in less time but needs a model, haar needs "
                + "only Debian packages, auto is yunet if its model is installed, otherwise haar. "
                + "Photos examined with the flag --detector keep that result."),
        .init(
            "faces", "quality", \.faces.quality, .choice,
            "The thoroughness of face detection. The flag --quality takes precedence."),
        .init(
            "imaging", "maximumPixels", \.imaging.maximumPixels, .integer(1...(1 << 40)),
            "The maximum size of a picture in pixels; larger ones are refused."),
        .init(
            "imaging", "maximumDecodeBytes", \.imaging.maximumDecodeBytes,
            .integer((1 << 20)...(1 << 40)),
            "The maximum memory for all pictures decoded at the same time, in bytes, not counting "
                + "the files themselves: a picture that exceeds the remaining memory waits, and "
                + "one that exceeds the maximum is refused."),
        .init(
            "places", "home", \.places.home, .coordinate,
            "Your home: the fallback place of imported photos without a position. It is marked as "
                + "such and never stored as their position. The flag --home takes precedence."),
        .init(
            "places", "disputedAreas", \.places.disputedAreas, .assignments,
            "The countries of disputed areas, overriding those that docs/places.md lists, such as "
                + "crimea=UA. 'gallery locate --areas' lists the areas."),
        .init(
            "thumbnails", "sizes", \.thumbnails.sizes, .integers(ThumbnailOptions.allowedSides),
            "The long edges of each photo's thumbnails in pixels. The flag --size of 'gallery "
                + "thumbnails' takes precedence."),
        .init(
            "thumbnails", "format", \.thumbnails.format, .choice,
            "The file format of thumbnails: jpeg is fastest, webp takes less space and more time."),
        .init(
            "thumbnails", "quality", \.thumbnails.quality, .integer(1...100),
            "The quality of thumbnails: higher values look better and take more space."),
        .init(
            "thumbnails", "maximumBytes", \.thumbnails.maximumBytes, .integer(0...(1 << 50)),
            "The maximum size of all thumbnails in bytes. Beyond it, the least recently used are "
                + "removed; they are recreated when needed."),
        .init(
            "share", "longestSide", \.share.longEdge, .integer(1...PhotoEdit.maximumSide),
            "The maximum long edge of a shared picture in pixels; pictures are never enlarged. The "
                + "flag --size of 'gallery share' takes precedence."),
        .init(
            "share", "quality", \.share.quality, .integer(1...100),
            "The quality of shared pictures. The flag --quality takes precedence."),
        .init(
            "serve", "hosts", \.serve.hosts, .hosts,
            "Additional host names of the server: host, host:port or *.domain. IP addresses, "
                + "localhost and the host of the base URL are always allowed; requests for other "
                + "names are refused, which prevents DNS rebinding."),
        .init(
            "serve", "trustedProxies", \.serve.trustedProxies, .networks,
            "Reverse proxies whose X-Forwarded-For, -Proto and -Host headers are trusted, such as "
                + "127.0.0.1 or 10.0.0.0/8."),
        .init(
            "serve", "baseURL", \.serve.baseURL, .optionalURL, variable: "GALLERY_SERVE_BASE_URL",
            "The public URL of the server, if it differs, for example because of a reverse proxy. "
                + "The flag --base-url takes precedence."),
        .init(
            "serve", "tiles", \.serve.tiles, .tiles,
            "The URL template of a map tile server, whose tiles pages draw over their own map, "
                + "with {z}, {x} and {y}, such as https://tile.example.org/{z}/{x}/{y}.png. The "
                + "server can see which parts of the map each user views; without one, no other "
                + "server is contacted."),
        .init(
            "serve", "tilesCredit", \.serve.tilesCredit, .line,
            "The attribution required by the tile provider, such as © OpenStreetMap contributors. "
                + "It appears on every map."),
        .init(
            "serve", "uploadMaximumBytes", \.serve.uploadMaximumBytes, .integer(1...(1 << 50)),
            "The maximum size of an uploaded picture in bytes."),
        .init(
            "serve", "log", \.serve.log, .choice,
            "The request log on standard error, as text or as one JSON object per line: time, "
                + "client, name, method, address without secrets, status, bytes, time taken. The "
                + "flag --verbose turns it on."),
        .init(
            "models", "path", \.models.path, .folder, variable: "GALLERY_MODELS",
            "A folder with cascades and models, searched before the default locations."),
    ]
}

extension SettingDefinition {
    /// The sections, in order.
    static var sections: [String] {
        all.reduce(into: []) { if $0.last != $1.section { $0.append($1.section) } }
    }

    /// The default as text; empty for none.
    package var defaultText: String {
        name == "catalog.path"
            ? "${XDG_DATA_HOME:-~/.local/share}/gallery" : format(GallerySettings())
    }

    /// The default in JSON syntax; nil for none.
    var defaultJSON: String? {
        switch form {
        case .secret, .folder: nil
        case .text: defaultText.isEmpty ? nil : JSONText.quoted(defaultText)
        case .integer, .decimal: defaultText
        case .texts, .assignments, .integers: "[\(defaultText.replacing(",", with: ", "))]"
        }
    }

    /// The type and the default for the JSON schema.
    var schemaType: String { schema + (defaultJSON.map { ", \"default\": \($0)" } ?? "") }

    /// Formats a value of the configuration file for a message.
    static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .number(let number): number.plainText
        case .text(let text): text
        case .list(let items): "[\(items.map(shown).joined(separator: ", "))]"
        case .object, .raw: "{…}"
        }
    }

    /// Returns the setting with a name.
    ///
    /// - Throws: `usage` with a similar name.
    package static func named(_ name: String) throws(GalleryError) -> SettingDefinition {
        if let definition = all.first(where: { $0.name == name }) { return definition }
        let names = all.map(\.name)
        let nearest =
            NearestName.likely(for: name, among: names)
            ?? names.first { name.count > 2 && $0.lowercased().contains(name.lowercased()) }
        let advice = nearest.map { ": did you mean \($0)? " } ?? "; "
        throw GalleryError(
            .usage, "unknown setting '\(name)'\(advice)'gallery config list' lists them")
    }

    /// Converts text from the command line to a value for the configuration file.
    ///
    /// - Throws: `usage` with the setting, the text and the allowed values.
    func json(_ typed: String) throws(GalleryError) -> JSONValue {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let value = value(text)
        var settings = GallerySettings()
        // A relative folder would depend on the current directory.
        let isFixed = form != .folder || text.hasPrefix("/") || Self.isBelowHome(text)
        guard !text.isEmpty, isFixed, store(value, &settings) else {
            throw failure(typed, of: name, .usage)
        }
        return value
    }

    private static func isBelowHome(_ path: String) -> Bool { path == "~" || path.hasPrefix("~/") }

    /// Parses text from the environment or the command line; text of another form stays text.
    private func value(_ text: String) -> JSONValue {
        switch form {
        case .secret, .folder, .text: return .text(text)
        case .integer: return Int(text).map { .number(Double($0)) } ?? .text(text)
        case .decimal: return Double(text).map { .number($0) } ?? .text(text)
        case .texts, .assignments:
            return .list(text.split(separator: ",").map { .text(String($0)) })
        case .integers:
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            return .list(
                words.map { $0.trimmingCharacters(in: .whitespaces) }.map { word in
                    Int(word).map { .number(Double($0)) } ?? .text(word)
                })
        }
    }

    /// Stores a value of the environment; empty text counts as unset.
    ///
    /// - Throws: `configuration` with the variable, the value and the allowed values.
    func read(environment text: String, into settings: inout GallerySettings) throws(GalleryError) {
        guard !text.isEmpty, !store(value(text), &settings) else { return }
        throw failure(text, of: variable, .configuration)
    }

    /// Stores a value of the configuration file.
    ///
    /// - Throws: `configuration` with the file, the key, the value and the allowed values.
    func read(
        json value: JSONValue, file: BytePath, home: String?, into settings: inout GallerySettings
    ) throws(GalleryError) {
        var value = value
        if case .text(let text) = value {
            switch form {
            case .folder:
                // There is no shell to expand the tilde.
                let path = Self.isBelowHome(text) ? home.map { $0 + text.dropFirst() } : nil
                value = .text(path ?? text)
                guard value.string?.hasPrefix("/") == true else {
                    throw failure(text, of: name, .configuration, in: file)
                }
            case .assignments, .integers: value = self.value(text)
            default: break
            }
        }
        if !store(value, &settings) {
            throw failure(Self.shown(value), of: name, .configuration, in: file)
        }
    }

    private func failure(
        _ shown: String, of name: String, _ kind: GalleryError.Kind, in file: BytePath? = nil
    ) -> GalleryError {
        // A folder in an environment variable may be relative, because the user's shell sets both.
        let expected =
            form == .folder && name == self.name
            ? "an absolute path, or one that begins with ~/" : allowed
        return GalleryError(
            kind,
            "invalid \(name)" + (isSecret ? "" : " '\(shown)'")
                + (file.map { " in '\($0)'" } ?? "") + ": expected \(expected)")
    }
}

/// The value of a setting and its source.
package struct SettingValue: Sendable {
    /// The setting.
    package let definition: SettingDefinition
    /// The value as written in the environment; empty for none.
    package let text: String
    /// The source: a flag, an environment variable, a configuration file or `default`.
    package let source: String

    /// Returns all settings with their values, in the order of the documentation.
    ///
    /// - Parameters:
    ///   - settings: the loaded settings.
    ///   - environment: the variables from which they were loaded.
    ///   - hasCatalogFlag: true if the flag `--catalog` gave the catalog's folder.
    /// - Throws: as `GallerySettings.load`.
    package static func all(
        of settings: GallerySettings, environment: [String: String], hasCatalogFlag: Bool
    ) throws(GalleryError) -> [SettingValue] {
        var settings = settings
        settings.catalog.path = try? settings.catalogPath(environment: environment)
        // Without a home folder there is no configuration file.
        let file = try? SettingsFile(environment: environment)
        let names = try file?.names() ?? []
        return SettingDefinition.all.map { definition in
            var source = "default"
            if let file, names.contains(definition.name) { source = file.path.escaped }
            if environment[definition.variable]?.isEmpty == false { source = definition.variable }
            if hasCatalogFlag, definition.name == "catalog.path" { source = "--catalog" }
            return SettingValue(
                definition: definition, text: definition.format(settings), source: source)
        }
    }
}
