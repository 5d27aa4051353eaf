import Foundation
import GalleryModel
import Imaging
import Testing

import Gallery

@Suite("Sheets of effects")
struct EffectSheetTests {
    @Test("a sheet has a file for every effect, and a second run finds them all")
    func all() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 400, height: 300), as: "a.jpg")
            var options = EffectSheetOptions()
            options.side = 100
            let summary = try await scene.gallery.edits.effectSheet(
                of: photo, to: scene.path("out"), options: options)
            let effects = EffectName.allCases.map { "\($0.rawValue).jpg" }
            #expect(scene.names(in: "out") == (effects + ["contact-sheet.jpg"]).sorted())
            #expect([summary.written, summary.present] as [Int] == [11, 0])
            let mono = try EditPictures.pixels(of: try #require(scene.bytes("out/mono.jpg")))
            #expect([mono.width, mono.height] as [Int] == [100, 75])
            let isGray = stride(from: 0, to: mono.bytes.count, by: 3).allSatisfy { start in
                let pixel = mono.bytes[start..<(start + 3)].map(Int.init)
                return (pixel.max() ?? 0) - (pixel.min() ?? 0) <= 2
            }
            #expect(isGray)
            let sheet = try EditPictures.pixels(
                of: try #require(scene.bytes("out/contact-sheet.jpg")))
            #expect(sheet.width > 4 * 100 && sheet.height > 3 * 75)
            let again = try await scene.gallery.edits.effectSheet(
                of: photo, to: scene.path("out"), options: options)
            #expect([again.written, again.present] as [Int] == [0, 11])
        }
    }

    @Test("chains of effects with intensities are shown on a file outside the catalog")
    func chains() async throws {
        try await EditScene.with { scene async throws in
            try Data(try EditPictures.jpeg(width: 200, height: 100)).write(
                to: URL(filePath: scene.folder + "/b.jpg"))
            try FileManager.default.createDirectory(
                atPath: scene.folder + "/out", withIntermediateDirectories: true)
            let foreign = Data("somebody's".utf8)
            try foreign.write(to: URL(filePath: scene.folder + "/out/contact-sheet.jpg"))
            var options = EffectSheetOptions()
            options.variants = [
                [AppliedEffect(.noir, intensity: 0.8)],
                [AppliedEffect(.sepia), AppliedEffect(.vignette)],
            ]
            let summary = try await GalleryEdits.effectSheet(
                ofFile: scene.path("b.jpg"), to: scene.path("out"), options: options)
            #expect(summary.written == 3)
            #expect(
                scene.names(in: "out") == [
                    "contact-sheet (2).jpg", "contact-sheet.jpg", "noir-0.8.jpg",
                    "sepia+vignette.jpg",
                ])
            #expect(
                FileManager.default.contents(atPath: scene.folder + "/out/contact-sheet.jpg")
                    == foreign)
        }
    }

    @Test("every effect has a description with numbers")
    func descriptions() {
        let descriptions = EffectDescription.all
        #expect(descriptions.map(\.name) == EffectName.allCases)
        #expect(descriptions.allSatisfy { $0.parameters.contains(where: \.isNumber) })
    }

    @Test("a size of zero and a missing file are refused with a message")
    func refused() async throws {
        try await EditScene.with { scene async throws in
            var options = EffectSheetOptions()
            options.side = 4
            let usage = await #expect(throws: GalleryError.self) {
                try await GalleryEdits.effectSheet(
                    ofFile: scene.path("no.jpg"), to: scene.path("out"), options: options)
            }
            #expect(usage?.kind == .usage)
            let missing = await #expect(throws: GalleryError.self) {
                try await GalleryEdits.effectSheet(
                    ofFile: scene.path("no.jpg"), to: scene.path("out"))
            }
            #expect(missing?.kind == .notFound)
            #expect(scene.names(in: "out").isEmpty)
        }
    }
}
