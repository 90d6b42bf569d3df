-- Whether an email, a license or a plate belongs to the user who entered it. Anyone can sign up with someone else's.
ALTER TABLE users
    ADD COLUMN email_verified_at timestamptz,
    ADD COLUMN license_verified_at timestamptz,
    ADD COLUMN license_basis text,
    ADD COLUMN plate_verified_at timestamptz,
    ADD COLUMN plate_basis text;
COMMENT ON COLUMN users.email_verified_at IS 'Since when it is known that the user reads this address: they opened a link sent to it.';
COMMENT ON COLUMN users.license_verified_at IS 'When staff verified the licence, number and state; null when nobody has, or it was changed since.';
COMMENT ON COLUMN users.license_basis IS 'By what staff verified the licence, in their words.';
COMMENT ON COLUMN users.plate_verified_at IS 'When staff verified the plate, with its state; null when nobody has, or it was changed since.';
COMMENT ON COLUMN users.plate_basis IS 'By what staff verified the plate, in their words.';

-- Plates and license numbers are compared without spaces and hyphens, in upper case.
CREATE FUNCTION plain_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN upper(translate(number, ' -', ''));
COMMENT ON FUNCTION plain_number IS 'A plate or licence number as it is compared.';

-- Any change of a verified value withdraws its verification, regardless of the statement.
CREATE FUNCTION unverify_changed() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF lower(NEW.email) IS DISTINCT FROM lower(OLD.email)
        AND NEW.email_verified_at IS NOT DISTINCT FROM OLD.email_verified_at THEN
        NEW.email_verified_at := NULL;
    END IF;
    IF (plain_number(NEW.drivers_license_number), NEW.state)
        IS DISTINCT FROM (plain_number(OLD.drivers_license_number), OLD.state) THEN
        NEW.license_verified_at := NULL;
        NEW.license_basis := NULL;
    END IF;
    IF (plain_number(NEW.vehicle_license_plate), NEW.vehicle_state)
        IS DISTINCT FROM (plain_number(OLD.vehicle_license_plate), OLD.vehicle_state) THEN
        NEW.plate_verified_at := NULL;
        NEW.plate_basis := NULL;
    END IF;
    RETURN NEW;
END $body$;
CREATE TRIGGER users_unverify_changed
    BEFORE UPDATE OF email, drivers_license_number, state, vehicle_license_plate, vehicle_state ON users
    FOR EACH ROW EXECUTE FUNCTION unverify_changed();
