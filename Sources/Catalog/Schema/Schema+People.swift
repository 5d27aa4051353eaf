/// What the pages of people are found by.
extension Schema {
    static let people = """
        -- The photos that show faces, the latest last.
        CREATE INDEX summaryWithFaces ON photoSummary (photoID)
            WHERE isTrashed = 0 AND faceCount > 0;
        """
}
