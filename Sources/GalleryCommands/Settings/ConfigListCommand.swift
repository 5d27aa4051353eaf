import ArgumentParser
import Basics
import Gallery

/// The command `gallery config [list]`.
struct ConfigListCommand: CatalogCommand {
    static let explanation = """
        The last column says where each value comes from: a variable of the environment, the configuration \
        file, or the default. Keys of Flickr are not shown: 'gallery config get' prints them. JSON rows have \
        the keys key, value, from, variable and allowed.
        """
    static let examples = [
        CommandExample("gallery config", "see every setting"),
        CommandExample(
            "gallery config list --format csv | grep -v default", "see what is set in a script"),
    ]
    static let configuration = documented(
        "list", "List the settings and where each value comes from.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try Output.write(
            try run.settingValues().map { value in
                let definition = value.definition
                let text = definition.isSecret && !value.text.isEmpty ? "********" : value.text
                return [
                    .text(definition.name), RowValue(text.isEmpty ? nil : text),
                    .text(value.source.name), .text(definition.variable),
                    .text(definition.allowed),
                ]
            }, as: output.format,
            columns: [
                Output.Column("key", "KEY"), Output.Column("value", "VALUE"),
                Output.Column("from", "FROM"), Output.Column("variable", nil),
                Output.Column("allowed", nil),
            ])
        return .printed
    }
}

extension SettingValue.Source {
    /// What rows call it.
    fileprivate var name: String {
        switch self {
        case .flag(let name), .environment(let name): name
        case .file(let path): path.escaped
        case .standard: "default"
        }
    }
}
