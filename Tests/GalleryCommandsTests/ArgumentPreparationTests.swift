import Testing

@testable import GalleryCommands

@Suite("Preparation of arguments")
struct ArgumentPreparationTests {
    @Test(
        "a coordinate or a box that starts with a minus is an operand, unchanged",
        arguments: [
            "-33.8,151.2", "-33.8,-151.2", "-33.8, 151.2", "-95,400", "-1,2,3,4", "-1e1,.5",
        ])
    func marksCoordinates(text: String) {
        let prepared = ArgumentPreparation.prepared([text])
        #expect(prepared != [text])
        #expect(prepared.map(ArgumentPreparation.unmarked) == [text])
    }

    @Test(
        "options stay options",
        arguments: [
            "-n", "-0", "-33.8", "-nq", "--near", "-", "-,1", "-n,2", "-inf,nan", "33,-1", "-1,",
        ])
    func leavesOptions(text: String) {
        #expect(ArgumentPreparation.prepared([text]) == [text])
    }

    @Test("arguments after the terminator stay unchanged")
    func stopsAtTerminator() {
        let arguments = ["search", "--", "-33.8,151.2", "--has-geo", "0"]
        #expect(ArgumentPreparation.prepared(arguments) == arguments)
    }

    @Test(
        "the value of --has-geo may follow it, as in Flickr's API",
        arguments: [
            (["--has-geo", "0"], ["--no-has-geo"]), (["--has-geo=1", "x"], ["--has-geo", "x"]),
            (["--has-geo", "dogs"], ["--has-geo", "dogs"]), (["--has-geo"], ["--has-geo"]),
        ])
    func readsGeoFlag(arguments: [String], prepared: [String]) {
        #expect(ArgumentPreparation.prepared(arguments) == prepared)
    }

    private func search(_ arguments: String...) throws -> SearchCommand {
        try #require(try GalleryProgram.parsed(["search"] + arguments) as? SearchCommand)
    }

    @Test("a southern coordinate is a value of --near, with a space or an equals sign")
    func near() throws {
        for command in [
            try search("dogs", "--near", "-33.8,151.2"), try search("dogs", "--near=-33.8,151.2"),
        ] {
            #expect(command.filters.near?.text == "-33.8,151.2")
            #expect(command.words.map(\.text) == ["dogs"])
        }
    }

    @Test("a box that starts with a minus is a value of --bbox")
    func box() throws {
        #expect(try search("x", "--bbox", "-1,2,3,4").filters.bbox?.text == "-1,2,3,4")
        #expect(try search("x", "--bbox=-1,2,3,4").filters.bbox?.text == "-1,2,3,4")
    }

    @Test("a coordinate is an operand at any position")
    func operand() throws {
        #expect(try search("-33.8,151.2", "--limit", "5").words.map(\.text) == ["-33.8,151.2"])
    }

    @Test("excluded tags are a value of --tags")
    func excludedTags() throws {
        #expect(try search("--tags", "-cat,dog").filters.tags?.text == "-cat,dog")
    }

    @Test(
        "a contradictory search is refused",
        arguments: [
            ["search"], ["search", " "], ["search", "x", "--all", "--limit", "3"],
            ["search", "x", "--limit", "0"], ["search", "x", "--near", "100,200"],
            ["search", "x", "--radius", "5"], ["search", "x", "--near", "1,2", "--radius", "33"],
            ["search", "x", "--size", "huge"], ["search", "x", "-q", "-v"],
            ["search", "x", "-j", "0"],
        ])
    func refuses(arguments: [String]) {
        #expect {
            try GalleryProgram.parsed(arguments)
        } throws: {
            Ending($0).status == 64
        }
    }
}
