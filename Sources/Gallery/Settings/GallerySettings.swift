public import Basics
public import GalleryModel
import Glibc

/// All settings of the program.
///
/// `init()` makes the defaults. `load(environment:configFile:)` reads the environment and the
/// configuration file. `SettingDefinition.all` describes each setting.
public struct GallerySettings: Hashable, Sendable {
    /// Access to campaign servers.
    package struct Campaign: Hashable, Sendable {
        /// Hosts besides the feed's own from which pictures are downloaded: `host`, `host:port` or
        /// `*.domain`.
        package var hosts: [String] = []
        /// The file with sign-ins, which cannot be set in the configuration file; nil for none.
        package var signIns: BytePath?
    }

    /// The catalog's location and permissions.
    package struct Catalog: Hashable, Sendable {
        /// The catalog's folder; nil for the default location.
        package var path: BytePath?
        /// Seconds to wait while another program writes to the catalog.
        package var busyTimeoutSeconds = 5.0
        /// Read permissions of new files in the catalog, besides the owner's.
        package var sharedMode = SharedMode.ownerOnly
    }

    /// The journal of changes.
    package struct Undo: Hashable, Sendable {
        /// The number of changes that can be undone; older ones are deleted from the journal.
        package var maximumSteps = 1000
    }

    /// Face detection.
    package struct Faces: Hashable, Sendable {
        /// The detector; nil for YuNet if its model is installed, else Haar.
        package var detector: FaceDetectorName?
        /// The thoroughness of the detection.
        package var quality = FaceDetectionQuality.balanced
    }

    /// Limits of decoding pictures.
    package struct Imaging: Hashable, Sendable {
        /// The maximum number of pixels of a picture.
        package var maximumPixels = 500_000_000
        /// The maximum memory of all pictures decoded at the same time, in bytes.
        package var maximumDecodeBytes = 1 << 30
    }

    /// Reverse geocoding.
    package struct Places: Hashable, Sendable {
        /// The fallback position for photos without one; nil for none.
        package var home: Coordinate?
        /// Overrides for disputed areas, each `area=COUNTRY`.
        package var disputedAreas: [String] = []
    }

    /// Sizes, format and total size of thumbnails.
    package struct Thumbnails: Hashable, Sendable {
        /// The long edges in pixels of each photo's thumbnails, smallest first.
        package var sizes = [240, 640, 1600]
        /// The file format.
        package var format = ThumbnailFormat.jpeg
        /// The encoding quality, 1...100.
        package var quality = 80
        /// The maximum total size in bytes; the least recently used thumbnails are removed first.
        package var maximumBytes = 10 << 30
    }

    /// Shared copies.
    package struct Share: Hashable, Sendable {
        /// The maximum length of the long edge in pixels.
        package var longEdge = 2048
        /// The encoding quality, 1...100.
        package var quality = 90
    }

    /// The server's names, limits and log.
    package struct Serve: Hashable, Sendable {
        /// A format of the request log.
        package enum LogFormat: String, Hashable, Sendable, CaseIterable {
            /// No log.
            case off
            /// One line of text per request.
            case text
            /// One JSON object per line.
            case json
        }

        /// Additional hosts that requests may name: `host`, `host:port` or `*.domain`.
        package var hosts: [String] = []
        /// The proxies whose `X-Forwarded-*` headers are trusted: addresses, or networks such as
        /// `10.0.0.0/8`.
        package var trustedProxies: [String] = []
        /// The public base URL; nil for the server's listening address.
        package var baseURL: String?
        /// The URL template of map tiles with `{z}`, `{x}` and `{y}`; nil for no tile server.
        package var tiles: String?
        /// The attribution of the map tiles; nil for none.
        package var tilesCredit: String?
        /// The maximum size of an uploaded picture in bytes.
        package var uploadMaximumBytes = 4 << 30
        /// The format of the request log on standard error.
        package var log = LogFormat.off

        /// Makes the default settings.
        package init() {}
    }

    /// Location of the detector models.
    public struct Models: Hashable, Sendable {
        /// The folder to search first; nil for only the default locations.
        public var path: BytePath?
    }

    /// Access to Flickr.
    public var flickr = FlickrSettings()
    /// Access to campaign servers.
    package var campaign = Campaign()
    /// Timeouts and size limits of transfers.
    package var transport = TransferLimits()
    /// The catalog's location and permissions.
    package var catalog = Catalog()
    /// The journal of changes.
    package var undo = Undo()
    /// Face detection.
    package var faces = Faces()
    /// Limits of decoding pictures.
    package var imaging = Imaging()
    /// Reverse geocoding.
    package var places = Places()
    /// Sizes, format and total size of thumbnails.
    package var thumbnails = Thumbnails()
    /// Shared copies.
    package var share = Share()
    /// The server's names, limits and log.
    package var serve = Serve()
    /// Location of the detector models.
    public var models = Models()

    /// Makes the default settings.
    public init() {}
}

extension GallerySettings {
    /// Loads the settings from the environment and the configuration file, over the defaults.
    ///
    /// The environment takes precedence over the file. Command-line flags are applied to the
    /// result.
    ///
    /// - Parameters:
    ///   - environment: the environment variables; empty ones count as unset.
    ///   - configFile: the configuration file, which must exist; nil for
    ///     `${XDG_CONFIG_HOME:-~/.config}/gallery/config.json`, which may be missing.
    /// - Throws: `configuration` for an invalid value, an unknown key or malformed JSON;
    ///   `inputOutput` if the file cannot be read.
    public static func load(
        environment: [String: String], configFile: BytePath? = nil
    ) throws(GalleryError) -> GallerySettings {
        var settings = GallerySettings()
        settings.campaign.signIns = standardFile("sign-ins.json", in: environment)
        if let file = configFile ?? standardFile(in: environment) {
            try settings.read(
                members(of: file, mayBeMissing: configFile == nil), of: file,
                home: BaseFolders.home(in: environment))
        }
        for definition in SettingDefinition.all {
            if let text = environment[definition.variable] {
                try definition.read(environment: text, into: &settings)
            }
        }
        return settings
    }

    /// Returns the catalog's folder: the setting, else `${XDG_DATA_HOME:-~/.local/share}/gallery`.
    ///
    /// - Throws: `configuration` if neither the setting nor the home folder is known.
    public func catalogPath(environment: [String: String]) throws(GalleryError) -> BytePath {
        if let path = catalog.path { return path }
        guard
            let folder = BaseFolders.folder(
                "XDG_DATA_HOME", orHome: ".local/share", in: environment)
        else {
            throw GalleryError(
                .configuration,
                "cannot locate the catalog: HOME is not set; give --catalog DIR or set GALLERY_CATALOG"
            )
        }
        return BytePath(folder).appending("gallery")
    }

    /// Returns the path of a file in the configuration folder; nil if the home folder is unknown.
    static func standardFile(
        _ name: String = "config.json", in environment: [String: String]
    ) -> BytePath? {
        BaseFolders.folder("XDG_CONFIG_HOME", orHome: ".config", in: environment)
            .map { BytePath($0).appending("gallery/\(name)") }
    }

    /// Returns the members of a configuration file's object; empty if the file may be missing and
    /// is.
    ///
    /// - Throws: `configuration`, `inputOutput`.
    static func members(
        of file: BytePath, mayBeMissing: Bool
    ) throws(GalleryError) -> PrivateDocument.Members {
        let bytes: [UInt8]
        do throws(FileError) {
            let limit = 1 << 20
            bytes = try Descriptor(file, for: .reading, .nonBlocking).bytes(atMost: limit + 1)
            guard bytes.count <= limit else { throw FileError(path: file, number: EFBIG) }
        } catch {
            if mayBeMissing, error.isMissing { return [] }
            let reason = error.number == EFBIG ? "it is larger than 1 MiB" : error.reason
            throw GalleryError(
                .inputOutput, "cannot read the configuration file '\(file)': \(reason)")
        }
        do throws(JSONSyntaxError) {
            if case .object(let members) = try JSONValue(bytes) { return members }
        } catch {
            throw GalleryError(
                .configuration,
                "the configuration file '\(file)' is not valid JSON: \(error.message)")
        }
        throw GalleryError(
            .configuration,
            "the configuration file '\(file)' does not contain an object: write {} or remove it")
    }
}

extension GallerySettings {
    /// Reads the members of a configuration file over the current values.
    ///
    /// - Throws: `configuration`.
    private mutating func read(
        _ members: PrivateDocument.Members, of file: BytePath, home: String?
    ) throws(GalleryError) {
        let known = SettingDefinition.sections
        for (section, value) in members where section != "$schema" {
            guard known.contains(section) else {
                throw unknown(section, among: known, file: file)
            }
            guard case .object(let members) = value else {
                throw Self.noObject(section, value, file: file)
            }
            for (key, value) in members {
                let name = "\(section).\(key)"
                guard let definition = SettingDefinition.all.first(where: { $0.name == name })
                else {
                    throw unknown(name, among: SettingDefinition.all.map(\.name), file: file)
                }
                // Null means unset, like an empty variable.
                if case .null = value { continue }
                try definition.read(json: value, file: file, home: home, into: &self)
            }
        }
    }

    /// Makes the error for a section that is not an object.
    static func noObject(_ section: String, _ value: JSONValue, file: BytePath) -> GalleryError {
        GalleryError(
            .configuration,
            "invalid \(section) '\(SettingDefinition.shown(value))' in '\(file)': expected an object of settings"
        )
    }

    private func unknown(_ name: String, among names: [String], file: BytePath) -> GalleryError {
        let nearest = NearestName.nearest(to: name, among: names) ?? names.joined(separator: ", ")
        return GalleryError(
            .configuration, "unknown setting '\(name)' in '\(file)': did you mean \(nearest)?")
    }
}
