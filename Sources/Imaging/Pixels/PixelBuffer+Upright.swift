extension PixelBuffer {
    /// The pixels turned and mirrored so that a picture stored with an EXIF orientation stands
    /// upright.
    ///
    /// - Parameter orientation: EXIF's number; 1 and numbers beyond 1...8 change nothing.
    ///
    /// Source: Exif 2.32, section 4.6.4 A (Orientation).
    package func upright(orientation: Int) -> PixelBuffer {
        guard let walk = Walk(orientation: orientation, width: width, height: height) else {
            return self
        }
        let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                switch layout {
                case .grey: walk.copy(from, to)
                case .bgr: walk.copyTriples(from, to)
                }
                count = source.count
            }
        }
        return PixelBuffer(layout: layout, width: walk.width, height: walk.height, bytes: turned)
            ?? self
    }

    /// A rectangle of the pixels; nil where it is empty or reaches beyond them.
    ///
    /// - Parameters:
    ///   - x: Pixels left of the rectangle.
    ///   - y: Pixels above the rectangle.
    ///   - width: Pixels across.
    ///   - height: Pixels down.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelBuffer? {
        guard x >= 0, y >= 0, width > 0, height > 0, width <= self.width, height <= self.height,
            x <= self.width - width, y <= self.height - height
        else { return nil }
        let pixel = layout.rawValue
        let rowLength = width * pixel
        let part = [UInt8](unsafeUninitializedCapacity: height * rowLength) { target, count in
            bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                for row in 0..<height {
                    let start = from + ((y + row) * self.width + x) * pixel
                    (to + row * rowLength).initialize(from: start, count: rowLength)
                }
                count = height * rowLength
            }
        }
        return PixelBuffer(layout: layout, width: width, height: height, bytes: part)
    }
}

/// The way through stored pixels that gives the upright ones row by row: the pixel (x, y) comes
/// from the stored pixel number `origin + x * stepX + y * stepY`.
private struct Walk {
    var width: Int
    var height: Int
    var origin: Int
    var stepX: Int
    var stepY: Int

    /// Nil where nothing is to be done.
    init?(orientation: Int, width: Int, height: Int) {
        let isTurned = orientation >= 5
        self.width = isTurned ? height : width
        self.height = isTurned ? width : height
        let last = width * height - 1
        let lowerLeft = width * (height - 1)
        switch orientation {
        case 2: (origin, stepX, stepY) = (width - 1, -1, width)
        case 3: (origin, stepX, stepY) = (last, -1, -width)
        case 4: (origin, stepX, stepY) = (lowerLeft, 1, -width)
        case 5: (origin, stepX, stepY) = (0, width, 1)
        case 6: (origin, stepX, stepY) = (lowerLeft, -width, 1)
        case 7: (origin, stepX, stepY) = (last, -width, -1)
        case 8: (origin, stepX, stepY) = (width - 1, width, -1)
        default: return nil
        }
    }

    func copy(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        forEachRun { source, target, count in
            var source = source
            for index in target..<(target + count) {
                (to + index).initialize(to: from[source])
                source += stepX
            }
        }
    }

    func copyTriples(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>) {
        forEachRun { source, target, count in
            var pixel = from + source * 3
            for index in target..<(target + count) {
                let place = to + index * 3
                place.initialize(to: pixel[0])
                (place + 1).initialize(to: pixel[1])
                (place + 2).initialize(to: pixel[2])
                pixel += stepX * 3
            }
        }
    }

    /// Goes through the picture in tiles, whose stored and upright rows both fit in the fastest
    /// cache.
    @inline(__always)
    private func forEachRun(_ body: (_ source: Int, _ target: Int, _ count: Int) -> Void) {
        let side = 64
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                let count = min(side, width - left)
                for y in top..<min(top + side, height) {
                    body(origin + left * stepX + y * stepY, y * width + left, count)
                }
            }
        }
    }
}
