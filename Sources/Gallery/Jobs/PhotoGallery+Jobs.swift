import Catalog
import Foundation
package import GalleryModel

/// Tells that this process looks after unfinished jobs of a gallery; it ends with the value.
package struct JobLease: Sendable {
    private let lock: ServingLock

    fileprivate init(_ lock: ServingLock) { self.lock = lock }
}

extension PhotoGallery {
    /// The latest jobs of servers, the newest first.
    ///
    /// - Parameters:
    ///   - id: those before this one; nil for the newest.
    ///   - limit: how many at most.
    package func jobs(before id: Int64? = nil, limit: Int) throws(GalleryError) -> [GalleryJob] {
        try GalleryError.translating { try catalog.jobs(before: id, limit: limit) }
    }

    /// The job with a number; nil where nobody knows of one.
    package func job(_ id: Int64) throws(GalleryError) -> GalleryJob? {
        try GalleryError.translating { try catalog.job(id) }
    }

    /// Records that somebody asked for a job.
    ///
    /// - Throws: `inputOutput` where the gallery cannot be written.
    package func addJob(
        _ kind: GalleryJob.Kind, title: String, asker: String
    ) throws(GalleryError) -> GalleryJob {
        try GalleryError.translating {
            try catalog.addJob(kind, title: title, asker: asker)
        }
    }

    /// Records how far a job is.
    package func record(_ job: GalleryJob) throws(GalleryError) {
        try GalleryError.translating { try catalog.record(job) }
    }

    /// Takes over the jobs of servers that are gone: those that they did not finish are interrupted.
    ///
    /// - Returns: what tells others that this process is alive; nil where another server is, or where the
    ///   gallery cannot be written.
    package func adoptJobs() throws(GalleryError) -> JobLease? {
        try GalleryError.translating {
            guard catalog.isWritable, let lock = catalog.takeServingLock() else { return nil }
            if try catalog.hasUnfinishedJobs() { try catalog.interruptJobs() }
            return JobLease(lock)
        }
    }

    /// What is another text once another process changed the gallery.
    package func mark() throws(GalleryError) -> String {
        try GalleryError.translating { try catalog.mark() }
    }

    /// How faces are looked for by the gallery's settings.
    package var faceOptions: FaceOptions { FaceOptions(settings: settings) }
}
