public import Basics
import Foundation
import Glibc
import GalleryModel

extension GallerySettings {
    /// Reads the settings of the environment and the configuration file over the defaults.
    ///
    /// The environment wins over the file. Flags of a command line are set on the result.
    ///
    /// - Parameters:
    ///   - environment: the environment's variables; those that are empty count as unset.
    ///   - configFile: the configuration file, which must exist; nil for
    ///     `${XDG_CONFIG_HOME:-~/.config}/gallery/config.json`, which may be missing.
    /// - Throws: `configuration` for a value that is not allowed, an unknown key or broken JSON;
    ///   `inputOutput` where the file cannot be read.
    public static func load(
        environment: [String: String], configFile: BytePath? = nil
    ) throws(GalleryError) -> GallerySettings {
        var settings = GallerySettings()
        settings.campaign.signIns = standardFile("sign-ins.json", in: environment)
        let file = configFile ?? standardFile(in: environment)
        if let file, let bytes = try contents(of: file, mayBeMissing: configFile == nil) {
            try settings.read(bytes, file: file, home: BaseFolders.home(in: environment))
        }
        for definition in SettingDefinition.all {
            if let text = environment[definition.variable] {
                try definition.read(environment: text, into: &settings)
            }
        }
        return settings
    }

    /// The catalog's folder: the setting, else `${XDG_DATA_HOME:-~/.local/share}/gallery`.
    ///
    /// - Throws: `configuration` where neither the setting nor a home folder is known.
    public func catalogPath(environment: [String: String]) throws(GalleryError) -> BytePath {
        if let path = catalog.path { return path }
        guard
            let folder = BaseFolders.folder(
                "XDG_DATA_HOME", orHome: ".local/share", in: environment)
        else {
            throw GalleryError(
                .configuration,
                "no place for the catalog: HOME is not set; give --catalog DIR or set GALLERY_CATALOG"
            )
        }
        return BytePath(folder).appending("gallery")
    }

    /// A file of the folder for what a person configured; nil where no home folder is known.
    static func standardFile(
        _ name: String = "config.json", in environment: [String: String]
    ) -> BytePath? {
        BaseFolders.folder("XDG_CONFIG_HOME", orHome: ".config", in: environment)
            .map { BytePath($0).appending("gallery/\(name)") }
    }

    static func contents(
        of file: BytePath, mayBeMissing: Bool
    ) throws(GalleryError) -> [UInt8]? {
        let failure = { (reason: String) in
            GalleryError(.inputOutput, "cannot read the configuration file '\(file)': \(reason)")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            let limit = 1 << 20
            bytes = try Descriptor(file, for: .reading, .nonBlocking).bytes(atMost: limit + 1)
            guard bytes.count <= limit else { throw FileError(path: file, number: EFBIG) }
        } catch {
            if mayBeMissing, error.isMissing { return nil }
            throw failure(error.number == EFBIG ? "it is larger than 1 MiB" : error.reason)
        }
        return bytes
    }
}

/// Finds folders as the XDG base directory specification says.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
enum BaseFolders {
    /// The folder a variable names, or the one below the home folder where the variable is unset,
    /// empty or relative; nil where the home folder is needed and unknown.
    static func folder(
        _ variable: String, orHome below: String, in environment: [String: String]
    ) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        return home(in: environment).map { "\($0)/\(below)" }
    }

    /// The home folder; nil where it is unset, empty or relative.
    static func home(in environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
