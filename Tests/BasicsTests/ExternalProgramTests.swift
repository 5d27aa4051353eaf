import Basics
import Foundation
import Synchronization
import Testing

@Suite("External programs")
struct ExternalProgramTests {
    private func with(
        _ script: String, _ body: (ExternalProgram, PrivateFolder) async throws -> Void
    ) async throws {
        let tools = FileManager.default.temporaryDirectory.path + "/tools-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: tools, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: tools) }
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: tools + "/tool"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: tools + "/tool")
        let environment = [
            "PATH": "relative:.:\(tools)::/usr/bin:/bin", "HOME": "/home/ana", "ENV": "x",
            "PYTHONPATH": ".", "PYTHONHOME": "x", "PERL5LIB": ".", "https_proxy": "http://proxy",
            "PIP_INDEX_URL": "https://index", "TMPDIR": tools, "GALLERY_FLICKR_API_KEY": "secret",
            "GALLERY_CATALOG": "/home/ana/gallery",
        ]
        let program = try #require(ExternalProgram(named: "tool", environment: environment))
        let folder = try PrivateFolder(temporaryIn: environment)
        try await body(program, folder)
        folder.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: tools) == ["tool"])
    }

    @Test("a program runs in a private folder and reads an empty input")
    func folder() async throws {
        let current = FileManager.default.currentDirectoryPath
        try await with("pwd; stat -c %a .; cat; echo \"$1\" >&2; exit 3") { program, folder in
            let outcome = try await program.run([BytePath("; $(touch x)")], in: folder)
            #expect(outcome.status == 3)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "\(folder.name)\n700\n")
            #expect(String(decoding: outcome.errors, as: UTF8.self) == "; $(touch x)\n")
            #expect(outcome.combinedOutput == "\(folder.name)\n700\n; $(touch x)")
        }
        #expect(FileManager.default.currentDirectoryPath == current)
    }

    @Test("the environment has no relative PATH folders, interpreter options or gallery settings")
    func environment() async throws {
        try await with("env") { program, folder in
            let output = try await program.run([], in: folder).output
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
            for kept in [
                "HOME=/home/ana", "https_proxy=http://proxy", "PIP_INDEX_URL=https://index",
            ] {
                #expect(lines.contains { $0 == kept }, "\(lines)")
            }
            for name in ["PYTHON", "PERL5LIB", "ENV=", "GALLERY_"] {
                #expect(!lines.contains { $0.hasPrefix(name) }, "\(lines)")
            }
            let path = try #require(lines.first { $0.hasPrefix("PATH=") }).dropFirst(5)
            #expect(path.split(separator: ":").allSatisfy { $0.hasPrefix("/") })
        }
    }

    @Test("a program that writes without end is terminated", arguments: ["yes", "yes >&2"])
    func bounded(script: String) async throws {
        try await with("exec \(script)") { program, folder in
            await #expect(throws: ProgramError.wroteTooMuch(program.path, limit: 100_000)) {
                try await program.run([], in: folder, atMost: 100_000)
            }
        }
    }

    @Test(
        "a program may write up to the limit and no byte more",
        arguments: [(100, true), (101, false)])
    func edge(count: Int, isAllowed: Bool) async throws {
        try await with("head -c \(count) /dev/zero") { program, folder in
            let output = try? await program.run([], in: folder, atMost: 100).output.count
            #expect(output == (isAllowed ? count : nil))
        }
    }

    @Test("arguments are passed byte for byte, up to a NUL")
    func arguments() async throws {
        try await with("for a in \"$@\"; do printf '%s|' \"$a\"; done") { program, folder in
            let arguments = [
                BytePath("a b"), BytePath(""), BytePath("-n"), BytePath("é\n\"'$"),
                BytePath(bytes: [0xFF, 0x2F, 0x2F, 0xC3]), BytePath(bytes: [0x61, 0, 0x62]),
            ]
            let outcome = try await program.run(arguments, in: folder)
            let expected =
                Array("a b||-n|é\n\"'$|".utf8) + [0xFF, 0x2F, 0x2F, 0xC3, 0x7C, 0x61, 0x7C]
            #expect(outcome.output == expected)
        }
    }

    @Test("the outcome is the exit status or the signal that ended the program")
    func status() async throws {
        try await with("exit $1") { program, folder in
            for status in [0, 1, 127, 255] as [Int32] {
                let outcome = try await program.run([BytePath("\(status)")], in: folder)
                #expect(outcome.status == status)
            }
        }
        try await with("kill -KILL $$") { program, folder in
            let outcome = try await program.run([], in: folder)
            #expect(outcome.status == 9)
        }
    }

    @Test("background processes that hold the output open are not waited for")
    func leftRunning() async throws {
        try await with("sleep 1000 & echo $!") { program, folder in
            let outcome = try await program.run([], in: folder)
            let left = try #require(pid_t(outcome.combinedOutput))
            #expect(kill(left, SIGKILL) == 0)
        }
    }

    @Test(
        "a program ends when its task is cancelled, even if it ignores signals",
        arguments: ["", "trap '' TERM;"])
    func cancelled(trap: String) async throws {
        let script = "\(trap) echo $$ > pid.new; mv pid.new pid; while :; do sleep 0.05; done"
        try await with(script) { program, folder in
            let task = Task { try await program.run([], in: folder) }
            let pidFile = folder.name + "/pid"
            var text: String?
            while text == nil {
                text = try? String(contentsOfFile: pidFile, encoding: .utf8)
                await Task.yield()
            }
            let number = try #require(text).trimmingCharacters(in: .whitespacesAndNewlines)
            let process = try #require(pid_t(number))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(kill(process, 0) == -1)
        }
    }

    @Test("a program that cannot start reports the reason")
    func notStarted() async throws {
        try await with("") { program, folder in
            try Data("#!/nowhere\n".utf8).write(
                to: URL(filePath: try #require(program.path.string)))
            let reason = "No such file or directory"
            await #expect(throws: ProgramError.cannotStart(program.path, reason: reason)) {
                try await program.run([], in: folder)
            }
        }
    }
}
