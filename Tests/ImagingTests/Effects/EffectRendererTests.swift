import GalleryModel
import Imaging
import Testing

@Suite("EffectRenderer")
struct EffectRendererTests {
    @Test(
        "every effect gives the same bytes for any number of threads and any band height",
        arguments: EffectName.allCases)
    func threads(name: EffectName) throws {
        let picture = try TestPictures.noise(width: 531, height: 37)
        let effects = [AppliedEffect(name, intensity: 0.6), AppliedEffect(.vignette)]
        let expected = try EffectRenderer().apply(effects, to: picture)
        for threads in [1, 2, 3, 5] {
            for bandHeight in [1, 4, 7, 64] {
                let made = try EffectRenderer(threads: threads, bandHeight: bandHeight)
                    .apply(effects, to: picture)
                #expect(made == expected, "\(threads) threads, bands of \(bandHeight)")
            }
        }
    }

    @Test("an effect with zero intensity changes nothing", arguments: EffectName.allCases)
    func nothing(name: EffectName) throws {
        let picture = try TestPictures.noise(width: 33, height: 9)
        let made = try EffectRenderer().apply([AppliedEffect(name, intensity: 0)], to: picture)
        #expect(made == picture)
    }

    @Test(
        "every effect at full intensity changes a picture, and at half intensity half as much",
        arguments: EffectName.allCases)
    func half(name: EffectName) throws {
        let picture = try TestPictures.noise(width: 64, height: 48)
        let whole = try EffectRenderer().apply([AppliedEffect(name)], to: picture)
        let half = try EffectRenderer().apply([AppliedEffect(name, intensity: 0.5)], to: picture)
        #expect(whole != picture)
        for index in picture.bytes.indices {
            let middle = (Double(picture.bytes[index]) + Double(whole.bytes[index])) / 2
            #expect(abs(Double(half.bytes[index]) - middle) <= 1)
        }
    }

    @Test("a chain applies one effect after another", arguments: [1.0, 0.3])
    func chain(intensity: Double) throws {
        let picture = try TestPictures.noise(width: 40, height: 21)
        let effects = EffectName.allCases.map { AppliedEffect($0, intensity: intensity) }
        for chain in [effects, effects.reversed(), effects.filter { $0.name != .mono }] {
            let together = try EffectRenderer().apply(chain, to: picture)
            var steps = picture
            for effect in chain { steps = try EffectRenderer().apply([effect], to: steps) }
            #expect(together == steps)
        }
    }

    @Test(
        "a gray picture stays gray with the same values if the effect has no color",
        arguments: EffectName.allCases)
    func gray(name: EffectName) throws {
        let picture = try TestPictures.noise(.gray, width: 70, height: 31)
        let triples = picture.bytes.flatMap { [$0, $0, $0] }
        let color = try #require(
            PixelBuffer(layout: .bgr, width: 70, height: 31, bytes: triples))
        let made = try EffectRenderer().apply([AppliedEffect(name)], to: picture)
        let expected = try EffectRenderer().apply([AppliedEffect(name)], to: color)
        let convertedToBGR: Set<EffectName> = [.process, .transfer, .sepia, .instant]
        #expect(made.layout == (convertedToBGR.contains(name) ? .bgr : .gray))
        if made.layout == .bgr {
            #expect(made == expected)
        } else {
            #expect(made.bytes.flatMap { [$0, $0, $0] } == expected.bytes)
        }
    }

    @Test("the arithmetic is as documented: luma, curve, share")
    func arithmetic() throws {
        let picture = try TestPictures.noise(width: 50, height: 20, seed: 9)
        let parameters = EffectParameters.parameters(for: .noir)
        let row = try #require(parameters.matrix).red
        let factors = [row.z, row.y, row.x].map { Int(($0 * 16384).rounded()) }
        let curve = parameters.red.table
        let made = try EffectRenderer().apply([AppliedEffect(.noir, intensity: 0.75)], to: picture)
        for y in 0..<20 {
            for x in 0..<50 {
                let before = picture.pixel(x, y).map { Int($0) }
                let sum = zip(before, factors).reduce(8192) { $0 + $1.0 * $1.1 }
                let effect = Int(curve[min(sum >> 14, 255)])
                let expected = before.map { UInt8(($0 * 64 + effect * 192 + 128) >> 8) }
                #expect(made.pixel(x, y) == expected)
            }
        }
    }

    @Test("a vignette keeps the center, darkens the corners and looks alike at every size")
    func vignette() throws {
        func gray(_ width: Int, _ height: Int) throws -> PixelBuffer {
            let plain = try TestPictures.rectangle(
                width: width, height: height, x: 0..<0, y: 0..<0, on: [200, 200, 200])
            return try EffectRenderer().apply([AppliedEffect(.vignette)], to: plain)
        }
        let large = try gray(801, 601)
        let small = try gray(89, 67)
        #expect(large.pixel(400, 300) == [200, 200, 200])
        #expect(large.pixel(0, 0)[0] < 110)
        #expect(large.pixel(0, 0) == large.pixel(800, 600))
        for (x, y) in [(0, 0), (10, 33), (44, 2), (88, 66), (30, 12)] {
            let same = large.pixel(x * 9 + 4, y * 601 / 67 + 4)
            #expect(abs(Int(same[0]) - Int(small.pixel(x, y)[0])) <= 3)
        }
    }

    @Test(
        "pictures of a pixel or a row accept every effect", arguments: [(1, 1), (1, 300), (700, 1)])
    func narrow(width: Int, height: Int) throws {
        let picture = try TestPictures.noise(width: width, height: height)
        let effects = EffectName.allCases.map { AppliedEffect($0) }
        let made = try EffectRenderer(threads: 4).apply(effects, to: picture)
        #expect(made.width == width && made.height == height)
    }

    @Test("the looks match their names")
    func looks() throws {
        func mean(_ name: EffectName, _ color: [UInt8]) throws -> [Int] {
            let picture = try TestPictures.rectangle(
                width: 8, height: 8, x: 0..<0, y: 0..<0, on: color)
            let made = try EffectRenderer().apply([AppliedEffect(name)], to: picture)
            return made.pixel(4, 4).map { Int($0) }
        }
        let gray: [UInt8] = [128, 128, 128]
        let process = try mean(.process, gray)
        #expect(process[0] > process[2], "process is cool")
        for name in [EffectName.transfer, .instant, .sepia] {
            let warm = try mean(name, gray)
            #expect(warm[2] > warm[1] && warm[1] > warm[0], "\(name) is warm")
        }
        let skin: [UInt8] = [140, 170, 215]
        for name in EffectName.allCases where ![.tonal, .noir, .mono].contains(name) {
            let made = try mean(name, skin)
            #expect(made[2] > made[1] && made[1] > made[0] - 12, "\(name) leaves skin to skin")
        }
        let dark = try mean(.noir, [60, 60, 60])
        let light = try mean(.noir, [190, 190, 190])
        #expect(light[0] - dark[0] > 160, "noir has strong contrast")
        let pale = try mean(.fade, [0, 0, 0])
        #expect(pale[0] > 30, "fade lifts shadows")
        let vivid = try mean(.chrome, [60, 110, 180])
        #expect(vivid[2] - vivid[0] > 140, "chrome is vivid")
    }
}
