UPDATE case_consents SET expires_at = NULL WHERE kind = 'record_for_lawyer';
ALTER TABLE case_consents
    DROP CONSTRAINT case_consents_expires_check,
    ADD CONSTRAINT case_consents_expires_check CHECK ((kind = 'staff_reading' AND given_at IS NOT NULL) = (expires_at IS NOT NULL));
