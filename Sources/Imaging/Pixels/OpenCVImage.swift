internal import COpenCVImageShim

/// Calls into OpenCV and turns their outcome into Swift values and errors.
enum OpenCVImage {
    /// Runs a call that can fail.
    static func check(
        _ call: (UnsafeMutablePointer<cimage_message>) -> cimage_status
    ) throws(ImagingError) {
        var message = cimage_message()
        let status = call(&message)
        guard status != CIMAGE_OK else { return }
        if status == CIMAGE_OUT_OF_MEMORY { throw .outOfMemory }
        throw .cannotRender(reason: text(message))
    }

    /// Makes a buffer that a call fills.
    static func make(
        _ layout: PixelBuffer.Layout, width: Int, height: Int,
        _ call: (UnsafePointer<cimage_target>, UnsafeMutablePointer<cimage_message>)
            -> cimage_status
    ) throws(ImagingError) -> PixelBuffer {
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
            throw .cannotRender(reason: "\(width) x \(height) is no size")
        }
        let size = width * height * layout.rawValue
        var message = cimage_message()
        var status = CIMAGE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var target = cimage_target(
                bytes: buffer.baseAddress, channels: Int32(layout.rawValue), width: Int32(width),
                height: Int32(height))
            status = call(&target, &message)
            count = status == CIMAGE_OK ? size : 0
        }
        try check { written in
            written.pointee = message
            return status
        }
        guard let made = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { throw .cannotRender(reason: "\(width) x \(height) is no size") }
        return made
    }

    /// Lets a call change pixels in place; they are copied only where somebody else holds them too.
    static func change(
        _ pixels: consuming PixelBuffer,
        _ call: (UnsafePointer<cimage_target>, UnsafeMutablePointer<cimage_message>)
            -> cimage_status
    ) throws(ImagingError) -> PixelBuffer {
        let (layout, width, height) = (pixels.layout, pixels.width, pixels.height)
        var bytes = pixels.bytes
        // The bytes have one owner from here on.
        _ = consume pixels
        try check { message in
            bytes.withUnsafeMutableBufferPointer { buffer in
                var target = cimage_target(
                    bytes: buffer.baseAddress, channels: Int32(layout.rawValue),
                    width: Int32(width), height: Int32(height))
                return call(&target, message)
            }
        }
        guard let made = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { throw .cannotRender(reason: "\(width) x \(height) is no size") }
        return made
    }

    private static func text(_ message: cimage_message) -> String {
        withUnsafeBytes(of: message.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
