import Foundation
import Testing

@testable import PhotoSources

@Suite("MultipartForm")
struct MultipartFormTests {
    @Test("a form is encoded as browsers do")
    func spelled() throws {
        let post = SentPhoto(
            bytes: [0xFF, 0x00, 0x0D, 0x0A], fileName: "a\"\r\nb.jpg",
            name: "a \"b\"\r\nü", caption: "")
        let (contentType, body) = post.form
        let mark = "multipart/form-data; boundary="
        #expect(contentType.hasPrefix(mark))
        let boundary = String(contentType.dropFirst(mark.count))
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na \"b\"\r\nü\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\n\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"isIOS\"\r\n\r\nfalse\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"postPhoto\"; "
            + "filename=\"a%22%0D%0Ab.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        #expect(
            body == Array(head.utf8) + [0xFF, 0, 0x0D, 0x0A] + Array("\r\n--\(boundary)--\r\n".utf8)
        )
        #expect(post.form.contentType != contentType)
    }
}
