import Foundation
@testable import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Job texts")
struct JobTextTests {
    private static func sections(_ count: Int) -> [PhotoSection] {
        ["dogs", "cats", "cows", "pigs", "bees"].prefix(count).enumerated().map { index, name in
            PhotoSection(
                id: Int64(index), reference: SectionReference(kind: .flickr, name: name), count: 0)
        }
    }

    private static func photos(_ count: Int) -> Message {
        Message(say: "count.photos", count: count)
    }

    private static let titles: [(Message, String, String)] = [
        (
            JobRequest.search(FlickrQuery(term: "dogs")).title, "search 'dogs'",
            "buscar «dogs» en Flickr"
        ),
        (
            JobRequest.refresh(sections(2)).title, "refresh flickr:dogs, flickr:cats",
            "actualizar flickr:dogs, flickr:cats"
        ),
        (
            JobRequest.refresh(sections(5)).title, "refresh 5 collections",
            "actualizar 5 colecciones"
        ),
        (
            JobRequest.fetch(PhotoChoice(PhotoID(rawValue: 81)), size: .large).title,
            "fetch large pictures of photo 81", "descargar las imágenes de la foto 81 (grande)"
        ),
        (
            Message(
                say: "job.fetch",
                parts: ["subject": photos(1204), "size": PictureSize.original.message]),
            "fetch original pictures of 1,204 photos",
            "descargar las imágenes de 1204 fotos (original)"
        ),
        (
            Message(say: "job.faces", ["subject": "camera"]), "find faces in camera",
            "buscar caras en camera"
        ),
        (
            Message(say: "job.faces", parts: ["subject": photos(1)]), "find faces in 1 photo",
            "buscar caras en 1 foto"
        ),
    ]

    @Test("titles of jobs are in the language of the page", arguments: titles)
    func callsJobsInBothLanguages(_ title: Message, _ english: String, _ spanish: String) {
        #expect(PageLanguage.english.text(title) == english)
        #expect(PageLanguage.spanish.translation(of: title) == spanish)
    }

    @Test("titles that earlier versions stored as text stay in English")
    func keepsTitlesOfEarlierVersions() {
        let title = Message(key: "look for faces in {0}")
        #expect(PageLanguage.spanish.translation(of: title) == nil)
        #expect(PageLanguage.spanish.text(title) == "look for faces in {0}")
    }

    private static func search(_ change: (inout SearchSummary) -> Void) -> Message {
        var summary = SearchSummary(section: sections(1)[0])
        change(&summary)
        return summary.message
    }

    private static func pictures(_ downloaded: Int, present: Int) -> SearchSummary.Pictures {
        var pictures = SearchSummary.Pictures()
        (pictures.downloaded, pictures.present) = (downloaded, present)
        return pictures
    }

    private static var faces: FaceSummary {
        var summary = FaceSummary()
        (summary.examined, summary.faces, summary.picturesWithFaces) = (2, 1, 1)
        summary.upToDate = 3
        return summary
    }

    private static func files(failed: Int) -> ShareLinkSummary {
        ShareLinkSummary(made: 1, present: 1, withoutPicture: 0, failed: failed, byteCount: 1400)
    }

    private static let results: [(Message, String, String?)] = [
        (
            search { summary in
                (summary.found, summary.listed) = (1204, 100)
                (summary.new, summary.updated) = (1, 2)
                (summary.pictures.downloaded, summary.pictures.failed) = (97, 1)
            },
            "flickr:dogs: 100 listed of 1,204 found, 1 new, 2 updated; pictures: 97 downloaded, 1 failed",
            "flickr:dogs: 100 en la lista, de 1204 encontradas, 1 nueva, 2 actualizadas; imágenes: 97 descargadas, 1 fallida"
        ),
        (
            search { summary in
                summary.listed = 1
                summary.gaps = ["why"]
            }, "flickr:dogs: 1 listed; not complete: why", nil
        ),
        (
            Message.list([search { $0.listed = 1 }, search { $0.listed = 2 }], "; "),
            "flickr:dogs: 1 listed; flickr:dogs: 2 listed",
            "flickr:dogs: 1 en la lista; flickr:dogs: 2 en la lista"
        ),
        (pictures(0, present: 0).message, "nothing to fetch", "nada que descargar"),
        (
            pictures(1, present: 2).message, "1 downloaded, 2 already present",
            "1 descargada, 2 ya guardadas"
        ),
        (
            faces.message, "2 pictures examined: 1 face in 1, 3 examined before",
            "2 imágenes examinadas: 1 cara en 1, 3 examinadas antes"
        ),
        (
            files(failed: 0).message,
            "2 files for the link: 1 created, 1 already present, 1.4 kB", "2 archivos listos"
        ),
        (
            files(failed: 1).message,
            "2 files for the link: 1 created, 1 already present, 1 failed, 1.4 kB", nil
        ),
    ]

    @Test("results of jobs are in the language of the page", arguments: results)
    func tellsWhatJobsDidInBothLanguages(_ result: Message, _ english: String, _ spanish: String?) {
        #expect("\(result)" == english)
        #expect(PageLanguage.english.text(result) == english)
        #expect(PageLanguage.spanish.translation(of: result) == spanish)
        #expect(PageLanguage.spanish.text(result) == spanish ?? english)
    }
}
