/// Homes for photos of the camera alone.
extension Schema {
    static let homes = """
        -- Nobody knows where those live whose photos were searched: their places go by a trigger.
        DELETE FROM homePosition
            WHERE photoID IN (SELECT id FROM photo WHERE origin <> 'camera');
        CREATE TRIGGER homePositionOfCamera BEFORE INSERT ON homePosition
        WHEN NOT EXISTS (SELECT 1 FROM photo WHERE id = NEW.photoID AND origin = 'camera')
        BEGIN
            SELECT RAISE(ABORT, 'a home is for photos of the camera');
        END;
        """
}
