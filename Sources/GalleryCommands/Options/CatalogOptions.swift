import ArgumentParser

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

    /// Says what a person may want to know, unless told to be quiet.
    func say(_ text: String) {
        if !quiet { StandardError.shared.write(Message.line(text)) }
    }

    /// Says what only a curious person wants to know.
    func explain(_ text: String) {
        if verbose { StandardError.shared.write(Message.line(text)) }
    }
}
