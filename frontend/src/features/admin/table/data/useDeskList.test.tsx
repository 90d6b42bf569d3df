// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ListCall } from "@/api/listCalls";
import { openScreen, serve } from "@/testing/openScreen";
import { ListTable } from "../ListTable";
import { useDeskList } from "./useDeskList";

type Row = { id: number };

const CALL: ListCall<Row> = {
  url: "/api/rows",
  read: (client, query) => client({ method: "GET", url: "/api/rows", query }) as Promise<Row[]>,
};
const COLUMNS = [{ id: "id", title: "ID", cell: ({ id }: Row) => `Row ${id}` }];

function Rows() {
  const list = useDeskList({ call: CALL });
  return (
    <>
      <ListTable
        list={list}
        label="Rows"
        empty="No rows."
        idOf={({ id }) => id}
        columns={COLUMNS}
      />
      <button type="button" onClick={() => void list.reload()}>
        Reload
      </button>
    </>
  );
}

/** Stubs a list with this number of rows. */
function serveRows(total: () => number) {
  serve(({ query }) => {
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    const rows = Array.from({ length: total() }, (_, at) => ({ id: at + 1 }));
    const headers = { "x-total-count": String(total()) };
    return { body: rows.slice(offset, offset + limit), headers };
  });
}

it("moves to the last page that has rows when the current page no longer has any", async () => {
  let total = 101;
  serveRows(() => total);
  openScreen(<Rows />, { at: "/?page=3" });
  await screen.findByText("Row 101");
  expect(screen.getByText("101–101 of 101")).toBeTruthy();
  total = 60;
  fireEvent.click(screen.getByText("Reload"));
  await screen.findByText("Row 60");
  expect(screen.getByText("51–60 of 60")).toBeTruthy();
  fireEvent.click(screen.getByText("Previous"));
  await screen.findByText("Row 1");
});

it("shows that the list is empty once all its rows are gone", async () => {
  serveRows(() => 0);
  openScreen(<Rows />, { at: "/?page=2" });
  await screen.findByText("No rows.");
});
