ALTER TABLE users VALIDATE CONSTRAINT users_role_check;
