import Basics
import Foundation
internal import CCurl
import GalleryModel

extension Exchange {
    /// Takes one header line; returns whether the transfer goes on.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        stall.record(line.count, at: MonotonicTime.now())
        headerBytes += line.count
        guard headerBytes <= Exchange.maximumHeaderBytes else {
            return fail(.headersTooLarge, "more than \(Exchange.maximumHeaderBytes) bytes")
        }
        let text = String(decoding: line, as: UTF8.self)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\r\n"))
        // What follows a body are trailers: counted above, not kept.
        guard sink == .undecided else { return true }
        if text.hasPrefix("HTTP/"), !text.prefix(12).contains(":") {
            headers = HTTPHeaders()
            return true
        }
        if text.isEmpty { return completeHeaders() }
        headerLines += 1
        guard headerLines <= Exchange.maximumHeaderLines else {
            return fail(.headersTooLarge, "more than \(Exchange.maximumHeaderLines) lines")
        }
        guard let colon = text.firstIndex(of: ":") else { return true }
        headers.append(
            name: text[..<colon].trimmingCharacters(in: .whitespaces),
            value: text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        return true
    }

    /// Takes body bytes, decompressed; returns whether the transfer goes on.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        stall.record(bytes.count, at: MonotonicTime.now())
        switch sink {
        case .undecided:
            return fail(.badAnswer, "a body without headers")
        case .note:
            let room = min(Exchange.maximumNoteBytes, request.maximumBytes) - body.count
            body.append(contentsOf: bytes.prefix(room))
            isCut = bytes.count > room
            return !isCut
        case .memory:
            guard bytes.count <= request.maximumBytes - body.count else { return failTooLarge() }
            body.append(contentsOf: bytes)
            return true
        case .file:
            guard let file = request.file else { return false }
            guard Int64(bytes.count) <= Int64(request.maximumBytes) - file.size else {
                return failTooLarge()
            }
            return write { () throws(FileError) in try file.append(bytes) }
        }
    }

    /// Decides what becomes of the body; returns whether the transfer goes on.
    private func completeHeaders() -> Bool {
        status = easy?.number(CURLINFO_RESPONSE_CODE) ?? 0
        // Interim answers (100 Continue, 103 Early Hints) are followed by the real one.
        if (100..<200).contains(status) { return true }
        if status == 416, request.validator != nil { return refuseRange() }
        guard (200..<300).contains(status) else {
            sink = .note
            return true
        }
        guard let file = request.file, request.method == .get else {
            sink = .memory
            return reserve()
        }
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        guard encoding == "identity" else { return fail(.badAnswer, "a compressed file") }
        sink = .file
        if status == 206 { return resume(file) }
        guard isWithinBounds(contentLength ?? 0) else { return failTooLarge() }
        return write { () throws(FileError) in
            try file.restart(url: request.url, headers: headers)
        }
    }

    private func resume(_ file: PartFile) -> Bool {
        guard request.validator != nil else {
            return fail(.badAnswer, "a part without being asked")
        }
        guard let range = ContentRange(headers["Content-Range"] ?? ""), range.first == file.size
        else { return refuseRange() }
        let end = range.last.addingReportingOverflow(1)
        guard !end.overflow, isWithinBounds(max(end.partialValue, range.length ?? 0)) else {
            return failTooLarge()
        }
        resumedFrom = file.size
        expectedSize = range.length
        return true
    }

    private func reserve() -> Bool {
        guard request.method != .head, let length = contentLength else { return true }
        guard isWithinBounds(length) else { return failTooLarge() }
        // What a header claims is believed up to a megabyte; beyond it the bytes must come first.
        body.reserveCapacity(Int(min(length, 1 << 20)))
        return true
    }

    private var contentLength: Int64? { headers["Content-Length"].flatMap { Int64($0) } }

    private func isWithinBounds(_ length: Int64) -> Bool { length <= Int64(request.maximumBytes) }

    private func refuseRange() -> Bool {
        isRangeRefused = true
        return false
    }

    private func write(_ work: () throws(FileError) -> Void) -> Bool {
        do throws(FileError) {
            try work()
            return true
        } catch {
            return fail(.write(errno: error.number))
        }
    }

    private func failTooLarge() -> Bool {
        fail(.tooLarge, "more than \(request.maximumBytes) bytes")
    }

    private func fail(_ code: TransportError.Code, _ detail: String = "") -> Bool {
        failure = error(code, detail)
        return false
    }
}
