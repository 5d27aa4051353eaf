import GalleryModel
import Testing

@Suite("Page cursors")
struct PhotoCursorTests {
    private static func cursor(_ id: Int64, _ rank: PhotoCursor.Rank) -> PhotoCursor {
        PhotoCursor(photoID: PhotoID(rawValue: id), rank: rank)
    }

    @Test(
        "a cursor's text needs no quotes in a shell",
        arguments: [
            (cursor(42, .number(17)), "42.n17"),
            (cursor(42, .number(.min)), "42.n-9223372036854775808"),
            (cursor(1, .text("")), "1.t"), (cursor(1, .text("Red dog's")), "1.tRed%20dog%27s"),
            (cursor(1, .text("é%\0")), "1.t%C3%A9%25%00"),
            (cursor(.max, .score((-1.5).bitPattern)), "9223372036854775807.sbff8000000000000"),
            (cursor(7, .none), "7.x"),
        ])
    func text(cursor: PhotoCursor, text: String) {
        #expect(cursor.text == text)
        #expect(PhotoCursor(text: text) == cursor)
    }

    @Test(
        "invalid cursors are rejected",
        arguments: [
            "", "42", "42.", ".x", "0.x", "-1.x", "+1.x", "042.x", "42.n", "42.n+1", "42.n01",
            "42.nx",
            "42.n9223372036854775808", "42.x1", "42.y", "42.s", "42.sG", "42.s0x1", "42.t%",
            "42.t%ff",
            "42.ta b", "42.t%41", " 42.x", "42.X",
        ])
    func refused(text: String) {
        #expect(PhotoCursor(text: text) == nil)
    }
}
