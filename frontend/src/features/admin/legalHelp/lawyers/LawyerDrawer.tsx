import { useId, useState } from "react";
import { ApiError } from "@/api/client";
import type { Lawyer } from "@/api/types";
import { formatPhone } from "@/lib/phone";
import { useSession } from "@/parts/accounts/useSession";
import { dropDraft, readDraft, storeDraft } from "@/parts/forms/drafts";
import { RestoredNotice } from "@/parts/forms/RestoredNotice";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Drawer } from "@/ui/desk/Drawer";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { AreaRows, LicenseRows } from "./AreaRows";
import { getLawyers, LAWYERS_KEY, patchLawyer, postLawyer } from "./calls";
import { bodyOf, checkLawyer, EMPTY_LAWYER, type LawyerValues, valuesOf } from "./lawyerForm";
import css from "./lawyers.module.css";
import { PhotoField } from "./PhotoField";

type Props = {
  /** The current data; null to add a lawyer. */
  lawyer: Lawyer | null;
  onClose: () => void;
};

/** Whether the call failed because a colleague has changed the lawyer in the meantime. */
const isConflict = (error: unknown) =>
  error instanceof ApiError && error.code === "changed_meanwhile";

/** A draft of the form, with the version of the lawyer that staff saw when they started typing. */
type Draft = Partial<LawyerValues> & { version?: number };

/** Adds a lawyer, or edits one based on the version shown. The input stays as a draft in this tab until it is saved. */
export default function LawyerDrawer({ lawyer, onClose }: Props) {
  const { user } = useSession();
  const draft = `${user?.id ?? 0}.lawyer-${lawyer?.id ?? "new"}`;
  const [initial] = useState(() => (lawyer ? valuesOf(lawyer) : EMPTY_LAWYER));
  const [initialVersion] = useState(lawyer?.version);
  const [restored, setRestored] = useState(() => {
    const stored = readDraft<Draft>(draft);
    // A draft that an earlier release of the page stored may lack fields.
    return stored && { ...initial, version: initialVersion, ...stored };
  });
  const [values, setValues] = useState<LawyerValues>(restored ?? initial);
  // The version that the form shows. Sending a newer version would overwrite a colleague's change that
  // the form doesn't show.
  const [version, setVersion] = useState(restored?.version ?? initialVersion);
  const isTyped = values !== initial;
  useConfirmBeforeLeaving(isTyped);
  const formId = useId();

  const submit = useSubmit(
    () => checkLawyer(values),
    async () => {
      const body = bodyOf(values);
      try {
        if (lawyer) await patchLawyer(lawyer.id, { ...body, version });
        else await postLawyer(body);
      } catch (error) {
        if (isConflict(error)) await readNewestVersion();
        throw error;
      }
      dropDraft(draft);
      void refresh(LAWYERS_KEY);
      toast(
        lawyer
          ? { title: "Lawyer Changed", description: `${body.name}’s details are saved.` }
          : { title: "Lawyer Added", description: `Invite ${body.name} so they can get cases.` },
      );
      onClose();
    },
    (error) =>
      isConflict(error)
        ? "A colleague changed this lawyer in the meantime. Save again to replace their version with yours."
        : failureText(error),
  );
  /**
   * Reads the newest version, so that the next Save replaces it. Called after the form has said that a
   * colleague changed the lawyer.
   */
  async function readNewestVersion() {
    const newest = (await getLawyers().catch(() => [])).find(({ id }) => id === lawyer?.id);
    if (newest) setVersion(newest.version);
    void refresh(LAWYERS_KEY);
  }
  function changeValues(next: Partial<LawyerValues>) {
    const all = { ...values, ...next };
    setValues(all);
    storeDraft(draft, { ...all, version } satisfies Draft);
    for (const field of Object.keys(next)) submit.clear(field);
  }
  function startOver() {
    dropDraft(draft);
    setRestored(null);
    setValues(initial);
    setVersion(initialVersion);
  }
  const bindText = (
    name: "name" | "firm" | "email" | "trustAccountName" | "capacity" | "monthlyFee",
  ) => submit.bind(name, values[name], (value) => changeValues({ [name]: value }));
  return (
    <Drawer
      open
      onClose={onClose}
      title={lawyer ? `Edit ${lawyer.name}` : "Add a lawyer"}
      footer={
        <>
          <Button type="submit" form={formId} loading={submit.busy} loadingText="Saving...">
            {lawyer ? "Save" : "Add lawyer"}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <SubmitForm submit={submit} id={formId} className={css.form}>
        {restored && <RestoredNotice onStartOver={startOver} />}
        {lawyer && <PhotoField lawyer={lawyer} />}
        <div className={css.group}>
          <TextField
            label="Name"
            hint="Drivers see this name."
            autoComplete="off"
            maxLength={100}
            {...bindText("name")}
          />
          <TextField label="Law firm" autoComplete="off" maxLength={100} {...bindText("firm")} />
          <TextField
            label="Email"
            type="email"
            hint={
              lawyer?.hasAccount
                ? "For your records. We email this lawyer at the address they log in with."
                : "We send the invitation to this address."
            }
            autoComplete="off"
            autoCapitalize="none"
            {...bindText("email")}
          />
          <TextField
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="(555) 123-4567"
            {...submit.bind("phone", values.phone, (value) =>
              changeValues({ phone: formatPhone(value) }),
            )}
          />
          <TextField
            label="Maximum open cases"
            inputMode="numeric"
            autoComplete="off"
            hint="When open cases plus pending offers reach this number, we stop offering this lawyer new cases."
            {...bindText("capacity")}
          />
          <TextField
            label="Name on the trust account"
            autoComplete="off"
            maxLength={100}
            {...bindText("trustAccountName")}
          />
          <TextField
            label="Monthly fee"
            optional
            inputMode="decimal"
            autoComplete="off"
            placeholder="199.00"
            hint="The lawyer pays the same amount every month, regardless of the number of cases. Changes apply starting next month."
            {...bindText("monthlyFee")}
          />
        </div>
        <LicenseRows
          rows={values.licenses}
          error={submit.errors.licenses}
          onChange={(licenses) => changeValues({ licenses })}
        />
        <AreaRows
          rows={values.areas}
          error={submit.errors.areas}
          onChange={(areas) => changeValues({ areas })}
        />
        <Checkbox
          label="Takes misdemeanors, not only infractions"
          checked={values.takesMisdemeanors}
          onChange={({ target }) => changeValues({ takesMisdemeanors: target.checked })}
        />
      </SubmitForm>
    </Drawer>
  );
}
