import Basics
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("programs that are started")
struct ExternalProgramTests {
    private func with(
        _ script: String, _ body: (ExternalProgram, PrivateFolder) throws -> Void
    ) throws {
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
        try body(program, folder)
        folder.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: tools) == ["tool"])
    }

    @Test("work in a folder that only the user can read, with nothing to read from")
    func folder() throws {
        let current = FileManager.default.currentDirectoryPath
        try with("pwd; stat -c %a .; cat; echo \"$1\" >&2; exit 3") { program, folder in
            let outcome = try program.run(["; $(touch x)"], in: folder)
            #expect(outcome.status == 3)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "\(folder.name)\n700\n")
            #expect(String(decoding: outcome.errors, as: UTF8.self) == "; $(touch x)\n")
            #expect(outcome.said == "\(folder.name)\n700\n; $(touch x)")
        }
        #expect(FileManager.default.currentDirectoryPath == current)
    }

    @Test(
        "see neither relative folders in PATH nor what makes interpreters load code, nor our settings"
    )
    func environment() throws {
        try with("env") { program, folder in
            let lines = String(decoding: try program.run([], in: folder).output, as: UTF8.self)
                .split(separator: "\n")
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

    @Test("are ended when they write without end", arguments: ["yes", "yes >&2"])
    func bounded(script: String) throws {
        try with("exec \(script)") { program, folder in
            let error = #expect(throws: GalleryError.self) {
                try program.run([], in: folder, atMost: 100_000)
            }
            #expect(error?.message.contains("wrote more than 100000 bytes") == true)
        }
    }
}
