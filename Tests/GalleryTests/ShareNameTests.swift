import Testing

@testable import Gallery

@Suite("names taken out of texts")
struct ShareNameTests {
    @Test(
        "a name is found whatever stands between its words",
        arguments: [
            ("IMG_1234", "IMG_1234"), ("Ana_Example-beach", "beach"), ("AnaExampleBeach", "Beach"),
            ("anaexample 2", "2"), ("beach with ána  EXAMPLE", "beach with"),
            ("Ana at the beach", "at the beach"), ("Banana", "Banana"), ("Ana Example", ""),
            ("Example-1-Ana-2", "1--2"),
        ])
    func strict(text: String, expected: String) {
        #expect(NameRemoval(people: ["Ana Example"]).applied(to: text, isStrict: true) == expected)
    }

    @Test("single words of names go only where they are names, and names of places as a whole")
    func texts() {
        let removal = NameRemoval(people: ["Will Smith", "田中"], places: ["New York"])
        #expect(removal.applied(to: "I will go with Will") == "I will go with")
        #expect(removal.applied(to: "a new day in New York, York") == "a new day in , York")
        #expect(removal.applied(to: "田中さんと海") == "さんと海")
        #expect(removal.applied(to: "nothing  to_ remove ") == "nothing  to_ remove ")
        #expect(NameRemoval(people: []).applied(to: "Ana") == "Ana")
    }
}
