-- A lawyer's consent to see the driver's record expires once its decided case is deferred and open again.
ALTER TABLE case_consents
    DROP CONSTRAINT case_consents_expires_check,
    ADD CONSTRAINT case_consents_expires_check CHECK (
        kind = 'record_for_lawyer' OR (given_at IS NOT NULL) = (expires_at IS NOT NULL)
    ) NOT VALID;
