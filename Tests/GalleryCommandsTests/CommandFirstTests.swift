import ArgumentParser
import Gallery
import Testing

@testable import GalleryCommands

@Suite("Options before the command")
struct CommandFirstTests {
    /// Each command with its required operands.
    static let commands: [String: [String]] = [
        "search": ["dogs"], "pull": ["http://host/photoserver"], "refresh": [],
        "import": ["photos"],
        "fetch": ["dogs", "--size", "large"],
        "find": ["dogs"], "timeline": [], "tags": [], "people": [], "cameras": [],
        "sections": [], "list": ["camera"], "latest": [], "show": ["1"], "places": [],
        "analyze": [], "thumbnails": [], "faces detect": ["dogs"], "faces list": ["dogs"],
        "faces name": ["1", "1", "Ana"], "faces reject": ["1", "1"],
        "faces add": ["1", "{{1, 2}, {3, 4}}"], "faces crop": ["1", "-o", "out"],
        "locate": ["dogs"],
        "models list": [], "models install": [], "edit": ["1", "--rotate", "90"],
        "effects": ["1", "-o", "out"], "share copy": ["1", "--to", "out/"], "share list": [],
        "share revoke": ["1"],
        "publish": ["1", "--to", "http://host/photoserver", "--as", "roger"], "export": ["dogs"],
        "album list": [], "album new": ["best", "--where", "rating:5"], "album add": ["best", "1"],
        "album remove": ["best", "1"], "album move": ["best", "1", "--to", "2"],
        "album cover": ["best", "1"], "album rename": ["a", "b"],
        "album delete": ["best"], "section remove": ["dogs"], "config list": [],
        "config get": ["share.quality"], "config set": ["share.quality", "85"],
        "config unset": ["share.quality"], "config path": [],
        "set": ["1", "--rating", "5"], "duplicates": [], "remove": ["1"], "restore": ["1"],
        "trash list": [], "trash empty": [], "undo": [], "redo": [], "problems": [],
        "sign-in": ["https://host"], "sign-out": ["https://host"], "whoami": [],
        "serve": [], "token create": ["phone"], "token list": [], "token revoke": ["phone"],
        "account add": ["eva"], "account list": [], "account password": ["eva"],
        "account remove": ["eva"], "account set": ["eva", "--role", "viewer"],
    ]

    static let options = [
        ["--catalog", "some/where", "-q"], ["--catalog=some/where", "--verbose"],
    ]

    @Test("the table contains every command")
    func table() throws {
        let documented = try CommandDocumentation.all().map(\.name)
        #expect(Set(documented) == Set(Self.commands.keys))
    }

    @Test(
        "an option of every command works first, in the middle and last", arguments: commands.keys,
        options)
    func anywhere(command: String, option: [String]) throws {
        let line = command.split(separator: " ").map(String.init) + (Self.commands[command] ?? [])
        let words = command.split(separator: " ").count
        let expected = try GalleryProgram.parsed(line)
        for place in Array(0...words) + [line.count] {
            let typed = Array(line[..<place]) + option + Array(line[place...])
            let parsed = try GalleryProgram.parsed(typed)
            #expect(type(of: parsed) == type(of: expected), "\(typed)")
            let catalog = try #require(catalogOptions(parsed), "\(typed)")
            #expect(catalog.quiet == option.contains("-q"), "\(typed)")
            #expect(catalog.verbose == option.contains("--verbose"), "\(typed)")
            #expect(catalog.folder?.text == "some/where", "\(typed)")
        }
    }

    @Test(
        "options without a command report that one is missing",
        arguments: options + [["-q", "--catalog", "some/where"], ["--catalog"]])
    func withoutCommand(arguments: [String]) throws {
        let error = try #require(throws: GalleryError.self) {
            try GalleryProgram.parsed(arguments)
        }
        #expect(error.kind == .usage)
        #expect(error.message == "no command given; see 'gallery --help'")
    }

    /// The options of a command, or of a group of its options.
    private func catalogOptions(_ options: Any) -> CatalogOptions? {
        for child in Mirror(reflecting: options).children {
            if let found = child.value as? CatalogOptions { return found }
            if let found = catalogOptions(child.value) { return found }
        }
        return nil
    }

    @Test(
        "other options and everything after '--' keep their places",
        arguments: [
            (["faces", "dogs", "list"], ["faces", "dogs", "list"]),
            (["faces", "--", "list"], ["faces", "--", "list"]),
            (["-q", "faces", "--", "list"], ["faces", "-q", "--", "list"]),
            (["--catalog", "x", "--help"], ["--help", "--catalog", "x"]),
            (["--catalog", "x", "serch"], ["serch", "--catalog", "x"]),
            (["analyse", "dogs"], ["analyze", "dogs"]),
            (["help", "analyse"], ["help", "analyze"]),
            (["faces", "analyse"], ["faces", "analyse"]),
            (["--catalog"], ["--catalog"]), ([], []),
            (["search", "list", "-q"], ["search", "list", "-q"]),
        ])
    func order(typed: [String], prepared: [String]) {
        #expect(ArgumentPreparation.commandFirst(typed) == prepared)
    }
}
