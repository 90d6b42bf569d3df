import { expect, it } from "vitest";
import { findConfirmationNumbers } from "./findConfirmationNumbers";

it.each([
  [
    "one number per line, with blank lines and spaces",
    " CONF-23456789AB \n\n\t8812345678\r\n",
    ["CONF-23456789AB", "8812345678"],
  ],
  ["none in a blank text", " \n ", []],
  [
    "each number once, in upper or lower case",
    "conf-23456789ab\nCONF-23456789AB",
    ["CONF-23456789AB"],
  ],
  ["the first column", "8812345678,115.00\n8812345679,65.00", ["8812345678", "8812345679"]],
  ["the first column below its header", "summons;paid\n8812345678;115,00", ["8812345678"]],
  [
    "the column whose header is our field name",
    'type,"confirmationNumber",amount\ntoll,CONF-23456789AB,6.40',
    ["CONF-23456789AB"],
  ],
  [
    "the column whose header is our field's title",
    "\uFEFFItem\tConfirmation Number\n7\tCONF-23456789AB",
    ["CONF-23456789AB"],
  ],
  [
    "our confirmation numbers in any column",
    "Speeding,CONF-23456789AB,150\nToll,CONF-23456789AC,6",
    ["CONF-23456789AB", "CONF-23456789AC"],
  ],
  [
    "several numbers on one line",
    "CONF-23456789AB, CONF-23456789AC",
    ["CONF-23456789AB", "CONF-23456789AC"],
  ],
  [
    "a confirmation number of letters only, not taken as a header",
    "CONF-ABCDEFGHJK\nCONF-ABCDEFGHJM",
    ["CONF-ABCDEFGHJK", "CONF-ABCDEFGHJM"],
  ],
  [
    "quoted cells with commas, quotes and line breaks",
    '"88,1","a ""b""\nc"\n"88,2",d',
    ["88,1", "88,2"],
  ],
  ["numbers that a spreadsheet marked as text", "'=8812345678", ["=8812345678"]],
  ["a single number", "8812345678", ["8812345678"]],
])("finds the numbers in an authority's reply: %s", (_, text, expected) => {
  expect(findConfirmationNumbers(text)).toEqual(expected);
});
