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
  ["paid", "Paid$6.42"],
  ["due", "Amount Due$5"],
] as const)(
  "shows the amount of an item that is %s, whatever amount the URL has",
  (standing, due) => {
    render(
      <Summary
        type="toll"
        cents={500}
        id={4}
        item={{ ...TOLL, standing }}
        loading={false}
        violationType={null}
        payer=""
      />,
    );
    expect(screen.getByText(/^(Paid|Amount Due)$/).parentElement?.textContent).toBe(due);
  },
);
