import GalleryModel
import Testing

@Suite("JustifiedRows")
struct JustifiedRowsTests {
    /// Numbers that look random and are the same in each run.
    ///
    /// Source: SplitMix64, https://prng.di.unimi.it/splitmix64.c
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var word = state
            word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
            return word ^ (word >> 31)
        }
    }

    private static func ratios(_ count: Int, seed: Int) -> [Double] {
        var generator = Generator(state: UInt64(seed))
        return (0..<count).map { _ in
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: Double.random(in: 0.01...0.3, using: &generator)
            case 1: Double.random(in: 3...60, using: &generator)
            default: [0.75, 2.0 / 3, 1, 4.0 / 3, 1.5].randomElement(using: &generator) ?? 1
            }
        }
    }

    /// Says what is wrong with rows; nil where nothing is.
    private func fault(
        _ rows: [LayoutRow], count: Int, width: Int, rowHeight: Int, spacing: Int
    ) -> String? {
        var y = 0
        var photo = 0
        for (index, row) in rows.enumerated() {
            if row.firstPhoto != photo { return "row \(index) begins at \(row.firstPhoto)" }
            if row.y != y { return "row \(index) stands at \(row.y), not at \(y)" }
            if row.frames.isEmpty { return "row \(index) is empty" }
            if !row.isFull, index < rows.count - 1 { return "row \(index) is not full" }
            if row.height < 1 || row.height > 2 * rowHeight { return "\(row.height) high" }
            if !row.isFull, row.height > rowHeight { return "the last row is stretched" }
            var x = 0
            for frame in row.frames {
                if frame.x != x || frame.y != y || frame.height != row.height || frame.width < 1 {
                    return "row \(index): \(frame) should be at \(x), \(y)"
                }
                x += frame.width + spacing
            }
            if row.isFull ? x - spacing != width : x - spacing > width {
                return "row \(index) is \(x - spacing) of \(width) wide"
            }
            y += row.height + spacing
            photo += row.frames.count
        }
        return photo == count ? nil : "\(photo) of \(count) photos"
    }

    @Test("Rows fill every width exactly, one after another, without gaps and overlaps")
    func everyWidth() {
        for width in 1...4_000 {
            let ratios = Self.ratios(30, seed: width)
            let spacing = width % 7
            let rowHeight = [1, 40, 160, 240][width % 4]
            let rows = JustifiedRows.rows(
                of: ratios, width: width, rowHeight: rowHeight, spacing: spacing)
            let found = fault(
                rows, count: 30, width: width, rowHeight: rowHeight, spacing: spacing)
            #expect(found == nil, "width \(width)")
        }
    }

    @Test("Photos keep their proportions to a pixel, where rows are not cut off")
    func proportions() {
        let ratios = Self.ratios(400, seed: 1).filter { (0.5...3).contains($0) }
        for row in JustifiedRows.rows(of: ratios, width: 1_200, rowHeight: 240) {
            for (index, frame) in row.frames.enumerated() {
                let expected = ratios[row.firstPhoto + index] * Double(row.height)
                // The height is rounded too: half a pixel of it is as much as the ratio across.
                #expect(abs(Double(frame.width) - expected) <= 3)
            }
            if row.isFull { #expect((160...360).contains(row.height)) }
        }
    }

    @Test("Photos appended at the end never move a full row")
    func stable() {
        let ratios = Self.ratios(120, seed: 7)
        for width in [1, 33, 320, 1_000, 1_920, 3_999] {
            let all = JustifiedRows.rows(of: ratios, width: width, rowHeight: 200)
            for count in 0...ratios.count {
                let rows = JustifiedRows.rows(
                    of: ratios.prefix(count), width: width, rowHeight: 200)
                let full = rows.filter(\.isFull)
                #expect(full.elementsEqual(all.prefix(full.count)))
                #expect(rows.count - full.count <= 1)
            }
        }
    }

    @Test(
        "Page after page gives the same rows, also from a layout that goes on at a row's start",
        arguments: [1, 7, 50])
    func pages(length: Int) {
        let ratios = Self.ratios(211, seed: 3)
        let all = JustifiedRows.rows(of: ratios, width: 977, rowHeight: 180, spacing: 6)
        var layout = JustifiedRows(width: 977, rowHeight: 180, spacing: 6)
        var rows: [LayoutRow] = []
        var resumed: [LayoutRow] = []
        var start = JustifiedRows.Start()
        for page in stride(from: 0, to: ratios.count, by: length) {
            let end = min(page + length, ratios.count)
            rows += layout.append(ratios[page..<end])
            // As a server would, which keeps nothing but where the open row begins.
            var another = JustifiedRows(width: 977, rowHeight: 180, spacing: 6, from: start)
            resumed += another.append(ratios[start.photo..<end])
            start = another.next
            #expect(start == layout.next)
            #expect(another.openRow == layout.openRow)
        }
        let rest = layout.openRow.map { [$0] } ?? []
        #expect(rows + rest == all)
        #expect(resumed + rest == all)
    }

    @Test("No photo gives no row; lengths and proportions that make no sense give some layout")
    func degenerate() {
        #expect(JustifiedRows.rows(of: [], width: 100, rowHeight: 20).isEmpty)
        let ratios = [0, -1, .nan, .infinity, 1e300, 1e-300, 50, 0.02, 1]
        for width in [Int.min, -1, 0, 1, 2, 5, Int.max] {
            for height in [Int.min, 0, 1, Int.max] {
                for spacing in [Int.min, -1, 0, 1, Int.max] {
                    let rows = JustifiedRows.rows(
                        of: ratios, width: width, rowHeight: height, spacing: spacing,
                        maximumHeight: height)
                    #expect(rows.reduce(0) { $0 + $1.frames.count } == ratios.count)
                    #expect(rows.allSatisfy { $0.frames.allSatisfy { $0.width > 0 } })
                }
            }
        }
    }

    @Test("Four squares in a row of four, and one that is left at the height asked for")
    func squares() {
        let rows = JustifiedRows.rows(
            of: [1, 1, 1, 1, 1], width: 412, rowHeight: 100, spacing: 4)
        #expect(rows.map(\.frames.count) == [4, 1])
        #expect(rows[0].frames.map(\.x) == [0, 104, 208, 312])
        #expect(rows[0].frames.allSatisfy { $0.width == 100 && $0.height == 100 })
        #expect(rows[1].y == 104 && rows[1].height == 100 && !rows[1].isFull)
        #expect(rows[1].frames.map(\.x) == [0] && rows[1].frames.map(\.width) == [100])
    }
}
