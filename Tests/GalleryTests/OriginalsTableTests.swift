import Dispatch
import Basics
import Foundation
import GalleryModel
import Synchronization
import Testing

@testable import Gallery

@Suite("The table of a folder of copies")
struct OriginalsTableTests {
    private static let columns = ExportOptions.columnNames

    /// A row with its copy, section, id and title, as the encoder writes it.
    private func row(_ copy: String, _ section: String, _ id: Int, _ title: String) -> String {
        let values = ["SourceFile": copy, "Section": section, "ID": "\(id)", "Title": title]
        return Self.columns.map { values[$0] ?? "" }.joined(separator: ",") + "\r\n"
    }

    private var header: String { Self.columns.joined(separator: ",") + "\r\n" }

    private func withFolder(_ body: (BytePath) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/table-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(BytePath(folder))
    }

    /// Creates a copy and returns its path.
    private func copy(_ name: String, in folder: BytePath) throws -> String {
        let path = "\(folder)/\(name)"
        try Data("picture".utf8).write(to: URL(filePath: path))
        return path
    }

    private func text(_ folder: BytePath, _ name: String = OriginalsTable.name) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(name)")
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Exports rows into the folder, completely or not.
    private func export(_ rows: [String], to folder: BytePath, isWhole: Bool = true) throws {
        let table = OriginalsTable(in: folder)
        try table.begin()
        try table.append(Array((header + rows.joined()).utf8))
        if isWhole { try table.finish() }
    }

    @Test("a row replaces the row of the same copy; a row without a copy yields to one with a copy")
    func merged() throws {
        try withFolder { folder in
            let a = try copy("a.jpg", in: folder)
            let b = try copy("b.jpg", in: folder)
            try export(
                [
                    row(a, "camera", 1, "old"), row(b, "camera", 2, "B"),
                    row("", "camera", 3, "no picture"),
                    row(a, "flickr:dogs", 1, "other section"),
                ], to: folder)
            try export(
                [
                    row("/c.jpg", "camera", 3, "\"picture, at last\""),
                    row("", "camera", 2, "failed"), row("/d.jpg", "camera", 4, "new"),
                    row(a, "camera", 1, "\"new \"\"A\"\"\""),
                ], to: folder)
            #expect(
                text(folder) == header + row(a, "camera", 1, "\"new \"\"A\"\"\"")
                    + row(b, "camera", 2, "B")
                    + row("/c.jpg", "camera", 3, "\"picture, at last\"")
                    + row(a, "flickr:dogs", 1, "other section")
                    + row("/d.jpg", "camera", 4, "new"))
        }
    }

    @Test("the next run adds the rows of a killed run to the table, except a truncated one")
    func killed() throws {
        try withFolder { folder in
            let a = try copy("a.jpg", in: folder)
            let b = try copy("b.jpg", in: folder)
            try export([row(a, "camera", 1, "A")], to: folder)
            try export([row(b, "camera", 2, "B"), "/c.jp"], to: folder, isWhole: false)
            try export([row("/d.jpg", "camera", 4, "D")], to: folder)
            #expect(
                text(folder) == header + row(a, "camera", 1, "A")
                    + row(b, "camera", 2, "B") + row("/d.jpg", "camera", 4, "D"))
            #expect(text(folder, ".gallery-metadata.csv") == nil)
        }
    }

    @Test("rows of a table that was edited by hand stay unchanged")
    func edited() throws {
        try withFolder { folder in
            let a = try copy("a.jpg", in: folder)
            // A text editor's line endings, without one at the end.
            let own = (header + row(a, "camera", 1, "\"A\""))
                .replacing("\r\n", with: "\n").dropLast()
            try Data(own.utf8).write(to: URL(filePath: "\(folder)/\(OriginalsTable.name)"))
            try export([row("/b.jpg", "camera", 2, "B")], to: folder)
            #expect(
                text(folder) == header + row(a, "camera", 1, "\"A\"")
                    + row("/b.jpg", "camera", 2, "B"))
        }
    }

    @Test("rows of missing copies are removed, unless it is unknown whether the copy exists")
    func missing() throws {
        try withFolder { folder in
            let a = try copy("a.jpg", in: folder)
            let kept = [
                row(a, "camera", 1, "A"), row("relative.jpg", "camera", 2, "relative"),
                row("/gone\\xFF.jpg", "camera", 3, "escaped"),
            ]
            let lost = [
                row("/gone.jpg", "camera", 4, "of no photo"), row("\(a)/b.jpg", "camera", 5, "B"),
            ]
            let again = row("/lost.jpg", "camera", 6, "copied elsewhere")
            try export(kept + lost + [again], to: folder)
            try export(
                [
                    row("/d.jpg", "camera", 7, "new"), row("", "camera", 5, "not copied"),
                    row("/c.jpg", "camera", 6, "here"),
                ], to: folder)
            #expect(
                text(folder) == header + kept.joined() + row("", "camera", 5, "not copied")
                    + row("/c.jpg", "camera", 6, "here") + row("/d.jpg", "camera", 7, "new"))
        }
    }

    @Test("a second export into the folder is refused while the first one runs")
    func locked() throws {
        try withFolder { folder in
            let first = OriginalsTable(in: folder)
            try first.begin()
            let error = #expect(throws: GalleryError.self) {
                try OriginalsTable(in: folder).begin()
            }
            #expect(error?.kind == .tryLater)
            try first.append(Array(header.utf8))
            try first.finish()
            #expect(throws: Never.self) { try OriginalsTable(in: folder).begin() }
        }
    }

    @Test("a table that cannot be written is reported with its path and the next step")
    func unwritable() throws {
        try withFolder { folder in
            let table = OriginalsTable(in: folder)
            try table.begin()
            try FileManager.default.removeItem(atPath: "\(folder)")
            let error = #expect(throws: GalleryError.self) { try table.finish() }
            let message = "\(error?.message ?? "")"
            #expect(message.hasPrefix("cannot write '\(folder)/metadata.csv"), "\(message)")
            #expect(message.hasSuffix("; name another file"), "\(message)")
        }
    }

    @Test("a first export and one into its table write the same many rows")
    func many() throws {
        try withFolder { folder in
            let rows = (1...5000).map { row("", "camera", $0, "a title of some length") }
            try export(rows, to: folder)
            #expect(text(folder) == header + rows.joined())
            let changed = (1...5000).map { row("", "camera", $0, "changed") }
            try export(changed.reversed(), to: folder)
            #expect(text(folder) == header + changed.joined())
        }
    }

    @Test("an export that is stopped leaves a table of its copies")
    func stopped() async throws {
        try await EditScene.with { scene async throws in
            for size in 20..<26 {
                _ = try await scene.importing(
                    try EditPictures.png(width: size, height: 20).bytes, as: "\(size).png")
            }
            let running = Mutex<Task<OriginalsSummary, any Error>?>(nil)
            let hasTask = DispatchSemaphore(value: 0)
            var work = WorkOptions()
            work.progress = { progress in
                guard progress.done == 3 else { return }
                hasTask.wait()
                running.withLock { $0?.cancel() }
            }
            let section = try scene.gallery.sections.find(.camera)
            let export = Task { [work] in
                try await scene.gallery.export.originals(
                    .section(section), to: scene.path("out"), nameTemplate: "{name}.{ext}",
                    options: ExportOptions(format: .csv).with(work)
                ) { _ in }
            }
            running.withLock { $0 = export }
            hasTask.signal()
            await #expect(throws: CancellationError.self) { try await export.value }
            let rows = String(decoding: scene.bytes("out/metadata.csv") ?? [], as: UTF8.self)
                .components(separatedBy: "\r\n").filter { !$0.isEmpty }
            #expect(rows.count == 4)
            let copies = scene.names(in: "out").filter { $0.hasSuffix(".png") }
            #expect(copies == ["20.png", "21.png", "22.png"])
        }
    }
}
