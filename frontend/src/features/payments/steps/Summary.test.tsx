// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Summary } from "./Summary";
import type { PayItem } from "./useItem";

const TOLL = {
  kind: "toll",
  id: 4,
  label: "I-90",
  date: "2026-10-20",
  standing: "paid",
  fine: 642,
} as PayItem;

it.each([
  [{ citationNumber: "AB-123", issuer: "City of Austin" }, "City of Austin AB-123"],
  [{ citationNumber: null, issuer: null }, "No citation number on file"],
])(
  "shows the issuer and citation number first, or says that no number is on file: %j",
  (citation, text) => {
    const item = { ...TOLL, ...citation } as PayItem;
    render(
      <Summary type="toll" cents={642} item={item} loading={false} violationType={null} payer="" />,
    );
    expect(screen.getByText("I-90").previousElementSibling?.textContent).toBe(text);
  },
);

it.each([
  ["paid", "Paid$6.42"],
  ["due", "Amount Due$5"],
] as const)(
  "shows the fine of a paid item, but the amount in the URL of a due item: %s",
  (standing, due) => {
    render(
      <Summary
        type="toll"
        cents={500}
        item={{ ...TOLL, standing }}
        loading={false}
        violationType={null}
        payer=""
      />,
    );
    expect(screen.getByText(/^(Paid|Amount Due)$/).parentElement?.textContent).toBe(due);
  },
);

it.each([
  ["toll", "Toll · trip on 10/20/2026"],
  ["parking", "Parking ticket · issued 10/20/2026"],
] as const)("shows the date of a %s", (kind, text) => {
  const item = { ...TOLL, kind } as PayItem;
  render(
    <Summary type={kind} cents={642} item={item} loading={false} violationType={null} payer="" />,
  );
  expect(screen.getByText("I-90").nextElementSibling?.textContent).toBe(text);
});
