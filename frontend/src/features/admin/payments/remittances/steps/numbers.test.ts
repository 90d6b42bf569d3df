import { expect, it } from "vitest";
import { numbersIn } from "./numbers";

it.each([
  [
    "one a line, with blanks and spaces",
    " CONF-23456789AB \n\n\t8812345678\r\n",
    ["CONF-23456789AB", "8812345678"],
  ],
  ["nothing", " \n ", []],
  ["each once, however it is written", "conf-23456789ab\nCONF-23456789AB", ["CONF-23456789AB"]],
  ["the first column", "8812345678,115.00\n8812345679,65.00", ["8812345678", "8812345679"]],
  ["the first column below its name", "summons;paid\n8812345678;115,00", ["8812345678"]],
  [
    "the column that has our name",
    'type,"confirmationNumber",amount\ntoll,CONF-23456789AB,6.40',
    ["CONF-23456789AB"],
  ],
  [
    "the same as a spreadsheet names it",
    "\uFEFFItem\tConfirmation Number\n7\tCONF-23456789AB",
    ["CONF-23456789AB"],
  ],
  [
    "our numbers wherever they stand",
    "Speeding,CONF-23456789AB,150\nToll,CONF-23456789AC,6",
    ["CONF-23456789AB", "CONF-23456789AC"],
  ],
  ["several on a line", "CONF-23456789AB, CONF-23456789AC", ["CONF-23456789AB", "CONF-23456789AC"]],
  [
    "a confirmation of letters alone is no heading",
    "CONF-ABCDEFGHJK\nCONF-ABCDEFGHJM",
    ["CONF-ABCDEFGHJK", "CONF-ABCDEFGHJM"],
  ],
  [
    "cells in quotes, with commas, quotes and lines",
    '"88,1","a ""b""\nc"\n"88,2",d',
    ["88,1", "88,2"],
  ],
  ["what a spreadsheet was told to take for text", "'=8812345678", ["=8812345678"]],
  ["a lone number", "8812345678", ["8812345678"]],
])("finds %s", (_, text, expected) => {
  expect(numbersIn(text)).toEqual(expected);
});
