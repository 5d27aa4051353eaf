import ArgumentParser

extension ArgumentPreparation {
    /// The options of every command that stand alone: those of `CatalogOptions`.
    private static let globalFlags: Set = ["-q", "--quiet", "-v", "--verbose"]

    /// The arguments with the options that every command has moved behind the name of the command, where
    /// they are read: `--catalog DIR faces list` becomes `faces list --catalog DIR`.
    ///
    /// The parser looks for the name of a sub-command at the very beginning of what follows a group, and
    /// takes anything else for its default command's.
    static func commandFirst(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var names: [String] = []
        var rest = arguments[...]
        var commands = GalleryCommand.configuration.subcommands
        while true {
            takeGlobalOptions(from: &rest, into: &options)
            guard let name = rest.first, !commands.isEmpty else { break }
            let command = commands.first { $0._commandName == name }
            // A name that there is none of is said of the command, which comes before its options.
            guard command != nil || names.isEmpty && !name.hasPrefix("-") else { break }
            names.append(name)
            rest.removeFirst()
            commands = command?.configuration.subcommands ?? []
        }
        // Help and the version are asked for without a command.
        return names.isEmpty ? rest + options : names + options + rest
    }

    /// Whether arguments hold options of every command and nothing else.
    static func isWithoutCommand(_ arguments: [String]) -> Bool {
        var options: [String] = []
        var rest = arguments[...]
        takeGlobalOptions(from: &rest, into: &options)
        return rest.isEmpty && !options.isEmpty
    }

    private static func takeGlobalOptions(
        from rest: inout ArraySlice<String>, into options: inout [String]
    ) {
        while let argument = rest.first {
            if globalFlags.contains(argument) || argument.hasPrefix("--catalog=") {
                options.append(rest.removeFirst())
            } else if argument == "--catalog" {
                options += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else {
                return
            }
        }
    }
}
