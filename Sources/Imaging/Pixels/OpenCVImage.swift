internal import COpenCVImageShim

/// Calls OpenCV and converts the results to Swift values and errors.
enum OpenCVImage {
    /// OpenCV's functions; the first call opens the library.
    ///
    /// - Throws: `ImagingError.cannotRender` if the library cannot be opened.
    static func functions() throws(ImagingError) -> cimage_functions {
        var message = cimage_message()
        guard let functions = cimage_open(&message) else {
            throw .cannotRender(reason: "cannot open OpenCV: \(String(terminated: message.text))")
        }
        return functions.pointee
    }

    /// Runs a call that can fail.
    static func check(
        _ call: (UnsafeMutablePointer<cimage_message>) -> cimage_status
    ) throws(ImagingError) {
        var message = cimage_message()
        let status = call(&message)
        guard status != CIMAGE_OK else { return }
        if status == CIMAGE_OUT_OF_MEMORY { throw .outOfMemory }
        throw .cannotRender(reason: String(terminated: message.text))
    }

    /// Creates a buffer and lets a call fill it.
    static func make(
        _ layout: PixelBuffer.Layout, width: Int, height: Int,
        _ call: (
            cimage_functions, UnsafePointer<cimage_target>, UnsafeMutablePointer<cimage_message>
        ) -> cimage_status
    ) throws(ImagingError) -> PixelBuffer {
        guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
            throw .cannotRender(reason: "\(width) x \(height) is not a valid size")
        }
        let functions = try functions()
        let size = width * height * layout.rawValue
        var message = cimage_message()
        var status = CIMAGE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var target = cimage_target(
                bytes: buffer.baseAddress, channels: Int32(layout.rawValue), width: Int32(width),
                height: Int32(height))
            status = call(functions, &target, &message)
            count = status == CIMAGE_OK ? size : 0
        }
        try check { written in
            written.pointee = message
            return status
        }
        guard let made = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { throw .cannotRender(reason: "\(width) x \(height) is not a valid size") }
        return made
    }

    /// Lets a call change pixels in place; they are copied only if the buffer is shared.
    static func change(
        _ pixels: consuming PixelBuffer,
        _ call: (
            cimage_functions, UnsafePointer<cimage_target>, UnsafeMutablePointer<cimage_message>
        ) -> cimage_status
    ) throws(ImagingError) -> PixelBuffer {
        let functions = try functions()
        let (layout, width, height) = (pixels.layout, pixels.width, pixels.height)
        var bytes = pixels.bytes
        // From here on the bytes have a single owner.
        _ = consume pixels
        try check { message in
            bytes.withUnsafeMutableBufferPointer { buffer in
                var target = cimage_target(
                    bytes: buffer.baseAddress, channels: Int32(layout.rawValue),
                    width: Int32(width), height: Int32(height))
                return call(functions, &target, message)
            }
        }
        guard let made = PixelBuffer(layout: layout, width: width, height: height, bytes: bytes)
        else { throw .cannotRender(reason: "\(width) x \(height) is not a valid size") }
        return made
    }
}
