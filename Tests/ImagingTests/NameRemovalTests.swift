import Imaging
import Testing

@Suite("NameRemoval")
struct NameRemovalTests {
    @Test(
        "a name is found whatever stands between its words",
        arguments: [
            ("IMG_1234", "IMG_1234"), ("Ana_Example-beach", "beach"), ("AnaExampleBeach", "Beach"),
            ("anaexample 2", "2"), ("beach with ána  EXAMPLE", "beach with"),
            ("Ana at the beach", "at the beach"), ("Banana", "Banana"), ("Ana Example", ""),
            ("Example-1-Ana-2", "1--2"), ("anaexamplebeach", ""), ("ana.example.beach", "beach"),
            ("IMG_ana_1", "IMG_1"), ("ANA-EXAMPLE's boat", "boat"), ("ＡＮＡ sails", "sails"),
        ])
    func strict(text: String, expected: String) {
        #expect(NameRemoval(people: ["Ana Example"]).applied(to: text, isStrict: true) == expected)
    }

    @Test(
        "texts lose names, and keep words that are names as well",
        arguments: [
            (["Will Smith"], "I will go with Will", "I will go with"),
            (["Will Smith"], "smith at sea", "at sea"), (["Max"], "max power, Max", "max power"),
            (["Bo Other"], "Bo at the sea", "at the sea"), (["Bo Other"], "bo", "bo"),
            (["Ina"], "in a boat", "in a boat"), (["Ana van Dyk"], "a van, a Van", "a van, a Van"),
            (["McDonald"], "Donald and McDonald", "Donald and"),
            (["Ana de la Cruz"], "ana de la cruz, de la mer", "de la mer"),
            (["Jürgen Groß"], "Juergen Gross, JURGEN, jürgen", ""),
            (["Soren"], "Søren’s house.", "house."), (["田中"], "田中さんと海", "さんと海"),
            (["王小明"], "今天王小明在海边", "今天在海边"), (["田中 花子"], "花子と海", "と海"),
            (["🦊"], "the 🦊 runs", "the runs"), (["42"], "42 at 421", "at 421"),
            (["R2D2"], "R2D2 and r2-d2, d2", "and, d2"), ([], "Ana", "Ana"),
            (["Zoe"], "nothing  to_ remove ", "nothing  to_ remove "), (["", " "], "a  b", "a  b"),
        ])
    func texts(names: [String], text: String, expected: String) {
        #expect(NameRemoval(people: names).applied(to: text) == expected)
    }

    @Test("names of places go as a whole")
    func places() {
        let removal = NameRemoval(people: [], places: ["New York"])
        #expect(removal.applied(to: "a new day in New York, York") == "a new day in, York")
        #expect(removal.applied(toKeyword: "newyork") == nil)
        #expect(removal.applied(toKeyword: "Travel|New York") == nil)
        #expect(removal.applied(toKeyword: "york") == "york")
    }

    @Test(
        "keywords that are a name, or have one as a level, go as a whole",
        arguments: [
            ("Ana", nil), ("ana_example", nil), ("anaexample", nil), ("Family|Ana", nil),
            ("Family/Ana's birthday", nil), ("People/Bob", nil), ("Personen|Bob", nil),
            ("Ana birthday", "birthday"), ("sea/beach", "sea/beach"), ("banana", "banana"),
        ])
    func keywords(keyword: String, expected: String?) {
        #expect(NameRemoval(people: ["Ana Example"]).applied(toKeyword: keyword) == expected)
    }

    @Test("keywords about people name them on every level, but not their groups")
    func people() {
        for keyword in [
            "People/Family/Ana Example", "people|Ana Example|Kids", "Personen/Ana Example",
        ] { #expect(NameRemoval.people(inKeyword: keyword) == ["Ana Example"]) }
        for keyword in ["Ana", "Animals/Dog", "People", "People/Unknown"] {
            #expect(NameRemoval.people(inKeyword: keyword) == [])
        }
    }

    @Test("thousands of names and a long text take no time")
    func hostile() {
        let names = (0..<5_000).map { "Ana Example\($0) \(String(repeating: "x", count: $0 % 90))" }
        let removal = NameRemoval(people: names)
        let text = String(repeating: "Ana Boat ", count: 9_000)
        #expect(!removal.applied(to: text, isStrict: true).contains("Ana"))
        #expect(removal.applied(to: String(repeating: "sea ", count: 50_000)) == "")
    }
}
