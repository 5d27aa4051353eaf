import Basics
import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The options of every command: which catalog, and how much to say.
struct CatalogOptions: ParsableArguments {
    @Option(
        name: .customLong("catalog"),
        help: ArgumentHelp(
            "The catalog's folder, else GALLERY_CATALOG, else ~/.local/share/gallery.",
            valueName: "dir"),
        completion: .directory)
    var folder: Operand?

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more: the catalog's folder, requests.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
        if let folder, folder.text.isEmpty {
            throw ValidationError("--catalog needs a folder: give its path")
        }
    }

    /// Reads the settings and opens the catalog.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func open() throws(GalleryError) -> PhotoGallery {
        try open(try settings())
    }

    /// Reads the settings; `--catalog` wins.
    ///
    /// - Throws: `configuration`.
    func settings() throws(GalleryError) -> GallerySettings {
        var settings = try GallerySettings.load(environment: try ProcessEnvironment.read())
        if let folder { settings.catalog.path = BytePath(folder.text) }
        return settings
    }

    /// Opens the catalog that settings name.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func open(_ settings: GallerySettings) throws(GalleryError) -> PhotoGallery {
        let path = try settings.catalogPath(environment: try ProcessEnvironment.read())
        let gallery = try PhotoGallery.open(at: path, settings: settings)
        OpenGalleries.add(gallery)
        explain("catalog: \(gallery.path)")
        explain("Flickr key: \(settings.flickr.apiKey == nil ? "none" : "set")")
        return gallery
    }

    /// Opens the catalog to put pictures into it, and says where others can read it against the settings.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func openToAdd(_ settings: GallerySettings) throws(GalleryError) -> PhotoGallery {
        let gallery = try open(settings)
        if gallery.isOpenInSpiteOfSetting {
            let folder = gallery.path.escaped
            say(
                "other users of this machine can read the catalog '\(folder)', as it was made: "
                    + "'chmod go-rwx \(folder)' closes it, catalog.sharedMode says that it shall be so"
            )
        }
        return gallery
    }

    /// Whether there is a catalog where the settings say, so that looking into it makes none.
    func exists(_ settings: GallerySettings) -> Bool {
        guard let environment = try? ProcessEnvironment.read(),
            let path = try? settings.catalogPath(environment: environment)
        else { return false }
        return path.appending("catalog.sqlite").exists
    }

    /// Says what a person may want to know, unless told to be quiet.
    func say(_ text: String) {
        if !quiet { StandardError.shared.write(Message.line(text)) }
    }

    /// Says what only a curious person wants to know.
    func explain(_ text: String) {
        if verbose { StandardError.shared.write(Message.line(text)) }
    }
}
