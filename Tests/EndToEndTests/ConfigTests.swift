import Foundation
import TestSupport
import Testing

@Suite("gallery config")
struct ConfigTests {
    private let gallery: GalleryProgram
    private var file: URL { gallery.folder.appending(path: ".config/gallery/config.json") }

    init() throws {
        gallery = try GalleryProgram()
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func text() throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private func permissions() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test("a value is set, shown with its source and removed")
    func setting() throws {
        defer { gallery.remove() }
        #expect(try gallery.run("config", "path").text == file.path + "\n")
        #expect(try gallery.run("config", "get", "share.quality").text == "90\n")
        let dry = try gallery.run("config", "set", "share.quality", "85", "-n")
        #expect(
            dry.errors
                == "gallery: dry run: would set share.quality to '85' in '\(file.path)'\n")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let set = try gallery.run("config", "set", "share.quality", "85")
        #expect(set.status == 0)
        #expect(set.errors == "gallery: set share.quality to '85' in '\(file.path)'\n")
        #expect(try text() == "{\n  \"share\": {\n    \"quality\": 85\n  }\n}\n")
        #expect(try permissions() == 0o600)
        #expect(try gallery.run("config", "get", "share.quality").text == "85\n")
        let hidden = try gallery.run(
            "config", "set", "share.quality", "80", adding: ["GALLERY_SHARE_QUALITY": "70"])
        #expect(
            hidden.errors == "gallery: set share.quality to '80' in '\(file.path)'\n"
                + "gallery: GALLERY_SHARE_QUALITY is also set and takes precedence\n")
        #expect(
            try gallery.run(
                "config", "get", "share.quality", adding: ["GALLERY_SHARE_QUALITY": "70"]
            ).text == "70\n")
        let unset = try gallery.run("config", "unset", "share.quality")
        #expect(unset.errors == "gallery: removed share.quality from '\(file.path)'\n")
        #expect(try text() == "{}\n")
        let again = try gallery.run("config", "unset", "share.quality")
        #expect(again.status == 0)
        #expect(again.errors == "gallery: share.quality is not set in '\(file.path)'\n")
    }

    @Test("the list shows the source of each value and hides keys, which get prints")
    func listing() throws {
        defer { gallery.remove() }
        try write(
            #"{"flickr": {"apiKey": "secret-1"}, "share": {"quality": 85, "longestSide": 900}}"#)
        let environment = [
            "GALLERY_SHARE_LONGEST_SIDE": "1000", "GALLERY_FLICKR_API_SECRET": "secret-2",
        ]
        let list = try gallery.run("config", "list", "--format", "jsonl", adding: environment)
        #expect(!list.text.contains("secret-"))
        let rows = try list.lines()
        func row(_ key: String) -> [String?] {
            let row = rows.first { $0["key"] as? String == key }
            return ["value", "from"].map { row?[$0] as? String }
        }
        #expect(row("flickr.apiKey") == ["********", file.path])
        #expect(row("flickr.apiSecret") == ["********", "GALLERY_FLICKR_API_SECRET"])
        #expect(row("share.quality") == ["85", file.path])
        #expect(row("share.longestSide") == ["1000", "GALLERY_SHARE_LONGEST_SIDE"])
        #expect(row("transport.retries") == ["4", "default"])
        #expect(row("catalog.path") == [gallery.catalog.path, "GALLERY_CATALOG"])
        #expect(row("places.home") == [nil, "default"])
        #expect(rows.count > 25)
        let table = try gallery.run("config", adding: environment)
        #expect(table.text.hasPrefix("KEY "))
        #expect(table.text.contains("\nshare.quality "))
        #expect(try gallery.run("config", "get", "flickr.apiKey").text == "secret-1\n")
        #expect(try gallery.run("config", "get", "places.home").text == "\n")
        let flag = try gallery.run("config", "get", "catalog.path", "--catalog", "/nowhere")
        #expect(flag.text == "/nowhere\n")
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
    }

    @Test("the rest of the file is kept in readable order, also unknown settings")
    func keeping() throws {
        defer { gallery.remove() }
        try write(
            """
            {"$schema": "x.json", "share": {"quality": 85}, "future": {"a": [1, 2.5, "é\\n"], "b": {}},
             "flickr": {"hosts": ["a.org"], "new": null}}
            """)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: file.path)
        for (key, value) in [
            ("transport.idleTimeoutSeconds", "2.5"), ("flickr.apiKey", " abc "),
            ("thumbnails.sizes", "640,240"), ("flickr.hosts", "b.org,c.org:8080"),
            ("places.home", "-33.8,151.2"), ("catalog.path", "~/photos"),
        ] {
            let result = try gallery.run("config", "set", key, value)
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(
            try text() == """
                {
                  "$schema": "x.json",
                  "transport": {
                    "idleTimeoutSeconds": 2.5
                  },
                  "catalog": {
                    "path": "~/photos"
                  },
                  "places": {
                    "home": "-33.8,151.2"
                  },
                  "thumbnails": {
                    "sizes": [640, 240]
                  },
                  "share": {
                    "quality": 85
                  },
                  "future": {
                    "a": [1, 2.5, "é\\n"],
                    "b": {}
                  },
                  "flickr": {
                    "apiKey": "abc",
                    "hosts": ["b.org", "c.org:8080"],
                    "new": null
                  }
                }

                """)
        #expect(try permissions() == 0o600)
        // Settings unknown to this version can also be removed.
        #expect(try gallery.run("config").status == 78)
        #expect(try gallery.run("config", "unset", "flickr.new").status == 0)
        #expect(try gallery.run("config", "unset", "future.a").status == 0)
        #expect(try gallery.run("config", "unset", "future.b").status == 0)
        let path = try gallery.run("config", "get", "catalog.path", adding: ["GALLERY_CATALOG": ""])
        #expect(path.text == gallery.folder.path + "/photos\n", "\(path.errors)")
        #expect(try gallery.run("config", "get", "thumbnails.sizes").text == "240,640\n")
    }

    @Test(
        "invalid settings are rejected, and the file stays unchanged",
        arguments: [
            (
                "share.quality", "101",
                "invalid share.quality '101': expected a whole number, 1 to 100"
            ),
            ("share.quality", "", "invalid share.quality '': expected a whole number, 1 to 100"),
            (
                "faces.detector", "eyes",
                "invalid faces.detector 'eyes': expected one of auto, haar, yunet"
            ),
            (
                "catalog.path", "photos",
                "invalid catalog.path 'photos': expected an absolute path, or one that begins with ~/"
            ),
            ("flickr.apiKey", "two words", "invalid flickr.apiKey: expected text"),
            (
                "flickr.apikey", "x",
                "unknown setting 'flickr.apikey': did you mean flickr.apiKey? 'gallery config list' "
                    + "lists them"
            ),
            ("foo", "x", "unknown setting 'foo'; 'gallery config list' lists them"),
            (
                "quality", "x",
                "unknown setting 'quality': did you mean faces.quality? 'gallery config list' lists them"
            ),
        ])
    func refused(key: String, value: String, message: String) throws {
        defer { gallery.remove() }
        try write("{ \"share\": {} }")
        let result = try gallery.run("config", "set", key, value)
        #expect(result.status == 64)
        #expect(result.errors == "gallery: \(message)\n")
        #expect(try text() == "{ \"share\": {} }")
        if key == "flickr.apikey" {
            for command in ["get", "unset"] {
                let result = try gallery.run("config", command, key)
                #expect(result.status == 64)
                #expect(result.errors == "gallery: \(message)\n")
            }
        }
    }

    @Test(
        "an invalid JSON file is named and left unchanged", arguments: ["{\"share\": ", "[1]", ""])
    func broken(content: String) throws {
        defer { gallery.remove() }
        try write(content)
        for arguments in [
            ["list"], ["get", "share.quality"], ["set", "share.quality", "80"],
            ["unset", "share.quality"],
        ] {
            let result = try gallery.start(["config"] + arguments).wait()
            #expect(result.status == 78)
            #expect(result.errors.contains("'\(file.path)'"), "\(result.errors)")
            #expect(try text() == content)
        }
        // A wrong value is corrected in the file.
        try write("{\"share\": {\"quality\": 0}}")
        #expect(try gallery.run("config").status == 78)
        #expect(try gallery.run("config", "set", "share.quality", "80").status == 0)
        #expect(try gallery.run("config", "get", "share.quality").text == "80\n")
    }

    @Test("without a home folder there is no file, and settings are shown without it")
    func homeless() throws {
        defer { gallery.remove() }
        let result = try gallery.run("config", "path", adding: ["HOME": ""])
        #expect(result.status == 78)
        #expect(
            result.errors == "gallery: cannot locate config.json: HOME is not set; set it or "
                + "XDG_CONFIG_HOME to a folder\n")
        #expect(
            try gallery.run("config", "get", "share.quality", adding: ["HOME": ""]).text == "90\n")
        let other = gallery.folder.appending(path: "x").path
        let environment = ["XDG_CONFIG_HOME": other]
        #expect(
            try gallery.run("config", "path", adding: environment).text
                == other + "/gallery/config.json\n")
    }
}
