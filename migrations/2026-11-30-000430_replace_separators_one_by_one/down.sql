CREATE OR REPLACE FUNCTION user_search_names(search_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(search_fold(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2)),
        '''-._@+/,()&', '           ');

CREATE OR REPLACE FUNCTION user_search_words(search_text text, plate text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN translate(
        search_fold(' ' || split_part(search_text, E'\n', 1) || ' ' || split_part(search_text, E'\n', 2)
            || ' ' || split_part(search_text, E'\n', 3)
            || coalesce(' ' || nullif(translate(split_part(search_text, E'\n', 3), ' -*', ''), split_part(search_text, E'\n', 3)), '')
            || ' ' || coalesce(plate, '') || coalesce(' ' || nullif(translate(plate, ' -', ''), plate), '')
            || ' ' || coalesce(phone, '')),
        '''-._@+/,()&', '           ');

-- Changes nothing, but makes open connections read the indexes again. They have stored the functions' old code as the indexes'
-- expressions, and wouldn't use the indexes for queries with the new code.
ALTER INDEX users_search_words_index ALTER COLUMN 1 SET STATISTICS -1;
ALTER INDEX users_search_digits_index ALTER COLUMN 1 SET STATISTICS -1;
