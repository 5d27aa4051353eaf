import Basics
import Foundation
import GRDB
package import GalleryModel

extension PhotoCatalog {
    /// How many jobs are kept.
    private static let keptJobs: Int64 = 1_000

    /// Records that somebody asked for a job, and forgets those of long ago.
    package func addJob(
        _ kind: GalleryJob.Kind, title: String, asker: String
    ) throws(CatalogError) -> GalleryJob {
        try write { db in
            let now = Self.now()
            try db.execute(
                sql: "INSERT INTO job (kind, title, asker, dateCreated) VALUES (?, ?, ?, ?)",
                arguments: [kind.rawValue, title, asker, now])
            let id = db.lastInsertedRowID
            try db.execute(
                sql: "DELETE FROM job WHERE id <= ? AND state NOT IN ('waiting', 'running')",
                arguments: [id - Self.keptJobs])
            return GalleryJob(
                id: id, kind: kind, title: title, asker: asker,
                dateCreated: Date(unixSeconds: now))
        }
    }

    /// Records how far a job is.
    package func record(_ job: GalleryJob) throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: """
                    UPDATE job SET state = ?, dateStarted = ?, dateEnded = ?, activity = ?, done = ?,
                        total = ?, summary = ?, sentence = ?, failures = ?, failedItems = ?,
                        remarks = ?, error = ?, retryAfter = ?
                    WHERE id = ?
                    """,
                arguments: [
                    job.state.rawValue, job.dateStarted?.unixSeconds, job.dateEnded?.unixSeconds,
                    job.progress?.activity, job.progress?.done, job.progress?.total, job.summary,
                    job.sentence, try JSONText.encode(job.failures), job.failedItems,
                    try JSONText.encode(job.remarks), job.error, job.retryAfter, job.id,
                ])
        }
    }

    /// Marks the jobs as interrupted that wait or run by the catalog's knowledge; call it where nobody
    /// works on any.
    package func interruptJobs() throws(CatalogError) {
        try write { db in
            try db.execute(
                sql: """
                    UPDATE job SET state = 'interrupted', dateEnded = ?
                    WHERE state IN ('waiting', 'running')
                    """,
                arguments: [PhotoCatalog.now()])
        }
    }
}
