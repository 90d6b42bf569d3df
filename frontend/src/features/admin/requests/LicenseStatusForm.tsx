import { useState } from "react";
import { mutate } from "swr";
import type { LicenseStatus, StatusRequest } from "@/api/types";
import { keysOf } from "@/lib/labels";
import { useSession } from "@/parts/accounts/useSession";
import { useProfile } from "@/parts/drivingRecord/useRecords";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { explainInToast, failureText, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { useDeskPages } from "../desk/deskPages";
import { COUNTS, callsShowing } from "../desk/live/liveLists";
import { refresh } from "../desk/live/refresh";
import { postSettleStatusRequest } from "./calls";
import { RevealForm } from "./RevealForm";
import css from "./Settle.module.css";

export const LICENSE_STATUSES: Record<LicenseStatus, string> = {
  unknown: "Unknown",
  active: "Active",
  suspended: "Suspended",
};

const showFailure = explainInToast("Failed to update license status.");

/** Handles a status request: reveal the digits and enter the license status, which erases the digits. */
export function LicenseStatusForm({ request }: { request: StatusRequest }) {
  const me = useSession().user?.id ?? null;
  const pages = useDeskPages();
  const { data: profile } = useProfile({ id: request.id, viewerId: me });
  const [status, setStatus] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const points = typed ?? (profile ? String(profile.currentPoints) : "");
  const hasDigits = request.lastFourSSN !== null;
  const submit = useSubmit(
    () => ({
      licenseStatus: status === "" ? "Choose a license status." : undefined,
      currentPoints: /^\d{0,3}$/.test(points.trim()) ? undefined : "Enter a whole number.",
    }),
    async () => {
      const body = {
        licenseStatus: status as LicenseStatus,
        requestedAt: request.statusRequestedAt,
      };
      const number = points.trim() === "" ? {} : { currentPoints: Number(points) };
      await postSettleStatusRequest(request.id, { ...body, ...number });
      toast({
        title: "Status Updated",
        description: `License status is now ${LICENSE_STATUSES[body.licenseStatus]}. Request marked as solved`,
      });
      await refresh(...callsShowing(pages, ["user"]), ...COUNTS);
      await mutate(["/api/driving-profile", request.id, me]);
    },
    (error) => showFailure(error) && failureText(error),
  );
  return (
    <section className={css.settle} aria-label="Result">
      {hasDigits && <RevealForm request={request} />}
      {!request.isSolved && (
        <SubmitForm submit={submit} className={css.form}>
          <div className={css.fields}>
            <SelectField
              label="License status"
              placeholder="Choose"
              options={keysOf(LICENSE_STATUSES).map((value) => ({
                value,
                label: LICENSE_STATUSES[value],
              }))}
              {...submit.bind("licenseStatus", status, setStatus)}
            />
            <TextField
              label="Current points"
              inputMode="numeric"
              {...submit.bind("currentPoints", points, setTyped)}
            />
          </div>
          <Button type="submit" loading={submit.busy}>
            {hasDigits ? "Save, mark solved and erase SSN digits" : "Save and mark solved"}
          </Button>
        </SubmitForm>
      )}
    </section>
  );
}
