-- Parking tickets and tolls are removed like tickets: their rows stay, with the time, the staff member and the reason.
ALTER TABLE parking
    ADD COLUMN removed_at timestamptz,
    ADD COLUMN removed_by integer,
    ADD COLUMN removal_result text,
    ADD CONSTRAINT parking_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users ON DELETE RESTRICT NOT VALID,
    ADD CONSTRAINT parking_removal_result_check CHECK (length(removal_result) BETWEEN 1 AND 2000) NOT VALID,
    ADD CONSTRAINT parking_removed_check CHECK (num_nonnulls(removed_at, removed_by, removal_result) IN (0, 3)) NOT VALID;
COMMENT ON COLUMN parking.removed_at IS 'A removed parking ticket shows nowhere but in the audit trail.';
ALTER TABLE tolls
    ADD COLUMN removed_at timestamptz,
    ADD COLUMN removed_by integer,
    ADD COLUMN removal_result text,
    ADD CONSTRAINT tolls_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users ON DELETE RESTRICT NOT VALID,
    ADD CONSTRAINT tolls_removal_result_check CHECK (length(removal_result) BETWEEN 1 AND 2000) NOT VALID,
    ADD CONSTRAINT tolls_removed_check CHECK (num_nonnulls(removed_at, removed_by, removal_result) IN (0, 3)) NOT VALID;
COMMENT ON COLUMN tolls.removed_at IS 'A removed toll shows nowhere but in the audit trail.';
