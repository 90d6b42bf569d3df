-- The uploaders stay, because nothing says which ones were missing.
SELECT;
