CREATE FUNCTION five_digits(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(
        SELECT DISTINCT substr(run[1], first, 5)
        FROM regexp_matches(words, '[0-9]{5,}', 'g') AS run, generate_series(1, length(run[1]) - 4) AS first
    );
COMMENT ON FUNCTION five_digits IS 'Every five digits in a row: a longer number is found by these, where its trigrams would find nearly every phone number.';
