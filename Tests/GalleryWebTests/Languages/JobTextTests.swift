import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Job texts")
struct JobTextTests {
    private static func job(_ kind: GalleryJob.Kind, _ title: String) -> GalleryJob {
        GalleryJob(
            id: 1, kind: kind, title: title, requester: "",
            dateCreated: Date(timeIntervalSince1970: 0))
    }

    @Test(
        "titles of jobs are translated to Spanish",
        arguments: [
            (GalleryJob.Kind.search, "search 'dogs'", "buscar «dogs» en Flickr"),
            (.refresh, "refresh flickr:dogs, flickr:cats", "actualizar flickr:dogs, flickr:cats"),
            (.refresh, "refresh 5 sections", "actualizar 5 secciones"),
            (
                .fetch, "fetch large pictures of photo 81",
                "descargar las imágenes de la foto 81 (grande)"
            ),
            (
                .fetch, "fetch original pictures of 1,204 photos",
                "descargar las imágenes de 1204 fotos (original)"
            ),
            (.faces, "find faces in camera", "buscar caras en camera"),
            (.faces, "find faces in 1 photo", "buscar caras en 1 foto"),
            (.faces, "look for faces in camera", "buscar caras en camera"),
            (
                .fetch, "fetch the large pictures of photo 81",
                "descargar las imágenes de la foto 81 (grande)"
            ),
        ])
    func callsJobsInSpanish(_ kind: GalleryJob.Kind, _ english: String, _ spanish: String) {
        let job = JobTextTests.job(kind, english)
        let phrase = JobText(job: job, language: .spanish).title
        #expect(phrase == JobText.Phrase(text: spanish, isEnglish: false))
        #expect(JobText(job: job, language: .english).title.text == english)
    }

    @Test("titles that cannot be parsed stay in English")
    func keepsTitlesThatItCannotRead() {
        let job = JobTextTests.job(.search, "something of before")
        let phrase = JobText(job: job, language: .spanish).title
        #expect(phrase == JobText.Phrase(text: "something of before", isEnglish: true))
    }

    @Test(
        "results of jobs are translated to Spanish",
        arguments: [
            (
                GalleryJob.Kind.search,
                """
                {"section":"flickr:dogs","found":1204,"listed":100,"new":1,"updated":2,"gone":0,"trashed":0,
                "pictures":{"downloaded":97,"present":0,"unavailable":0,"failed":1},"complete":true}
                """,
                "flickr:dogs: 100 en la lista, de 1204 encontradas, 1 nueva, 2 actualizadas; imágenes: 97 descargadas, 1 fallida"
            ),
            (.search, #"{"section":"a","found":null,"listed":1,"gaps":["why"]}"#, nil),
            (
                .refresh, #"{"sections":[{"section":"a","found":null,"listed":1,"pictures":{}}]}"#,
                "a: 1 en la lista"
            ),
            (.fetch, #"{"downloaded":0}"#, "nada que descargar"),
            (.fetch, #"{"downloaded":1,"present":2}"#, "1 descargada, 2 ya guardadas"),
            (
                .faces, #"{"examined":2,"faces":1,"picturesWithFaces":1,"upToDate":3,"ignored":0}"#,
                "2 imágenes examinadas: 1 cara en 1, 3 examinadas antes"
            ),
        ] as [(GalleryJob.Kind, String, String?)])
    func tellsWhatJobsDidInSpanish(
        _ kind: GalleryJob.Kind, _ summary: String, _ spanish: String?
    ) {
        var job = JobTextTests.job(kind, "x")
        job.sentence = "in English"
        job.summary = summary
        let phrase = JobText(job: job, language: .spanish).sentence
        #expect(
            phrase == JobText.Phrase(text: spanish ?? "in English", isEnglish: spanish == nil))
        #expect(JobText(job: job, language: .english).sentence?.text == "in English")
    }
}
