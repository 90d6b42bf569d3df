// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { aCase } from "@/testing/sampleCases";
import CourtDialog from "./CourtDialog";

it("reports a conflict each time a colleague changes the case while the form is open", async () => {
  let version = 3;
  const requests = serve(({ method, body }) => {
    if (method !== "PATCH") return undefined;
    if ((body as { version: number }).version === version) return { body: aCase({ version }) };
    return { status: 409, body: { code: "changed_meanwhile", message: "Changed." } };
  });
  const readCase = () => aCase({ courtState: "Ohio", version });
  const onOpenChange = vi.fn();
  function OpenDialog() {
    const [legalCase, setCase] = useState(readCase);
    const refetch = async () => setCase(readCase());
    const changeByColleague = () => {
      version += 1;
      void refetch();
    };
    return (
      <>
        <button type="button" onClick={changeByColleague}>
          Change by a colleague
        </button>
        <p>Version {legalCase.version}</p>
        <CourtDialog open {...{ onOpenChange, legalCase, refetch }} onChanged={setCase} />
      </>
    );
  }
  openScreen(<OpenDialog />, { user: STAFF });
  const sentVersions = () =>
    requests
      .filter(({ method }) => method === "PATCH")
      .map(({ body }) => (body as { version: number }).version);
  const save = async (sent: number[]) => {
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(await dialog.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(sentVersions()).toEqual(sent));
    await dialog.findByRole("button", { name: "Save" });
  };
  for (const sent of [[3], [3, 4]]) {
    fireEvent.click(screen.getByText("Change by a colleague"));
    await screen.findByText(`Version ${version}`);
    await save(sent);
  }
  await screen.findByText(/^This case has changed since you opened it\./);
  expect(onOpenChange).not.toHaveBeenCalled();
  await save([3, 4, 5]);
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
});
