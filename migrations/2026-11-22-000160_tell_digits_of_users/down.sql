DROP FUNCTION five_digits;
