DROP TRIGGER users_unverify_changed ON users;
DROP FUNCTION unverify_changed();
DROP FUNCTION plain_number(text);
ALTER TABLE users
    DROP COLUMN email_verified_at,
    DROP COLUMN license_verified_at,
    DROP COLUMN license_basis,
    DROP COLUMN plate_verified_at,
    DROP COLUMN plate_basis;
