import Foundation

/// What the code of a file in `Sources` must not contain: docs/design.md, "Swift".
enum CodeRules {
    /// A pattern that must not occur, and what to do instead.
    struct Ban {
        let pattern: Regex<Substring>
        let message: String
    }

    /// The patterns that no file in `Sources` may contain.
    static var bans: [Ban] {
        [
            Ban(pattern: #/\btry!/#, message: "'try!' ends the program: throw the error instead"),
            Ban(pattern: #/\bas!/#, message: "'as!' ends the program: use 'as?' and throw"),
            Ban(
                pattern: #/\bfatalError\b/#,
                message: "'fatalError' ends the program: throw the error instead"),
            Ban(
                pattern: #/\bDateFormatter\b/#,
                message:
                    "DateFormatter is slow and follows the locale: use ISO8601FormatStyle or parse"),
            Ban(
                pattern: #/\bNSRegularExpression\b/#,
                message: "NSRegularExpression is slow: use Regex or scan bytes"),
            Ban(
                pattern: #/\bURLSession\b/#,
                message: "URLSession is FoundationNetworking's: use Transport"),
        ]
    }

    /// The longest a file in `Sources` may be, in lines.
    static let lineLimit = 400

    static func breaches(in file: SourceFile) -> [Breach] {
        var breaches = bans.flatMap { ban in
            file.matches(of: ban.pattern).map {
                Breach(path: file.path, line: $0.line, message: ban.message)
            }
        }
        breaches += startedPrograms(in: file)
        breaches += interruptedCalls(in: file)
        breaches += calendars(in: file)
        breaches += coders(in: file)
        breaches += numberedColumns(in: file)
        breaches += uncheckedSendables(in: file)
        breaches += ownerlessTasks(in: file)
        return breaches + length(of: file)
    }

    /// A program that is started elsewhere may run what lies in the user's current folder.
    private static func startedPrograms(in file: SourceFile) -> [Breach] {
        file.matches(of: #/\b(Process\(\)|posix_spawnp?\(|popen\(|execvp?e?\()/#).map {
            Breach(
                path: file.path, line: $0.line,
                message: "a program is started: let ExternalProgram do it")
        }
    }

    /// Days are counted in one place: the constants of the calendar, and libc's ways around it.
    private static func calendars(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(
            of: #/\b(146_?097|719_?468|timegm|mktime|gmtime(?:_r)?|localtime(?:_r)?)\b/#
        ).map {
            Breach(
                path: file.path, line: $0.line,
                message: "days are counted: let CivilDate in Basics do it")
        }
    }

    /// What is kept or told as JSON is spelled in one way, or the same value has two texts.
    private static func coders(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(of: #/\bJSON(?:En|De)coder\b/#).map {
            Breach(
                path: file.path, line: $0.line,
                message: "JSON is coded: let JSONText in Basics do it")
        }
    }

    /// A number goes on meaning a column when the statement above it gives another one in its place.
    private static func numberedColumns(in file: SourceFile) -> [Breach] {
        guard file.path.hasPrefix("Sources/Catalog/"),
            file.path != "Sources/Catalog/Records/StatementRow.swift"
        else { return [] }
        return file.matches(
            of: #/\bsqlite3_column_\w+|\bRow\.fetch\w+|\brow\w*(?:\[|\.\w+\(\s*\d)/#
        ).map {
            Breach(
                path: file.path, line: $0.line,
                message: "a column is read by its number: name it by StatementColumns")
        }
    }

    /// A loop over interrupted calls drifts apart from the others: Basics has the one.
    private static func interruptedCalls(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(of: #/\bEINTR\b/#).map {
            Breach(
                path: file.path, line: $0.line,
                message: "a system call is made again: let Basics read, write or lock the file")
        }
    }

    /// A file that is too long, also one in C or C++.
    static func length(of file: SourceFile) -> [Breach] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        guard count > lineLimit else { return [] }
        return [
            Breach(
                path: file.path, line: lineLimit + 1,
                message: "\(count) lines; a file has one idea and at most \(lineLimit) lines")
        ]
    }

    /// What the compiler cannot check needs its invariant in a comment directly above.
    private static func uncheckedSendables(in file: SourceFile) -> [Breach] {
        file.matches(of: #/@unchecked\s+Sendable|\bnonisolated\(unsafe\)/#).compactMap {
            line, match in
            let declaration = firstLineOfDeclaration(at: line, in: file)
            let comment = file.comment(above: declaration).lowercased()
            if comment.contains("invariant") || comment.contains("sendable") { return nil }
            return Breach(
                path: file.path, line: line,
                message: "'\(match.output)' needs a comment directly above its declaration that "
                    + "states the invariant ('Invariant: …')")
        }
    }

    /// Where a declaration begins whose inheritance clause may stand lines below its name.
    private static func firstLineOfDeclaration(at line: Int, in file: SourceFile) -> Int {
        var start = line
        let declaration = #/\b(class|struct|enum|actor|extension|let|var|typealias)\b/#
        while start > 1, file.code[start - 1].firstMatch(of: declaration) == nil { start -= 1 }
        return start
    }

    /// A statement that starts a task and forgets it.
    private static func ownerlessTasks(in file: SourceFile) -> [Breach] {
        file.matches(of: #/^\s*(?:_\s*=\s*)?Task(?:\.detached)?\s*(?:\([^)]*\))?\s*\{/#).compactMap
        {
            line, _ in
            let before = file.code[..<(line - 1)].last { !$0.trimmed.isEmpty }?.trimmed ?? ""
            // The second line of an assignment, an argument or a result.
            if before.hasSuffix("=") || before.hasSuffix("(") || before.hasSuffix(",")
                || before.hasSuffix("return")
            {
                return nil
            }
            return Breach(
                path: file.path, line: line,
                message: "a task without an owner: keep it, wait for it and cancel it")
        }
    }
}
