import Basics
import Foundation
import GalleryModel
import Testing

import Gallery

@Suite("Settings")
struct SettingsTests {
    private func load(
        _ environment: [String: String] = [:], file: String? = nil
    ) throws -> GallerySettings {
        guard let file else { return try GallerySettings.load(environment: environment) }
        let path = FileManager.default.temporaryDirectory
            .appending(path: "gallery-settings-\(UUID().uuidString).json")
        try Data(file.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try GallerySettings.load(
            environment: environment, configFile: BytePath(path.path(percentEncoded: false)))
    }

    private func failure(
        _ environment: [String: String] = [:], file: String? = nil
    ) throws -> GalleryError {
        try #require(throws: GalleryError.self) { try load(environment, file: file) }
    }

    @Test("the environment overrides the file, and the file overrides the default")
    func precedence() throws {
        let file = #"{"flickr": {"parallelDownloads": 3, "queriesPerHour": 100}}"#
        let settings = try load(["GALLERY_FLICKR_PARALLEL_DOWNLOADS": "5"], file: file)
        #expect(settings.flickr.parallelDownloads == 5)
        #expect(settings.flickr.queriesPerHour == 100)
        #expect(settings.transport.retries == 4)
    }

    @Test("the names of variables include those that other programs set")
    func names() {
        let variables = Set(SettingDefinition.all.map(\.variable))
        #expect(
            variables.isSuperset(of: [
                "GALLERY_CATALOG", "GALLERY_FLICKR_API_KEY", "GALLERY_FLICKR_API_SECRET",
                "GALLERY_FLICKR_ENDPOINT", "GALLERY_FLICKR_FEED_ENDPOINT",
                "GALLERY_FLICKR_PHOTO_ENDPOINT", "GALLERY_FLICKR_HOSTS",
                "GALLERY_FLICKR_QUERIES_PER_HOUR", "GALLERY_FLICKR_PARALLEL_DOWNLOADS",
                "GALLERY_TRANSPORT_CONNECT_TIMEOUT_SECONDS",
                "GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS",
                "GALLERY_TRANSPORT_MINIMUM_BYTES_PER_SECOND", "GALLERY_TRANSPORT_RETRIES",
            ]))
        #expect(variables.count == SettingDefinition.all.count)
    }

    @Test("empty variables count as unset, and an empty key is not a key")
    func emptyValues() throws {
        let environment = Dictionary(
            uniqueKeysWithValues: SettingDefinition.all.map { ($0.variable, "") })
        #expect(try load(environment) == GallerySettings())
        #expect(try load(file: #"{"flickr": {"apiKey": ""}}"#).flickr.apiKey == nil)
        #expect(try load(["GALLERY_FLICKR_API_KEY": " abc\n"]).flickr.apiKey == "abc")
    }

    @Test(
        "an invalid value names the variable, the value and what is allowed",
        arguments: [
            ("GALLERY_FLICKR_QUERIES_PER_HOUR", "many"), ("GALLERY_FLICKR_QUERIES_PER_HOUR", "0"),
            ("GALLERY_TRANSPORT_RETRIES", "1.5"), ("GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS", "nan"),
            ("GALLERY_FLICKR_ENDPOINT", "ftp://host/"), ("GALLERY_FLICKR_ENDPOINT", "host"),
            ("GALLERY_FLICKR_PHOTO_ENDPOINT", "https://me:pass@host/"),
            ("GALLERY_FLICKR_HOSTS", "a.org,https://b.org/"), ("GALLERY_PLACES_HOME", "Brest"),
            ("GALLERY_PLACES_HOME", "91,0"), ("GALLERY_PLACES_DISPUTED_AREAS", "crimea"),
            ("GALLERY_PLACES_DISPUTED_AREAS", "crimea=Ukraine"),
        ])
    func refusesVariable(variable: String, value: String) throws {
        let error = try failure([variable: value])
        #expect(error.kind == .configuration)
        #expect(error.message.contains(variable))
        #expect(error.message.contains(": expected "))
    }

    @Test("an invalid value in the file names the file, the key and the value")
    func refusesFileValue() throws {
        let error = try failure(file: #"{"transport": {"retries": "four"}}"#)
        #expect(error.kind == .configuration)
        #expect(error.message.contains("invalid transport.retries 'four' in '/"))
        #expect(error.message.hasSuffix("': expected a whole number, 0 to 20"))
    }

    @Test("a key is never shown, not even an invalid one")
    func hidesSecrets() throws {
        let error = try failure(["GALLERY_FLICKR_API_KEY": "hush hush"])
        #expect(!error.message.contains("hush"))
        let settings = try load(["GALLERY_FLICKR_API_KEY": "hush"])
        #expect(!"\(settings)".contains("hush"))
    }

    @Test(
        "an unknown key is an error that names the nearest known one",
        arguments: [
            (#"{"flickr": {"apikey": "x"}}"#, "flickr.apiKey"),
            (#"{"transport": {"idleTimeout": 3}}"#, "transport.idleTimeoutSeconds"),
            (#"{"flicker": {}}"#, "flickr"),
        ])
    func unknownKey(file: String, nearest: String) throws {
        let error = try failure(file: file)
        #expect(error.kind == .configuration)
        #expect(error.message.hasSuffix("did you mean \(nearest)?"))
    }

    @Test(
        "invalid JSON names the file, the cause and the position",
        arguments: [
            (
                "{\n  \"flickr\": {\n    \"retries\" 4\n}}",
                "expected ':' after the key 'retries' at line 3, column 15"
            ),
            ("", "expected a value at line 1, column 1"),
            ("{\"a\": 1,}", "expected a key in quotes at line 1, column 9"),
            (
                "{\"flickr\": {}\n,\"flickr\": {}}",
                "duplicate key 'flickr' at line 2, column 2"
            ),
            ("{} x", "expected the end of the file at line 1, column 4"),
            ("{\"a\": tru}", "expected a value at line 1, column 7"),
            ("{\"a\": \"x", "unterminated string at line 1, column 9"),
            (
                String(repeating: "[", count: 99),
                "values are nested too deeply at line 1, column 17"
            ),
        ])
    func brokenJSON(file: String, reason: String) throws {
        let error = try failure(file: file)
        #expect(error.kind == .configuration)
        #expect(error.message.hasPrefix("the configuration file '/"))
        #expect(error.message.hasSuffix("is not valid JSON: \(reason)"), "\(error.message)")
    }

    @Test("escapes in the file are read as in JSON")
    func escapes() throws {
        let file = #"{"catalog": {"path": "/a\u00e9\/\ud83d\udc15\t"}}"#
        #expect(try load(file: file).catalog.path == BytePath("/aé/🐕\t"))
    }

    @Test("a folder in the file is absolute or below the home folder")
    func catalogFolder() throws {
        let environment = ["HOME": "/home/ana"]
        let below = try load(environment, file: #"{"catalog": {"path": "~/Photos"}}"#)
        #expect(below.catalog.path == BytePath("/home/ana/Photos"))
        #expect(
            try failure(environment, file: #"{"catalog": {"path": "x"}}"#).kind == .configuration)
    }

    @Test("the catalog's standard location follows the XDG specification")
    func standardCatalog() throws {
        let settings = GallerySettings()
        func place(_ environment: [String: String]) throws -> String? {
            try settings.catalogPath(environment: environment).string
        }
        #expect(try place(["HOME": "/h"]) == "/h/.local/share/gallery")
        #expect(try place(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/d/gallery")
        #expect(try place(["HOME": "/h", "XDG_DATA_HOME": "d"]) == "/h/.local/share/gallery")
        #expect(try place(["HOME": "/h", "XDG_DATA_HOME": ""]) == "/h/.local/share/gallery")
        #expect(throws: GalleryError.self) { try place([:]) }
    }

    @Test("a requested configuration file must exist, the standard one need not")
    func missingFile() throws {
        var settings = try load(["HOME": "/nonexistent"])
        #expect(settings.campaign.signIns == BytePath("/nonexistent/.config/gallery/sign-ins.json"))
        settings.campaign.signIns = nil
        #expect(settings == GallerySettings())
        let error = try #require(throws: GalleryError.self) {
            try GallerySettings.load(environment: [:], configFile: BytePath("/nonexistent/c.json"))
        }
        #expect(error.kind == .inputOutput)
    }

    private func project(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("the schema in Config matches the table of settings")
    func schema() throws {
        #expect(try project("Config/config.schema.json") == SettingsDocument.schema)
        _ = try JSONSerialization.jsonObject(with: Data(SettingsDocument.schema.utf8))
    }

    @Test("the example in Config contains every setting and reads as the defaults")
    func example() throws {
        let example = try project("Config/config.example.json")
        #expect(example == SettingsDocument.example)
        #expect(try load(file: example) == GallerySettings())
        for definition in SettingDefinition.all {
            #expect(example.contains("\"\(definition.key)\""))
        }
    }

    @Test("the command reference lists every setting with its variable and default")
    func reference() throws {
        let text = try project("docs/cli.md")
        for definition in SettingDefinition.all {
            #expect(text.contains("| `\(definition.name)` | `\(definition.variable)` |"))
        }
    }
}
