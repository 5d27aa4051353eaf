import Basics
import Gallery

/// Prepares arguments for a parser that takes every leading minus for an option.
package enum ArgumentPreparation {
    /// Stands before an operand whose minus is a sign.
    ///
    /// No argument of a process can hold a NUL.
    static let mark: Character = "\0"

    /// The arguments with coordinates marked, and with `--has-geo 0` as the flag it means.
    ///
    /// What follows `--` is left alone.
    package static func prepared(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return result + [argument] + rest }
            if argument == "--has-geo", let value = rest.first, let flag = geoFlags[value] {
                rest.removeFirst()
                result.append(flag)
            } else if argument.hasPrefix("--has-geo="),
                let flag = geoFlags[String(argument.dropFirst("--has-geo=".count))]
            {
                result.append(flag)
            } else {
                result.append(isNegativeNumberList(argument) ? "\(mark)\(argument)" : argument)
            }
        }
        return result
    }

    /// Every one-letter option of the program.
    private static let letters = Set("0hjnoqv")

    /// Refuses a name that begins with a minus and would be taken for options in a row: `-dash.jpg` has
    /// an `h`, which asks for help.
    ///
    /// - Throws: `usage`, with how the name can be written.
    static func checkBundles(_ arguments: [String]) throws(GalleryError) {
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { return }
            // What follows an option may be its value, such as `--tags -cat`.
            if index > 0, arguments[index - 1].hasPrefix("-") { continue }
            let rest = argument.dropFirst()
            guard argument.hasPrefix("-"), !argument.hasPrefix("--"), rest.count > 1,
                rest.first?.isLetter == true, !isNegativeNumberList(argument)
            else { continue }
            let options = rest.first == "j" ? rest.drop { $0 == "j" || $0.isNumber } : rest
            if !options.allSatisfy(letters.contains) {
                throw GalleryError(
                    .usage,
                    "'\(DisplayText.escaped(argument))' is no option: write './\(DisplayText.escaped(argument))' "
                        + "for a file, or '--' before words that begin with a minus")
            }
        }
    }

    /// An argument as it was typed.
    package static func unmarked(_ argument: String) -> String {
        argument.first == mark ? String(argument.dropFirst()) : argument
    }

    /// Whether an argument begins with a minus and is a coordinate or a box.
    ///
    /// That is two numbers or more with commas between them. Numbers out of range count too, so that
    /// the message is about them.
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
        "0": "--no-has-geo", "false": "--no-has-geo", "1": "--has-geo", "true": "--has-geo",
    ]
}
