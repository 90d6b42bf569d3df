// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Import } from "@/api/types";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { ImportRows } from "./ImportRows";

it("goes back to the last page when the open page no longer has rows", () => {
  serve(() => undefined);
  const current = { id: 7, fields: [] } as unknown as Import;
  function Page() {
    const [total, setTotal] = useState(45);
    return (
      <>
        <ImportRows current={current} outcome="bad" title="Errors" total={total} />
        <button type="button" onClick={() => setTotal(21)}>
          Fix rows
        </button>
      </>
    );
  }
  openScreen(<Page />, { user: STAFF });
  const next = () => fireEvent.click(screen.getByRole("button", { name: "Next rows: Errors" }));
  next();
  next();
  expect(screen.getByText("41–45 of 45")).toBeTruthy();
  fireEvent.click(screen.getByText("Fix rows"));
  expect(screen.getByText("21–21 of 21")).toBeTruthy();
});
