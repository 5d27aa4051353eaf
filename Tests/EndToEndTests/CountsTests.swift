import Foundation
import TestSupport
import Testing

@Suite("Photo counts")
struct CountsTests {
    /// Four photos, one without date, tags and camera, and a fifth in the trash.
    private static func scene() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.add(
            "a", taken: "2023:05:17 10:00:00", keywords: ["dog", "beach"], model: "EOS R")
        try scene.add("b", taken: "2023:05:18 10:00:00", keywords: ["dog"], model: "EOS R")
        try scene.add(
            "c", taken: "2024:01:01 10:00:00", keywords: ["DOG", "new york"], model: "EOS 5")
        try scene.add("d")
        try scene.add("e", taken: "2020:01:01 10:00:00", keywords: ["cat"], model: "EOS 1")
        try scene.gallery.run("import", scene.photos.path)
        try scene.gallery.run("faces", "add", "1", "1,1,4,4", "--name", "Ana María")
        try scene.gallery.run("faces", "add", "2", "1,1,4,4", "--name", "ana maría")
        try scene.gallery.run("faces", "add", "2", "4,4,3,3", "--name", "Ben")
        try scene.gallery.run("faces", "add", "5", "1,1,4,4", "--name", "Eva")
        try scene.gallery.run("remove", "5")
        return scene
    }

    @Test("timeline counts years, months and days, undated photos last, in every format")
    func timeline() throws {
        let scene = try Self.scene()
        defer { scene.gallery.remove() }
        #expect(
            try scene.gallery.run("timeline").text == """
                TAKEN      PHOTOS
                2023-05         2
                2024-01         1
                (no date)       1

                """)
        #expect(
            try scene.gallery.run("timeline", "camera", "--by", "day", "--format", "csv").text
                == "period,photos\r\n2023-05-17,1\r\n2023-05-18,1\r\n2024-01-01,1\r\n,1\r\n")
        #expect(
            try scene.gallery.run("timeline", "--by", "year", "--format", "jsonl").text == """
                {"period":"2023","photos":2}
                {"period":"2024","photos":1}
                {"period":null,"photos":1}

                """)
        #expect(
            try scene.gallery.run("timeline", "--where", "tag:beach", "--format", "json").text
                == "[\n{\"period\":\"2023-05\",\"photos\":1}\n]\n")
    }

    @Test(
        "on a terminal timeline draws bars in its width with characters of its locale",
        arguments: [
            ("C.UTF-8", "█████████████████████", "██████████▌"),
            ("C", "#####################", "###########"),
        ])
    func bars(locale: String, whole: String, half: String) throws {
        let scene = try Self.scene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.shell(
            "script -qec 'stty cols 40; gallery timeline' /dev/null",
            adding: ["LC_ALL": locale, "NO_COLOR": "1"])
        #expect(
            result.text.replacing("\r\n", with: "\n") == """
                TAKEN      PHOTOS
                2023-05         2  \(whole)
                2024-01         1  \(half)
                (no date)       1

                """)
    }

    @Test("tags, people and cameras count photos by name, with spellings combined")
    func names() throws {
        let scene = try Self.scene()
        defer { scene.gallery.remove() }
        #expect(
            try scene.gallery.run("tags").text == """
                TAG       PHOTOS
                dog            3
                beach          1
                new york       1

                """)
        #expect(
            try scene.gallery.run("tags", "camera", "--limit", "1", "--format", "csv").text
                == "tag,photos\r\ndog,3\r\n")
        #expect(
            try scene.gallery.run("tags", "--where", "taken:2024", "--format", "jsonl").text == """
                {"tag":"dog","photos":1}
                {"tag":"new york","photos":1}

                """)
        // Either of her spellings may be printed: each has one photo.
        #expect(
            try scene.gallery.run("people", "--format", "csv").text.lowercased()
                == "person,photos\r\nana maría,2\r\nben,1\r\n")
        #expect(
            try scene.gallery.run("people", "--where", "person:Ben", "--format", "csv").text
                .lowercased() == "person,photos\r\nana maría,1\r\nben,1\r\n")
        #expect(
            try scene.gallery.run("cameras", "--format", "csv").text
                == "camera,photos\r\nEOS R,2\r\nEOS 5,1\r\n")
        try scene.gallery.run("undo")
        #expect(try scene.gallery.run("cameras", "--limit", "9").text.contains("EOS 1        1"))
    }

    @Test("an empty catalog has no counts, and an unknown section is named")
    func nothing() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.makeCatalog()
        #expect(try gallery.run("timeline").text == "TAKEN  PHOTOS\n")
        #expect(try gallery.run("timeline", "--format", "json").text == "[]\n")
        #expect(try gallery.run("tags", "camera", "--format", "csv").text == "tag,photos\r\n")
        let missing = try gallery.run("people", "dogs")
        #expect(missing.status == 66)
        #expect(missing.errors.hasPrefix("gallery: no section 'dogs'"))
        let limit = try gallery.run("cameras", "--limit=-1")
        #expect(limit.status == 64)
        #expect(limit.errors.hasPrefix("gallery: invalid --limit '-1': expected 0 or more\n"))
    }
}
