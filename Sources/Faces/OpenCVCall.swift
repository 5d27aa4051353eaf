internal import COpenCVFaceShim
import GalleryModel
import Imaging

/// Calls OpenCV and converts the results to Swift values and errors.
enum OpenCVCall {
    /// OpenCV's functions; the first call opens the library.
    ///
    /// - Throws: `FacesError.failed` if the library cannot be opened.
    static func functions() throws(FacesError) -> copencv_functions {
        var message = copencv_message()
        guard let functions = copencv_open(&message) else {
            throw .failed(reason: "cannot open OpenCV: \(String(terminated: message.text))")
        }
        return functions.pointee
    }

    /// Runs a call that can fail.
    static func check(
        _ call: (copencv_functions, UnsafeMutablePointer<copencv_message>) -> copencv_status
    ) throws(FacesError) {
        var message = copencv_message()
        switch try call(functions(), &message) {
        case COPENCV_OK: return
        case COPENCV_OUT_OF_MEMORY: throw .outOfMemory
        default: throw .failed(reason: String(terminated: message.text))
        }
    }

    /// Runs a call that reports faces.
    static func collect(
        _ call: (
            copencv_functions, copencv_receive_face, UnsafeMutableRawPointer,
            UnsafeMutablePointer<copencv_message>
        ) -> copencv_status
    ) throws(FacesError) -> [copencv_face] {
        var faces: [copencv_face] = []
        try check { functions, message in
            withUnsafeMutablePointer(to: &faces) { context in
                call(
                    functions,
                    { context, face in
                        guard let context, let face else { return }
                        context.assumingMemoryBound(to: [copencv_face].self).pointee
                            .append(face.pointee)
                    }, context, message)
            }
        }
        return faces
    }
}

/// Owns a model that OpenCV has read.
final class OpenCVModel {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// Reads a cascade.
    convenience init(cascade file: ModelBytes) throws(FacesError) {
        let functions = try OpenCVCall.functions()
        try self.init(file, functions.cascade_create, functions.cascade_free)
    }

    /// Reads a neural network.
    convenience init(network file: ModelBytes) throws(FacesError) {
        let functions = try OpenCVCall.functions()
        try self.init(file, functions.network_create, functions.network_free)
    }

    private init(
        _ file: ModelBytes,
        _ create: (
            UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<copencv_status>,
            UnsafeMutablePointer<copencv_message>
        ) -> OpaquePointer?, _ free: @escaping (OpaquePointer?) -> Void
    ) throws(FacesError) {
        var message = copencv_message()
        var status = COPENCV_OK
        let created = file.bytes.withUnsafeBufferPointer { buffer in
            create(buffer.baseAddress, buffer.count, &status, &message)
        }
        if let created {
            pointer = created
        } else if status == COPENCV_OUT_OF_MEMORY {
            throw .outOfMemory
        } else {
            throw file.unusable(reason: String(terminated: message.text))
        }
        self.free = free
    }

    deinit { free(pointer) }
}

extension FaceRectangle {
    /// Creates the box of a detected face.
    init(_ face: copencv_face) {
        self.init(x: face.x, y: face.y, width: face.width, height: face.height)
    }

    /// Returns the intersection over union with another rectangle, 0...1.
    func overlap(_ other: FaceRectangle) -> Double {
        RelativeRectangle(self, width: 1, height: 1)
            .overlap(RelativeRectangle(other, width: 1, height: 1))
    }
}

extension PixelBuffer {
    /// Calls `body` with the pixels in OpenCV's format, valid only during the call.
    func withOpenCV<Result>(_ body: (UnsafePointer<copencv_pixels>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            // The initializer of `PixelBuffer` ensures that sides fit into 32 bits.
            var pixels = copencv_pixels(
                bytes: buffer.baseAddress, channels: Int32(layout.rawValue), width: Int32(width),
                height: Int32(height))
            return withUnsafePointer(to: &pixels) { body($0) }
        }
    }

    /// Returns the pixels at a smaller size, by averaging areas.
    ///
    /// - Throws: `FacesError` if OpenCV fails or memory runs out.
    func searchable(width: Int, height: Int) throws(FacesError) -> PixelBuffer {
        do throws(ImagingError) {
            return try averaged(width: width, height: height)
        } catch .outOfMemory {
            throw .outOfMemory
        } catch .cannotRender(let reason) {
            throw .failed(reason: reason)
        } catch {
            throw .failed(reason: error.description)
        }
    }

    /// Returns the pixels turned counterclockwise around their center, centered on a black canvas.
    ///
    /// - Throws: `FacesError` if the canvas is too large, OpenCV fails or memory runs out.
    func turned(degrees: Double, width: Int, height: Int) throws(FacesError) -> PixelBuffer {
        var target = [UInt8](repeating: 0, count: width * height * layout.rawValue)
        try OpenCVCall.check { functions, message in
            withOpenCV { pixels in
                target.withUnsafeMutableBufferPointer {
                    functions.turn(
                        pixels, degrees, Int32(width), Int32(height), $0.baseAddress, message)
                }
            }
        }
        guard let result = PixelBuffer(layout: layout, width: width, height: height, bytes: target)
        else { throw .failed(reason: "the turned picture has no pixels") }
        return result
    }
}
