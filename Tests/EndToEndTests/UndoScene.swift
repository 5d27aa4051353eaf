import Foundation
import Glibc
import TestSupport
import Testing

/// A command or request that changes a catalog and is one step for `undo`.
struct UndoableChange: Sendable {
    /// The command as in the reference, such as `album new`, or the operation of the API, such as
    /// `PATCH /api/v1/photos/{photo}`.
    let name: String
    /// The arguments after the command's name.
    ///
    /// `{server}` is the address of the scene's remote server, `{group}` the first group that
    /// `duplicates` lists.
    let arguments: [String]
    /// Command lines that run before the catalog is compared.
    var preparing: [[String]]

    init(_ name: String, _ arguments: String..., preparing: [[String]] = []) {
        (self.name, self.arguments, self.preparing) = (name, arguments, preparing)
    }

    /// A request with a JSON body.
    static func request(
        _ method: String, _ path: String, of operation: String? = nil, _ json: String? = nil,
        preparing: [[String]] = []
    ) -> UndoableChange {
        let body = json.map { ["-H", "Content-Type: application/json", "-d", $0] } ?? []
        var change = UndoableChange(
            "\(method) /api/v1/\(operation ?? path)", preparing: preparing)
        change.curl = ["-X", method] + body + ["URL/api/v1/\(path)"]
        return change
    }

    /// A request with other arguments of curl, in which `{token}` is a credential.
    static func curl(
        _ name: String, _ arguments: String..., steps: Int = 1
    ) -> UndoableChange {
        var change = UndoableChange(name)
        (change.curl, change.steps) = (arguments, steps)
        return change
    }

    /// The arguments of curl; nil for a command.
    private(set) var curl: [String]?

    /// The number of steps.
    private(set) var steps = 1

    /// The change in messages of tests.
    var title: String {
        curl.map { "\(name) \($0.joined(separator: " "))" }
            ?? ([name] + arguments).joined(separator: " ")
    }
}

/// A catalog in which a test runs, undoes and redoes commands.
///
/// The clock advances with each command, so that times which are not restored are noticed.
final class UndoScene {
    let gallery: GalleryProgram
    /// Options of the server.
    private let serving: String
    /// Further commands whose output is compared.
    private let reading: [[String]]
    /// Paths of the server's API whose documents are compared, below `/api/v1`.
    private let paths: [String]
    /// Folders and files of the user outside the catalog.
    private let files: [URL]
    private let clock: URL
    private var seconds = 0
    private var kept: State?
    /// The address of a remote server.
    var remote = ""
    /// A credential for the scene's server.
    var token = ""
    /// The number of requests that the remote server received.
    var requestCount = { 0 }

    /// Creates a scene with an empty catalog.
    init(
        _ gallery: GalleryProgram, files: [URL] = [], serving: String = "",
        reading: [[String]] = [], paths: [String] = []
    ) throws {
        (self.gallery, self.files, self.serving) = (gallery, files, serving)
        (self.reading, self.paths) = (reading, paths)
        clock = try Self.makeClock(in: gallery.folder)
    }

    /// Runs a command that must succeed, some seconds after the last one.
    @discardableResult
    func run(_ arguments: [String]) throws -> GalleryProgram.Result {
        seconds += 100
        let result = try start(arguments).wait()
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return result
    }

    private func start(_ arguments: [String]) throws -> GalleryProgram.Running {
        try gallery.start(arguments, adding: environment)
    }

    private var environment: [String: String] {
        ["LD_PRELOAD": clock.path, "CLOCK_AHEAD": "\(seconds)"]
    }

    // MARK: - Checks

    /// A state of a catalog: what the program prints, and the number of the last step.
    private typealias State = (answers: CatalogAnswers, lastStep: Int)

    /// Keeps the catalog as it is now, for `check`.
    func keep() throws {
        try? FileManager.default.removeItem(at: keptCatalog)
        try FileManager.default.copyItem(at: gallery.catalog, to: keptCatalog)
        kept = try state()
    }

    private var keptCatalog: URL { gallery.folder.appendingPathComponent("kept") }

    private func state() throws -> State {
        (try answers(), try steps().first?.number("number") ?? 0)
    }

    /// Checks a change of the kept catalog: it is one step, `undo` restores everything that the
    /// program printed before, and `redo` everything that it printed after.
    func check(_ change: UndoableChange) throws {
        try? FileManager.default.removeItem(at: gallery.catalog)
        try FileManager.default.copyItem(at: keptCatalog, to: gallery.catalog)
        for arguments in change.preparing { try run(try arguments.map(filled)) }
        let userFiles = self.userFiles
        let known = change.preparing.isEmpty ? kept : nil
        let before = if let known { known } else { try state() }
        let server = try change.curl.map { _ in try serve() }
        defer {
            if let server, server.running.isRunning { server.running.signal(SIGKILL) }
        }
        if let curl = change.curl, let server {
            try request(
                curl.map { $0.replacingOccurrences(of: "{token}", with: token) }, of: server)
        } else {
            let words = change.name.split(separator: " ").map(String.init)
            try run(words + (try change.arguments.map(filled)))
        }
        let requests = requestCount()
        let after = try answers()
        #expect(
            try !after.differences(from: before.answers).isEmpty, "\(change.title) changed nothing")
        let new = try steps().filter { ($0.number("number") ?? 0) > before.lastStep }
        let numbers = new.compactMap { $0.number("number") }
        #expect(numbers.count == change.steps, "\(change.title): \(new)")
        #expect(new.allSatisfy { $0["state"] as? String == "done" }, "\(change.title): \(new)")
        func expect(
            _ expected: CatalogAnswers, after moment: String, isBrief: Bool = false
        ) throws {
            for difference in try answers(isBrief: isBrief).differences(from: expected) {
                Issue.record("\(change.title), after \(moment): \(difference)")
            }
        }
        for number in numbers {
            if let server {
                try request(json("{\"step\":\(number)}") + ["URL/api/v1/undo"], of: server)
            } else {
                try run(["undo"])
            }
        }
        try expect(before.answers, after: "undo")
        #expect(try states(of: numbers) == ["undone"], "\(change.title)")
        for _ in numbers {
            if let server {
                try request(json("{}") + ["URL/api/v1/redo"], of: server)
            } else {
                try run(["redo"])
            }
        }
        try expect(after, after: "redo")
        #expect(try states(of: numbers) == ["done"], "\(change.title)")
        // Also while a server uses the catalog.
        for _ in numbers { try run(["undo"]) }
        try expect(before.answers, after: "the second undo", isBrief: true)
        if let server { #expect(try server.stop().status == 0) }
        #expect(self.userFiles == userFiles, "\(change.title) changed files of the user")
        #expect(requestCount() == requests, "\(change.title) is redone from the remote server")
    }

    /// The distinct states of steps.
    private func states(of numbers: [Int]) throws -> Set<String> {
        let found = try steps().filter { numbers.contains($0.number("number") ?? 0) }
        return Set(found.compactMap { $0["state"] as? String })
    }

    private func json(_ body: String) -> [String] {
        ["-H", "Content-Type: application/json", "-d", body]
    }

    private func filled(_ argument: String) throws -> String {
        guard argument == "{group}" else {
            return argument.replacingOccurrences(of: "{server}", with: remote)
        }
        let groups = try run(["duplicates", "--format", "jsonl"]).lines()
        return "\(try #require(groups.first?.number("group"), "no group of duplicates"))"
    }

    /// The steps of the journal.
    private func steps() throws -> [[String: Any]] {
        try run(["undo", "--list", "--format", "jsonl"]).lines()
    }

    /// The bytes of the user's files, by path.
    private var userFiles: [String: Data] {
        var found: [String: Data] = [:]
        for file in files {
            let names = FileManager.default.subpaths(atPath: file.path) ?? []
            for path in [file] + names.map(file.appendingPathComponent) {
                found[path.path] = try? Data(contentsOf: path)
            }
        }
        return found
    }

    // MARK: - The server

    /// Starts a server of the catalog.
    func serve() throws -> ServeScene {
        var server = gallery
        server.environment.merge(environment) { $1 }
        return try ServeScene(server, shell: "exec gallery serve --port 0 \(serving)")
    }

    /// Sends a request that must succeed.
    @discardableResult
    func request(_ arguments: [String], of server: ServeScene) throws -> String {
        let answer = try server.curl(all: ["-w", "\n%{http_code}"] + arguments)
        #expect(
            answer.text.split(separator: "\n").last?.first == "2", "\(arguments): \(answer.text)")
        return answer.text.split(separator: "\n").dropLast().joined(separator: "\n")
    }

    // MARK: - Answers

    /// What the program prints about the catalog now.
    ///
    /// - Parameter isBrief: true for only sections, rows and the trash.
    private func answers(isBrief: Bool = false) throws -> CatalogAnswers {
        let rows = ["--format", "jsonl"]
        var answers = CatalogAnswers(isBrief: isBrief)
        let brief = [["export", "--raw"] + rows, ["sections"] + rows, ["trash"] + rows]
        if isBrief {
            try answers.add(try outputs(brief))
            return answers
        }
        try answers.add(
            try outputs(brief + [["album", "list"] + rows] + reading.map { $0 + rows }))
        try answers.add(
            try outputs(
                try answers.sections().map { ["list", $0] + rows }
                    // Each row of the export is compared, too.
                    + (try answers.shown()).prefix(2).map {
                        ["show", "\($0)", "--format", "json"]
                    }))
        guard !paths.isEmpty else { return answers }
        let server = try serve()
        let documents = try paths.map { path in
            (command: path, text: try request(["URL/api/v1/\(path)"], of: server))
        }
        #expect(try server.stop().status == 0)
        try answers.add(documents)
        return answers
    }

    /// The output of commands, some of which run at the same time.
    private func outputs(_ commands: [[String]]) throws -> [(command: String, text: String)] {
        var outputs: [(command: String, text: String)] = []
        var rest = commands[...]
        while !rest.isEmpty {
            let running = try rest.prefix(4).map { ($0, try start($0)) }
            rest = rest.dropFirst(running.count)
            for (command, program) in running {
                let result = try program.wait()
                #expect(result.status == 0, "\(command): \(result.errors)")
                outputs.append((command.joined(separator: " "), result.text))
            }
        }
        return outputs
    }

    // MARK: - The clock

    /// Builds a library that makes a program's clock fast by `CLOCK_AHEAD` seconds.
    private static func makeClock(in folder: URL) throws -> URL {
        let source = folder.appendingPathComponent("clock.c")
        let library = folder.appendingPathComponent("clock.so")
        try Data(clockSource.utf8).write(to: source)
        let built = try ChildProcess.run(
            "cc", ["-shared", "-fPIC", "-o", library.path, source.path, "-ldl"])
        try #require(built.status == 0, "\(built.errors)")
        return library
    }

    private static let clockSource = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int (*call)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
            int result = call(clock, now);
            const char *ahead = getenv("CLOCK_AHEAD");
            if (result == 0 && clock == CLOCK_REALTIME && ahead) now->tv_sec += atol(ahead);
            return result;
        }

        int gettimeofday(struct timeval *now, void *zone) {
            struct timespec time;
            int result = clock_gettime(CLOCK_REALTIME, &time);
            now->tv_sec = time.tv_sec;
            now->tv_usec = time.tv_nsec / 1000;
            return result;
        }

        time_t time(time_t *now) {
            struct timespec time;
            clock_gettime(CLOCK_REALTIME, &time);
            if (now) *now = time.tv_sec;
            return time.tv_sec;
        }
        """
}

/// The output of all commands that show a catalog.
struct CatalogAnswers {
    /// True if only some commands ran.
    private let isBrief: Bool
    /// The output of each command, without the trash.
    private var outputs: [(command: String, text: String)] = []
    /// The photos in the trash, without the time.
    private var trash: [Int: String] = [:]

    init(isBrief: Bool) { self.isBrief = isBrief }

    /// Adds the output of commands.
    mutating func add(_ new: [(command: String, text: String)]) throws {
        for output in new {
            guard output.command.hasPrefix("trash") else {
                outputs.append(output)
                continue
            }
            for var row in Self.objects(output.text) {
                // A photo that returns to the trash is there since now.
                row["trashed"] = nil
                trash[try #require(row.number("id"))] = Self.text(row)
            }
        }
    }

    /// The sections that `sections` lists.
    func sections() throws -> [String] {
        Self.objects(text(of: "sections")).compactMap { $0["section"] as? String }
    }

    /// The photos that `export` lists.
    func shown() throws -> [Int] {
        Set(Self.objects(text(of: "export")).compactMap { $0.number("ID") }).sorted()
    }

    private func text(of command: String) -> String {
        outputs.first { $0.command.hasPrefix(command) }?.text ?? ""
    }

    /// The differences from the expected answers, one text each; empty if there are none.
    ///
    /// Photos that did not exist at the time are expected in the trash.
    func differences(from expected: CatalogAnswers) throws -> [String] {
        let commands = outputs.map(\.command)
        var differences =
            isBrief
            ? []
            : expected.outputs.map(\.command).filter { !commands.contains($0) }
                .map { "no '\($0)'" }
        for (command, text) in outputs {
            guard let old = expected.outputs.first(where: { $0.command == command })?.text else {
                differences.append("'\(command)' prints\n\(text)")
                continue
            }
            differences += Self.differences(old, text).map { "'\(command)': \($0)" }
        }
        let known = Set(try expected.shown() + expected.trash.keys)
        let extra = trash.keys.filter { !known.contains($0) }
        let listed = expected.trash.merging(extra.map { ($0, trash[$0] ?? "") }) { $1 }
        for photo in Set(listed.keys).union(trash.keys).sorted()
        where listed[photo] != trash[photo] {
            differences.append(
                "the trash: \(listed[photo] ?? "no photo \(photo)") → "
                    + (trash[photo] ?? "no photo \(photo)"))
        }
        return differences
    }

    /// The differences of two outputs: by key for rows of JSON.
    private static func differences(_ old: String, _ new: String) -> [String] {
        if old == new { return [] }
        func lines(_ text: String) -> [String] {
            text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        }
        let (old, new) = (lines(old), lines(new))
        guard old.count == new.count else {
            let gone = old.filter { !new.contains($0) }.map { "- \($0)" }
            let come = new.filter { !old.contains($0) }.map { "+ \($0)" }
            return [(["\(old.count) → \(new.count) lines"] + gone + come).joined(separator: "\n")]
        }
        return zip(old, new).filter { $0 != $1 }.map { old, new in
            guard let before = objects(old).first, let after = objects(new).first else {
                return "\n- \(old)\n+ \(new)"
            }
            let keys = Set(before.keys).union(after.keys).sorted()
            let changes = keys.map { ($0, text(before[$0]), text(after[$0])) }.filter { $1 != $2 }
            return "row \(text(before["ID"] ?? before["section"])): "
                + changes.map { "\($0): \($1) → \($2)" }.joined(separator: ", ")
        }
    }

    private static func objects(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }

    private static func text(_ value: Any?) -> String {
        guard let value else { return "nothing" }
        let bytes = try? JSONSerialization.data(
            withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
}
