import Basics
import GalleryCommands
import Testing

@Suite("Readable byte counts")
struct ByteCountTests {
    @Test(
        "units are decimal, with one decimal place below ten",
        arguments: [
            (Int64(0), "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"),
            (9949, "9.9 kB"), (9950, "10 kB"), (123_456, "123 kB"), (999_600, "1.0 MB"),
            (10_737_418_240, "11 GB"), (4_000_000_000_000, "4.0 TB"),
        ])
    func text(count: Int64, text: String) {
        #expect(ByteCount.text(count) == text)
    }
}
