import GalleryModel
import Testing

@Suite("SectionReference")
struct SectionReferenceTests {
    @Test(
        "a reference is read as the user means it",
        arguments: [
            ("camera", SectionKind.camera, "camera"), (" camera ", .camera, "camera"),
            ("flickr:dogs", .flickr, "dogs"), ("flickr: dogs ", .flickr, "dogs"),
            ("flickr:camera", .flickr, "camera"), ("flickr:flickr:x", .flickr, "flickr:x"),
            ("dogs", nil, "dogs"), ("  big \t dogs\n", nil, "big dogs"), ("a:b", nil, "a:b"),
            ("12:30", nil, "12:30"), ("犬 🐕", nil, "犬 🐕"),
        ] as [(String, SectionKind?, String)])
    func reads(text: String, kind: SectionKind?, name: String) {
        let reference = SectionReference(text: text)
        #expect(reference.kind == kind)
        #expect(reference.name == name)
    }

    @Test(
        "the text form names the same section again",
        arguments: [
            "camera", "flickr:dogs", "flickr:camera", "flickr:flickr:x", "dogs", "a:b", "犬 🐕",
        ])
    func roundTrip(text: String) {
        #expect(SectionReference(text: text).text == text)
        #expect("\(SectionReference(text: text))" == text)
    }

    @Test("a name is stored in composed form and compared without case")
    func normalisation() {
        #expect(
            Array(SectionReference(kind: .flickr, name: "cafe\u{301}").name.utf8)
                == Array("caf\u{e9}".utf8))
        let equal = [("Dogs", "dOGS"), ("CAFÉ", "cafe\u{301}"), (" a  b ", "A B"), ("ΑΒΓ", "αβγ")]
        for (left, right) in equal {
            #expect(SectionReference.key(left) == SectionReference.key(right))
        }
        #expect(SectionReference.key("cafe") != SectionReference.key("café"))
        #expect(SectionReference.key("犬") != SectionReference.key("猫"))
    }

    @Test(
        "making a key from a key changes nothing",
        arguments: [
            "İstanbul", "STRASSE", "straße", "ΟΔΟΣ", "οδος", "ﬃ", "Ǆ", "ᾳ", "🐕", "\u{345}a",
        ])
    func keyIsStable(term: String) {
        let key = SectionReference.key(term)
        #expect(Array(SectionReference.key(key).utf8) == Array(key.utf8))
    }
}
