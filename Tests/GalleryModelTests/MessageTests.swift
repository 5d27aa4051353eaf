import GalleryModel
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("the English text is the key with its values")
    func english() {
        let inner: Message = "a term after '\("or")'"
        let message: Message = "expected \(inner): \(7) of \(number: 12_345), {1} {x}"
        #expect(message.key == "expected {0}: {1} of {2}, {1} {x}")
        #expect("\(message)" == "expected a term after 'or': 7 of 12,345, 7 {x}")
        #expect("\(Message(key: "a {0} b"))" == "a {0} b")
    }

    @Test("values are not scanned for placeholders")
    func values() {
        let message: Message = "no '\("{1}")' in '\("{0}")'"
        #expect("\(message)" == "no '{1}' in '{0}'")
    }

    @Test("counts are listed unless they are zero")
    func counts() {
        let counts = Message.counts([(1, "new"), (0, "gone"), (1_200, "failed")])
        #expect("\(Message.list(counts))" == "1 new, 1,200 failed")
        #expect("\(Message.list([], "; "))" == "")
        #expect(Message.list([counts[0]]) == counts[0])
        #expect("\(Message.count(1, "copy", "copies"))" == "1 copy")
        #expect("\(Message.count(1_200, "copy", "copies"))" == "1,200 copies")
    }

    @Test("a message with an untranslated part has no translation")
    func untranslated() {
        let message: Message = "expected \("a space" as Message)"
        let table = ["expected {0}": "falta {0}", "a space": "un espacio"]
        #expect(message.text(String.init) { key, _ in table[key] } == "falta un espacio")
        #expect(message.text(String.init) { key, _ in key == "a space" ? nil : table[key] } == nil)
    }
}
