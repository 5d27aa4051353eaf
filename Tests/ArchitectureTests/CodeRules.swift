import Foundation

/// Patterns that code in `Sources` must not contain: docs/design.md, "Swift".
enum CodeRules {
    /// A pattern that must not occur, and its replacement.
    struct Ban {
        let pattern: Regex<Substring>
        /// Every match contains one of them.
        let words: [String]
        let message: String
    }

    /// The patterns that files in `Sources` must not contain.
    static var bans: [Ban] {
        [
            Ban(
                pattern: #/\btry!/#, words: ["try!"],
                message: "'try!' ends the program: throw the error instead"),
            Ban(
                pattern: #/\bas!/#, words: ["as!"],
                message: "'as!' ends the program: use 'as?' and throw"),
            Ban(
                pattern: #/\bfatalError\b/#, words: ["fatalError"],
                message: "'fatalError' ends the program: throw the error instead"),
            Ban(
                pattern: #/\bDateFormatter\b/#, words: ["DateFormatter"],
                message:
                    "DateFormatter is slow and follows the locale: use ISO8601FormatStyle or parse"),
            Ban(
                pattern: #/\bNSRegularExpression\b/#, words: ["NSRegular"],
                message: "NSRegularExpression is slow: use Regex or scan bytes"),
            Ban(
                pattern: #/\bURLSession\b/#, words: ["URLSession"],
                message: "URLSession is FoundationNetworking's: use Transport"),
        ]
    }

    /// The patterns that files of tests, benchmarks and plugins must not contain.
    static var testBans: [Ban] {
        [
            Ban(
                pattern: #/\bProcess(?:\(\)|\.run\()/#, words: ["Process"],
                message:
                    "Foundation's Process crashes with many open descriptors: use ChildProcess"),
            Ban(
                pattern: #/\b(?:setenv|unsetenv|putenv|clearenv)\(/#, words: ["env("],
                message: "other tests read the environment meanwhile: pass one to the program"),
            Ban(
                pattern: #/\bMultiThreadedEventLoopGroup\(/#,
                words: ["EventLoopGroup("],
                message: "all servers share the threads of MultiThreadedEventLoopGroup.singleton"),
        ]
    }

    /// The breaches of a file outside `Sources`.
    static func testBreaches(in file: SourceFile) -> [Breach] { banned(testBans, in: file) }

    private static func banned(_ bans: [Ban], in file: SourceFile) -> [Breach] {
        bans.flatMap { ban in
            file.matches(of: ban.pattern, with: ban.words).map {
                Breach(path: file.path, line: $0.line, message: ban.message)
            }
        }
    }

    /// The maximum length of a file in `Sources`, in lines.
    static let lineLimit = 600

    static func breaches(in file: SourceFile) -> [Breach] {
        var breaches = banned(bans, in: file)
        breaches += startedPrograms(in: file)
        breaches += interruptedCalls(in: file)
        breaches += calendars(in: file)
        breaches += coders(in: file)
        breaches += numberedColumns(in: file)
        breaches += uncheckedSendables(in: file)
        breaches += ownerlessTasks(in: file)
        return breaches + length(of: file)
    }

    /// Starting programs in another way may run files from the user's current folder.
    private static func startedPrograms(in file: SourceFile) -> [Breach] {
        file.matches(
            of: #/\b(Process\(\)|posix_spawnp?\(|popen\(|execvp?e?\()/#,
            with: ["Process()", "posix_spawn", "popen(", "execv"]
        ).map {
            Breach(
                path: file.path, line: $0.line,
                message: "a program is started: let ExternalProgram do it")
        }
    }

    /// Calendar calculations are in one module: no other uses their constants or libc's functions.
    private static func calendars(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(
            of: #/\b(146_?097|719_?468|timegm|mktime|gmtime(?:_r)?|localtime(?:_r)?)\b/#,
            with: ["146", "719", "timegm", "mktime", "gmtime", "localtime"]
        ).map {
            Breach(
                path: file.path, line: $0.line,
                message: "days are counted: let CivilDate in Basics do it")
        }
    }

    /// JSON that is stored or printed has one encoder; otherwise the same value has two texts.
    private static func coders(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(of: #/\bJSON(?:En|De)coder\b/#, with: ["JSON"]).map {
            Breach(
                path: file.path, line: $0.line,
                message: "JSON is coded: let JSONText in Basics do it")
        }
    }

    /// A column number silently means another column once the SQL statement changes.
    private static func numberedColumns(in file: SourceFile) -> [Breach] {
        guard file.path.hasPrefix("Sources/Catalog/"),
            file.path != "Sources/Catalog/Database/StatementRow.swift"
        else { return [] }
        return file.matches(
            of: #/\bsqlite3_column_\w+|\bRow\.fetch\w+|\brow\w*(?:\[|\.\w+\(\s*\d)/#,
            with: ["sqlite3_column_", "Row.fetch", "row"]
        ).map {
            Breach(
                path: file.path, line: $0.line,
                message: "a column is read by its number: name it by StatementColumns")
        }
    }

    /// Loops over interrupted calls would diverge: Basics contains the only one.
    private static func interruptedCalls(in file: SourceFile) -> [Breach] {
        guard !file.path.hasPrefix("Sources/Basics/") else { return [] }
        return file.matches(of: #/\bEINTR\b/#, with: ["EINTR"]).map {
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
                message: "\(count) lines; a file has one topic and at most \(lineLimit) lines")
        ]
    }

    /// An unchecked conformance needs its invariant in a comment directly above.
    private static func uncheckedSendables(in file: SourceFile) -> [Breach] {
        file.matches(
            of: #/@unchecked\s+Sendable|\bnonisolated\(unsafe\)/#,
            with: ["@unchecked", "nonisolated(unsafe)"]
        ).compactMap { line, match in
            let declaration = firstLineOfDeclaration(at: line, in: file)
            let comment = file.comment(above: declaration).lowercased()
            if comment.contains("invariant") || comment.contains("sendable") { return nil }
            return Breach(
                path: file.path, line: line,
                message: "'\(match.output)' needs a comment directly above its declaration that "
                    + "states the invariant ('Invariant: …')")
        }
    }

    /// The first line of a declaration whose inheritance clause may be lines below its name.
    private static func firstLineOfDeclaration(at line: Int, in file: SourceFile) -> Int {
        var start = line
        let declaration = #/\b(class|struct|enum|actor|extension|let|var|typealias)\b/#
        while start > 1, file.code[start - 1].firstMatch(of: declaration) == nil { start -= 1 }
        return start
    }

    /// A statement that starts a task and forgets it.
    private static func ownerlessTasks(in file: SourceFile) -> [Breach] {
        file.matches(
            of: #/^\s*(?:_\s*=\s*)?Task(?:\.detached)?\s*(?:\([^)]*\))?\s*\{/#, with: ["Task"]
        ).compactMap { line, _ in
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
