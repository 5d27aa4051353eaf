import TestSupport
import Testing

@testable import Imaging

@Suite("PictureLook")
struct PictureLookTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 8]

    private func look(_ pixels: PixelBuffer?) throws -> PictureLook? {
        let pixels = try #require(pixels)
        var source = ThumbnailSource(
            DecodedPicture(
                pixels: pixels, width: pixels.width, height: pixels.height, format: .png))
        return try source.look()
    }

    /// True if an index of one picture finds it for another, and both look the same.
    private func finds(_ one: PictureLook, _ other: PictureLook) -> Bool {
        let (hash, turn) = other.canonical
        var found = false
        one.forEachProbe { probe, probeTurn, inverted in
            let isSameKey = (hash ^ probe ^ inverted) >> 2 & 0xFFFF == 0
            guard isSameKey, (hash ^ probe).nonzeroBitCount <= 10, !found else { return }
            found = one.difference(turn: probeTurn, from: other, turn: turn) != nil
        }
        return found
    }

    private func areSame(_ one: PictureLook, _ other: PictureLook) -> Bool {
        finds(one, other) || finds(other, one)
    }

    @Test("other sizes, encodings and crops look the same", arguments: seeds)
    func copies(seed: UInt64) throws {
        let scene = try DrawnScene(seed: seed)
        let picture = try scene.picture()
        let original = try #require(try look(picture))
        #expect(
            areSame(original, try #require(try look(picture.averaged(width: 160, height: 120)))))
        let file = try JPEGEncoder(quality: 60).encode(picture)
        let decoded = try PictureDecoder().decode(file).pixels
        #expect(areSame(original, try #require(try look(decoded))))
        // Without 5 % at the left, and at the top.
        for (left, top) in [(16, 0), (0, 12)] {
            let cropped = try #require(try look(scene.picture(withoutLeft: left, top: top)))
            #expect(areSame(original, cropped), "\(left), \(top)")
        }
        let smaller = picture.cropped(x: 8, y: 6, width: 304, height: 228)
        #expect(areSame(original, try #require(try look(smaller))))
    }

    @Test("a picture full of fine detail has nearly the same look at any size")
    func sizes() throws {
        let picture = try TestPictures.noise(.gray, width: 192, height: 144).averaged(
            width: 96, height: 72)
        let original = try #require(try look(picture)).pixels.prefix(1_024).map { Int($0) }
        let mean = original.reduce(0, +) / 1_024
        let contrast = original.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        for (width, height) in [(90, 68), (72, 54), (60, 45)] {
            let look = try #require(try look(picture.averaged(width: width, height: height)))
            let difference = zip(original, look.pixels).reduce(0) {
                $0 + ($1.0 - Int($1.1)) * ($1.0 - Int($1.1))
            }
            #expect(4 * difference < contrast, "\(width): \(difference) of \(contrast)")
        }
    }

    @Test("the planes of a JPEG and its pixels have nearly the same look", arguments: seeds)
    func planes(seed: UInt64) throws {
        let picture = try DrawnScene(seed: seed).picture()
        let file = try JPEGEncoder(quality: 90).encode(picture)
        let looks = try [PictureEncoding.jpeg(quality: 90), .png].map { encoding in
            var source = try ThumbnailMaker(encoding: encoding).decode(file, sides: [160])
            return try #require(try source.look())
        }
        #expect(PictureLook.distance(looks[0].hash, looks[1].hash) <= 2)
        #expect(areSame(looks[0], looks[1]))
    }

    @Test("turned and mirrored pictures look the same", arguments: 2...8)
    func turns(orientation: Int) throws {
        for seed in Self.seeds {
            let picture = try DrawnScene(seed: seed).picture()
            let original = try #require(try look(picture))
            let turned = try #require(try look(picture.upright(orientation: orientation)))
            #expect(turned.hash != original.hash)
            #expect(PictureLook.distance(original.hash, turned.hash) <= 2)
            #expect(areSame(original, turned))
        }
    }

    @Test("similar pictures do not look the same", arguments: seeds)
    func similar(seed: UInt64) throws {
        let scene = try DrawnScene(seed: seed)
        let picture = try scene.picture()
        let original = try #require(try look(picture))
        func changed(_ change: (_ x: Int, _ y: Int, _ pixel: [UInt8]) -> [UInt8]) -> PixelBuffer? {
            let bytes = (0..<(320 * 240)).flatMap { index in
                let pixel = Array(picture.bytes[(index * 3)..<(index * 3 + 3)])
                return change(index % 320, index / 320, pixel)
            }
            return PixelBuffer(layout: .bgr, width: 320, height: 240, bytes: bytes)
        }
        let others = [
            "moved": try scene.picture(movedRight: 2),
            "moved diagonally": try scene.picture(movedRight: 4, down: 2),
            "gray": changed { _, _, pixel in
                let mean = pixel.reduce(0) { $0 + Int($1) } / 3
                return [UInt8](repeating: UInt8(mean), count: 3)
            },
            "darker": changed { _, _, pixel in pixel.map { $0 / 5 * 4 } },
            "object": changed { x, y, pixel in
                (150..<190).contains(x) && (100..<140).contains(y) ? pixel.map { ~$0 } : pixel
            },
            "other scene": try DrawnScene(seed: seed + 100).picture(),
        ]
        for (name, other) in others {
            #expect(!areSame(original, try #require(try look(other))), "\(name)")
        }
    }

    @Test("plain and tiny pictures have no look")
    func plain() throws {
        let flat = PixelBuffer(
            layout: .gray, width: 64, height: 64, bytes: [UInt8](repeating: 250, count: 64 * 64))
        #expect(try look(flat) == nil)
        let sky = (0..<64).flatMap { row in [UInt8](repeating: UInt8(100 + row * 2), count: 64) }
        #expect(try look(PixelBuffer(layout: .gray, width: 64, height: 64, bytes: sky)) == nil)
        let picture = try DrawnScene(seed: 1).picture()
        #expect(try look(picture.averaged(width: 60, height: 31)) == nil)
        #expect(try look(picture.averaged(width: 60, height: 32)) != nil)
    }

    @Test("the hash of known pixels, and of all their turns")
    func known() throws {
        let luma = (0..<1_024).map { index -> UInt8 in
            let (x, y) = (index % 32, index / 32)
            let value: Int = x * 7 + y * 13 + x * y
            return UInt8(value % 256)
        }
        let look = try #require(PictureLook(pixels: luma + [UInt8](repeating: 128, count: 32)))
        #expect(look.hash == 0xB58F_0B85_9000_4000)
        #expect(look.canonical == (13_092_240_654_276_198_883, 3))
        for turn in 0..<8 {
            #expect(
                PictureLook.distance(look.hash, LookTransform.turned(look.hash, by: turn)) == 0)
        }
        #expect(LookTransform.turned(look.hash, by: 3) == look.canonical.hash)
        #expect(PictureLook(pixels: luma) == nil)
    }
}
