import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite struct JobWordsTests {
    private static func job(_ kind: GalleryJob.Kind, _ title: String) -> GalleryJob {
        GalleryJob(
            id: 1, kind: kind, title: title, asker: "", dateCreated: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        (GalleryJob.Kind.search, "search 'dogs'", "buscar «dogs» en Flickr"),
        (.refresh, "refresh flickr:dogs, flickr:cats", "actualizar flickr:dogs, flickr:cats"),
        (.refresh, "refresh 5 sections", "actualizar 5 secciones"),
        (
            .fetch, "fetch the large pictures of photo 81",
            "traer las imágenes de la foto 81 (grande)"
        ),
        (
            .fetch, "fetch the original pictures of 1,204 photos",
            "traer las imágenes de 1204 fotos (original)"
        ),
        (.faces, "look for faces in camera", "buscar caras en camera"),
        (.faces, "look for faces in 1 photo", "buscar caras en 1 foto"),
    ])
    func callsJobsInSpanish(_ kind: GalleryJob.Kind, _ english: String, _ spanish: String) {
        let job = JobWordsTests.job(kind, english)
        let told = JobWords(job: job, language: .spanish).title
        #expect(told == JobWords.Words(text: spanish, isEnglish: false))
        #expect(JobWords(job: job, language: .english).title.text == english)
    }

    @Test func keepsTitlesThatItCannotRead() {
        let job = JobWordsTests.job(.search, "something of before")
        let told = JobWords(job: job, language: .spanish).title
        #expect(told == JobWords.Words(text: "something of before", isEnglish: true))
    }

    @Test(
        arguments: [
            (
                GalleryJob.Kind.search,
                """
                {"section":"flickr:dogs","found":1204,"listed":100,"new":1,"updated":2,"gone":0,"trashed":0,
                "pictures":{"downloaded":97,"present":0,"unavailable":0,"failed":1},"complete":true}
                """,
                "flickr:dogs: 100 en la lista, de 1204 encontradas, 1 nueva, 2 cambiadas; imágenes: 97 descargadas, 1 fallida"
            ),
            (.search, #"{"section":"a","found":null,"listed":1,"gaps":["why"]}"#, nil),
            (
                .refresh, #"{"sections":[{"section":"a","found":null,"listed":1,"pictures":{}}]}"#,
                "a: 1 en la lista"
            ),
            (.fetch, #"{"downloaded":0}"#, "nada que traer"),
            (.fetch, #"{"downloaded":1,"present":2}"#, "1 descargada, 2 ya guardadas"),
            (
                .faces, #"{"examined":2,"faces":1,"picturesWithFaces":1,"upToDate":3,"ignored":0}"#,
                "2 imágenes examinadas: 1 cara en 1, 3 examinadas antes"
            ),
        ] as [(GalleryJob.Kind, String, String?)])
    func tellsWhatJobsDidInSpanish(
        _ kind: GalleryJob.Kind, _ summary: String, _ spanish: String?
    ) {
        var job = JobWordsTests.job(kind, "x")
        job.sentence = "in English"
        job.summary = summary
        let told = JobWords(job: job, language: .spanish).sentence
        #expect(
            told == JobWords.Words(text: spanish ?? "in English", isEnglish: spanish == nil))
        #expect(JobWords(job: job, language: .english).sentence?.text == "in English")
    }
}
