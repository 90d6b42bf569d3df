DROP INDEX staff_invitations_lawyer_id_index;
ALTER TABLE staff_invitations DROP COLUMN lawyer_id;
UPDATE users SET role = 'driver' WHERE role = 'lawyer';
ALTER TABLE users
    DROP CONSTRAINT users_role_check,
    ADD CONSTRAINT users_role_check CHECK (role IN ('driver', 'admin'));
