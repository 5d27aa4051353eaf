import GalleryModel
import Testing

@Suite("CellRows and SquareRows")
struct FlatRowsTests {
    @Test("Cells cover the same area, in rows that take what fits, centred")
    func cells() {
        let rows = CellRows.rows(of: [1, 4, 0.25, 1], width: 320, area: 10_000, spacing: 10)
        #expect(rows.map(\.firstPhoto) == [0, 2])
        #expect(rows.map(\.y) == [0, 110] && rows.map(\.height) == [100, 200])
        #expect(rows[0].frames.map(\.x) == [0, 110] && rows[0].frames.map(\.y) == [0, 25])
        #expect(rows[1].frames.map(\.y) == [110, 160])
        #expect(rows.flatMap(\.frames).allSatisfy { $0.width * $0.height == 10_000 })
        #expect(rows.map(\.isFull) == [true, false])
    }

    @Test("A cell that is wider than the page is reduced to it, in its proportions")
    func panorama() {
        let rows = CellRows.rows(of: [1, 50, 1], width: 300, area: 10_000)
        #expect(rows.map(\.frames.count) == [1, 1, 1])
        #expect(rows[1].frames[0].width == 300 && rows[1].frames[0].height == 6)
    }

    @Test("Squares fill every width, a pixel wider where it cannot be divided")
    func squares() {
        for width in 1...2_000 {
            let spacing = width % 7
            let rows = SquareRows.rows(of: 40, width: width, side: 120, spacing: spacing)
            #expect(rows.flatMap(\.frames).count == 40)
            for row in rows where row.isFull {
                let last = row.frames[row.frames.count - 1]
                #expect(last.x + last.width == width)
                #expect(row.frames.allSatisfy { abs($0.width - row.height) <= 1 })
            }
        }
        let rows = SquareRows.rows(of: 7, width: 632, side: 150, spacing: 4)
        #expect(rows.map(\.frames.count) == [4, 3] && rows.map(\.isFull) == [true, false])
    }

    @Test("The last row fills the width where photos follow that begin another, cut off")
    func closed() {
        let rows = JustifiedRows.rows(
            of: [1, 1, 1, 1, 0.5], width: 412, rowHeight: 100, spacing: 4, isLast: false)
        #expect(rows.map(\.isFull) == [true, true])
        #expect(rows[1].frames.map(\.width) == [412] && rows[1].height == 200)
    }
}
