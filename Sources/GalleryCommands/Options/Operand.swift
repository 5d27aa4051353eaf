import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// An argument as it was typed, even if it begins with a minus sign.
struct Operand: ExpressibleByArgument, Sendable, Hashable {
    /// The text.
    let text: String

    init(argument: String) { text = ArgumentPreparation.unmarked(argument) }

    /// True if the text can only be a path: `/x`, `./x`, `../x`, `.` or `..`.
    var isPath: Bool {
        ["/", "./", "../"].contains(where: text.hasPrefix) || [".", ".."].contains(text)
    }

    /// True if the text looks like a path, whether or not the file exists: it contains a slash or
    /// ends with a picture's file extension.
    var looksLikePath: Bool {
        let name = text.lowercased()
        return PhotoReference(text: text) == nil
            && (text.contains("/") || Operand.endings.contains { name.hasSuffix($0) })
    }

    private static let endings = [
        ".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".gif", ".avif",
    ]
}

extension Operand {
    /// Parses the text as the address of another server.
    ///
    /// - Parameter example: an example for the error message.
    /// - Throws: `ValidationError` if the text is not a server address.
    func server(suchAs example: String) throws -> ServerAddress {
        if let server = ServerAddress(text) { return server }
        throw ValidationError(
            InvalidValue.message(
                // Credentials are not accepted in the URL and must not appear in messages.
                "URL", text.replacing(#/\/\/[^\/]*@/#, with: "//***@"),
                expected: "a server address, such as \(example)"))
    }
}

/// Rejects the command line if a condition holds.
///
/// - Throws: `ValidationError`.
func refuse(if isWrong: Bool, _ message: @autoclosure () -> String) throws {
    if isWrong { throw ValidationError(message()) }
}

/// Rejects the command line because of an option; nil if it was not given.
///
/// - Throws: `ValidationError` with the message about the option.
func refuse(_ option: String?, _ message: (String) -> String) throws {
    if let option { throw ValidationError(message(option)) }
}

/// Messages about invalid values, in the style of git and ripgrep:
/// `invalid --jobs '300': expected 1 to 256`.
enum InvalidValue {
    /// Returns the message for an invalid value.
    ///
    /// - Parameters:
    ///   - name: the option, such as `--jobs`, or the name of an operand.
    ///   - expected: the valid values, if useful with an example or the next step.
    static func message(_ name: String, _ value: String, expected: String) -> String {
        "invalid \(name) '\(value)': expected \(expected)"
    }

    /// Returns the error for an invalid value.
    static func error(_ name: String, _ value: String, expected: String) -> GalleryError {
        GalleryError(.usage, message(name, value, expected: expected))
    }

    /// Checks a text; nil is valid.
    ///
    /// - Throws: `ValidationError` if the text is not valid.
    static func check(
        _ name: String, _ value: String?, expected: @autoclosure () -> String,
        _ isValid: (String) -> Bool
    ) throws {
        guard let value, !isValid(value) else { return }
        throw ValidationError(message(name, value, expected: expected()))
    }

    /// Checks a number; nil is valid.
    ///
    /// - Throws: `ValidationError` if the number is out of range.
    static func check<Number: Comparable & JSONConvertible>(
        _ name: String, _ value: Number?, in range: some RangeExpression<Number>, expected: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(message(name, value.json.plain, expected: expected))
    }

    /// Runs a body and reports its error as one of the command line.
    ///
    /// - Throws: `ValidationError`.
    static func check(_ body: () throws -> Void) throws {
        do { try body() } catch let error as GalleryError { throw ValidationError(error.message) }
    }
}
