-- Notifies all server processes of changed accounts at the commit, so that they drop cached sessions.
CREATE FUNCTION announce_changed_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('lanewise', 'account ' || NEW.id);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION announce_changed_account IS 'Tells listeners on the channel lanewise that an account is not what it was.';

CREATE TRIGGER users_announce_changed AFTER UPDATE OF email, role, full_name, state, drivers_license_number, date_of_birth,
    phone_number, vehicle_license_plate, vehicle_state, license_status, last_admin_update_at, closed_at ON users
    FOR EACH ROW WHEN ((OLD.email, OLD.role, OLD.full_name, OLD.state, OLD.drivers_license_number, OLD.date_of_birth, OLD.phone_number,
        OLD.vehicle_license_plate, OLD.vehicle_state, OLD.license_status, OLD.last_admin_update_at, OLD.closed_at)
        IS DISTINCT FROM (NEW.email, NEW.role, NEW.full_name, NEW.state, NEW.drivers_license_number, NEW.date_of_birth, NEW.phone_number,
        NEW.vehicle_license_plate, NEW.vehicle_state, NEW.license_status, NEW.last_admin_update_at, NEW.closed_at))
    EXECUTE FUNCTION announce_changed_account();
