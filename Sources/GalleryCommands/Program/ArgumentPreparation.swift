import ArgumentParser
import Basics
import Gallery
import Glibc

/// Prepares arguments for ArgumentParser, which parses every argument with a leading minus sign as
/// an option.
package enum ArgumentPreparation {
    /// The prefix of an operand whose minus sign belongs to a number.
    ///
    /// Process arguments cannot contain NUL, so the mark is unambiguous.
    static let mark: Character = "\0"

    /// Returns the arguments with negative coordinates marked and `--has-geo 0` replaced by its
    /// flag.
    ///
    /// Arguments after `--` are not changed.
    package static func prepared(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return result + [argument] + rest }
            let joined = argument == "--has-geo" ? "--has-geo=\(rest.first ?? "")" : argument
            if let flag = geoFlags[joined] {
                if joined != argument { rest.removeFirst() }
                result.append(flag)
            } else {
                result.append(isNegativeNumberList(argument) ? "\(mark)\(argument)" : argument)
            }
        }
        return result
    }

    /// The single-letter options of all commands.
    private static let letters = Set("0hjnoqv")

    /// Rejects a file name that begins with a minus sign and would be parsed as a bundle of
    /// options: the `h` in `-dash.jpg` would print help.
    ///
    /// - Throws: `usage`; the message explains how to write the name.
    static func rejectOptionBundles(_ arguments: [String]) throws(GalleryError) {
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return }
            // An argument after an option may be the option's value, such as `--tags -cat`.
            if index > 0, arguments[index - 1].hasPrefix("-") { continue }
            let rest = argument.dropFirst()
            guard argument.hasPrefix("-"), !argument.hasPrefix("--"), rest.count > 1,
                rest.first?.isLetter == true, !isNegativeNumberList(argument)
            else { continue }
            let options = rest.first == "j" ? rest.drop { $0 == "j" || $0.isNumber } : rest
            if !options.allSatisfy(letters.contains) {
                throw GalleryError(
                    .usage,
                    "unknown option '\(DisplayText.escaped(argument))'; use "
                        + "'./\(DisplayText.escaped(argument))' for a file, or put '--' before "
                        + "words that begin with '-'")
            }
        }
    }

    /// Returns an argument as it was typed, without the mark.
    package static func unmarked(_ argument: String) -> String {
        argument.first == mark ? String(argument.dropFirst()) : argument
    }

    /// Returns true for a list of two or more comma-separated numbers that begins with a minus
    /// sign: a coordinate or a bounding box.
    ///
    /// Numbers out of range also count, so that the later range check reports them.
    static func isNegativeNumberList(_ argument: String) -> Bool {
        guard argument.first == "-" else { return false }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in
                let number = part.filter { $0 != " " }
                return number.contains(where: \.isNumber) && Double(number) != nil
            }
    }

    private static let geoFlags = [
        "--has-geo=0": "--no-has-geo", "--has-geo=false": "--no-has-geo",
        "--has-geo=1": "--has-geo", "--has-geo=true": "--has-geo",
    ]
}

extension ArgumentPreparation {
    /// The flags that every command has: those of `CatalogOptions`.
    private static let globalFlags: Set = ["-q", "--quiet", "-v", "--verbose"]

    /// Returns the arguments with the options that all commands share moved after the command name:
    /// `--catalog DIR faces list` becomes `faces list --catalog DIR`.
    ///
    /// ArgumentParser expects a subcommand's name immediately after its group and passes everything
    /// else to the default subcommand.
    static func commandFirst(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var names: [String] = []
        var rest = arguments[...]
        var commands = GalleryCommand.configuration.subcommands
        while true {
            while let argument = rest.first, isGlobalOption(argument) {
                let count = argument == "--catalog" ? 2 : 1
                options += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
            guard var name = rest.first, !commands.isEmpty else { break }
            if names.isEmpty, name == "analyse" { name = "analyze" }
            let command = commands.first { $0._commandName == name }
            // An unknown first word also moves to the front, so that it is reported as a command.
            guard command != nil || names.isEmpty && !name.hasPrefix("-") else { break }
            names.append(name)
            rest.removeFirst()
            commands = command?.configuration.subcommands ?? []
        }
        if names == ["help"], rest.first == "analyse" { rest[rest.startIndex] = "analyze" }
        // `--help` and `--version` need no command.
        return names.isEmpty ? rest + options : names + options + rest
    }

    /// Returns true for an option that all commands share.
    static func isGlobalOption(_ argument: String) -> Bool {
        globalFlags.contains(argument) || argument == "--catalog"
            || argument.hasPrefix("--catalog=")
    }
}

/// The process arguments, validated as UTF-8.
enum ProcessArguments {
    /// Returns the arguments after the program's name.
    ///
    /// - Throws: `badInput` for an argument that is not UTF-8.
    static func read() throws(GalleryError) -> [String] {
        let pointers = UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return try pointers.dropFirst().compactMap(\.self).map { pointer throws(GalleryError) in
            let bytes = BytePath(
                bytes: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
            guard let text = bytes.string else {
                throw GalleryError(
                    .badInput,
                    "the argument '\(bytes)' is not valid UTF-8; name the folder that contains it, or "
                        + "pass the name on standard input with 'gallery import -' or 'gallery faces -'"
                )
            }
            return text
        }
    }
}
