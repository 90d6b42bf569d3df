-- Slowly hashed codes can't be verified without their salt.
DELETE FROM recovery_codes WHERE salt IS NOT NULL;
ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_salt_check;
ALTER TABLE recovery_codes DROP COLUMN salt;
ALTER TABLE sessions DROP COLUMN proved_at, DROP COLUMN wrong_codes;
