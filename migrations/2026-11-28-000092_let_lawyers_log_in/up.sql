ALTER TABLE users
    DROP CONSTRAINT users_role_check,
    ADD CONSTRAINT users_role_check CHECK (role IN ('driver', 'admin', 'lawyer')) NOT VALID;
ALTER TABLE staff_invitations ADD COLUMN lawyer_id integer REFERENCES lawyers ON DELETE CASCADE;
COMMENT ON COLUMN staff_invitations.lawyer_id IS 'The lawyer who is invited. Null for an invitation to join the staff.';
CREATE INDEX staff_invitations_lawyer_id_index ON staff_invitations (lawyer_id) WHERE lawyer_id IS NOT NULL;
