import { useState } from "react";
import { ApiError } from "@/api/client";
import type { Authority } from "@/api/types";
import { STATES } from "@/lib/states";
import { isKeyOf } from "@/lib/labels";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchAuthority, postAuthority, refreshMoney } from "../calls";
import { AUTHORITY_KINDS, KIND_OPTIONS, describeRemittanceRefusal } from "../remittanceTexts";
import { otherZone } from "./otherZone";

const isChanged = (error: unknown) =>
  error instanceof ApiError && error.code === "changed_meanwhile";

type Props = DialogProps & {
  /** The authority to edit; null to add an authority. */
  authority: Authority | null;
  /** Called to merge this authority into another authority; null if no other authority exists. */
  onMerge: (() => void) | null;
};

/** Adds an authority, or edits the version of the authority that is shown. */
export default function AuthorityDialog({ authority, onMerge, ...dialog }: Props) {
  const [name, setName] = useState(authority?.name ?? "");
  const [kind, setKind] = useState<string>(authority?.kind ?? "");
  const [others, setOthers] = useState(authority?.alsoCalled.join("\n") ?? "");
  const [payTo, setPayTo] = useState(authority?.payTo ?? "");
  const [postalAddress, setPostalAddress] = useState(authority?.postalAddress ?? "");
  const [state, setState] = useState(authority?.state ?? "");
  const [county, setCounty] = useState(authority?.county ?? "");
  const [timeZone, setTimeZone] = useState(authority?.timeZone ?? "");
  const other = otherZone(state);
  const submit = useSubmit(
    () => ({
      name: name.trim() ? undefined : "Enter the name that drivers see.",
      kind: kind ? undefined : "Choose a kind.",
    }),
    async () => {
      if (!isKeyOf(AUTHORITY_KINDS, kind)) return;
      const body = {
        name: name.trim(),
        kind,
        alsoCalled: others
          .split("\n")
          .map((one) => one.trim())
          .filter(Boolean),
        payTo: payTo.trim() || null,
        postalAddress: postalAddress.trim() || null,
        state: state || null,
        county: county.trim() || null,
        timeZone: timeZone === other?.value ? timeZone : null,
      };
      try {
        if (authority) await patchAuthority(authority.id, { ...body, version: authority.version });
        else await postAuthority(body);
      } catch (error) {
        // Read the newest version, because the next attempt fails unless it sends that version.
        if (isChanged(error)) await refreshMoney();
        throw error;
      }
      void refreshMoney();
      toast({
        title: authority ? "Authority Changed" : "Authority Added",
        description: `Payments for items issued by ${body.name} are assigned to this authority.`,
      });
      dialog.onOpenChange(false);
    },
    (error) =>
      isChanged(error)
        ? "A colleague changed this authority in the meantime. To keep your version, save again. To see your colleague’s version, cancel and open the authority again."
        : describeRemittanceRefusal(error),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={authority ? `Edit ${authority.name}` : "Add an authority"}
      action={authority ? "Save" : "Add"}
      working="Saving..."
      cancelLabel="Cancel"
      extraButton={
        authority &&
        onMerge && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={onMerge}>
            Merge
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        hint="Drivers see this name."
        autoComplete="off"
        maxLength={100}
        {...submit.bind("name", name, setName)}
      />
      <SelectField
        label="Kind"
        placeholder="Choose"
        options={KIND_OPTIONS}
        {...submit.bind("kind", kind, setKind)}
      />
      <SelectField
        label="State"
        optional
        hint="Court times on its tickets are in this state’s time zone."
        placeholder="Unknown"
        options={STATES}
        {...submit.bind("state", state, setState)}
      />
      {other && (
        <SelectField
          label="Time zone"
          hint={`Change this only if the authority isn’t in ${state}’s usual time zone.`}
          placeholder="The state’s usual time zone"
          options={[other]}
          {...submit.bind("timeZone", timeZone, setTimeZone)}
        />
      )}
      <TextField
        label="County"
        optional
        autoComplete="off"
        maxLength={100}
        {...submit.bind("county", county, setCounty)}
      />
      <TextAreaField
        label="Other names"
        optional
        hint="One per line. Payments for items issued under any of these names are assigned to this authority right away."
        rows={3}
        {...submit.bind("alsoCalled", others, setOthers)}
      />
      <TextAreaField
        label="How to pay"
        optional
        hint="Account, address or website, for the colleague who sends the money."
        rows={3}
        maxLength={1000}
        {...submit.bind("payTo", payTo, setPayTo)}
      />
      <TextAreaField
        label="Mailing address"
        optional
        hint="Where drivers mail letters to contest a ticket, parking ticket or toll."
        rows={3}
        maxLength={500}
        {...submit.bind("postalAddress", postalAddress, setPostalAddress)}
      />
    </SubmitDialog>
  );
}
