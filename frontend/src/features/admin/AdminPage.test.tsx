// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { it, vi } from "vitest";
import { useNavigate } from "@/lib/router";
import { openScreen, STAFF } from "@/testing/openScreen";
import AdminPage from "./AdminPage";

// A stand-in for the driver's screen, with state that must not carry over to another driver.
vi.mock("./pages", () => ({
  PAGES: [],
  Driver: ({ id }: { id: number }) => {
    const [openedFor] = useState(id);
    return (
      <p>
        Driver {id}, opened for {openedFor}
      </p>
    );
  },
}));

it("resets the driver's page when staff open another driver", async () => {
  let go = (_: string) => {};
  function Go() {
    go = useNavigate();
    return null;
  }
  openScreen(
    <>
      <Go />
      <AdminPage />
    </>,
    { user: STAFF, at: "/admin/users/4" },
  );
  await screen.findByText("Driver 4, opened for 4");
  act(() => go("/admin/users/5"));
  await screen.findByText("Driver 5, opened for 5");
});
