import { useEffect, useState } from "react";
import { ApiError } from "@/api/client";
import type { Authority } from "@/api/types";
import { STATES } from "@/lib/states";
import { isKeyOf } from "@/lib/labels";
import { useSession } from "@/parts/accounts/useSession";
import { dropDraft, readDraft, storeDraft } from "@/parts/forms/drafts";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { FormDrawer } from "../../../desk/forms/FormDrawer";
import { useDraftForm } from "../../../desk/forms/useDraftForm";
import { getAuthorities, patchAuthority, postAuthority, refreshMoney } from "../calls";
import { AUTHORITY_KINDS, KIND_OPTIONS } from "../remittanceTexts";
import { otherZone } from "./otherZone";

/** Whether the call failed because a colleague has changed the authority in the meantime. */
const isConflict = (error: unknown) =>
  error instanceof ApiError && error.code === "changed_meanwhile";

type Props = DialogProps & {
  /** The authority to edit; null to add an authority. */
  authority: Authority | null;
  /** Called to merge this authority into another authority; null if no other authority exists. */
  onMerge: (() => void) | null;
};

/** Adds an authority, or edits one based on the version that staff saw when they started typing. */
export default function AuthorityDrawer({ authority, onMerge, onOpenChange }: Props) {
  const { user } = useSession();
  const draft = `authority-${authority?.id ?? "new"}`;
  const draftKey = `${user?.id ?? 0}.${draft}`;
  const versionKey = `${draftKey}.version`;
  // The values when the form was opened, so that changes by other staff don't count as edits.
  const [initial] = useState({
    name: authority?.name ?? "",
    kind: authority?.kind ?? "",
    alsoCalled: authority?.alsoCalled.join("\n") ?? "",
    payTo: authority?.payTo ?? "",
    postalAddress: authority?.postalAddress ?? "",
    state: authority?.state ?? "",
    county: authority?.county ?? "",
    timeZone: authority?.timeZone ?? "",
  });
  const isNew = authority === null;
  // 0 for a new authority, which has no version to replace.
  const [initialVersion] = useState(authority?.version ?? 0);
  // The version that the form shows. Sending a newer version would overwrite a colleague's change that
  // the form doesn't show.
  const [version, setVersion] = useState(() =>
    readDraft(draftKey) ? (readDraft<number>(versionKey) ?? initialVersion) : initialVersion,
  );
  /**
   * Reads the newest version, so that the next Save replaces it. Called after the form has said that a
   * colleague changed the authority.
   */
  async function readNewestVersion() {
    const newest = (await getAuthorities().catch(() => [])).find(({ id }) => id === authority?.id);
    if (newest) setVersion(newest.version);
    void refreshMoney();
  }
  const form = useDraftForm<Record<keyof typeof initial, string>>({
    initial,
    draft,
    check: ({ name, kind }) => ({
      ...(!name.trim() && { name: "Enter the name that drivers see." }),
      ...(!kind && { kind: "Choose a kind." }),
    }),
    send: async ({ name, kind, alsoCalled, payTo, postalAddress, state, county, timeZone }) => {
      if (!isKeyOf(AUTHORITY_KINDS, kind)) throw new Error(`unknown kind: ${kind}`);
      const body = {
        name: name.trim(),
        kind,
        alsoCalled: alsoCalled
          .split("\n")
          .map((one) => one.trim())
          .filter(Boolean),
        payTo: payTo.trim() || null,
        postalAddress: postalAddress.trim() || null,
        state: state || null,
        county: county.trim() || null,
        timeZone: timeZone === otherZone(state)?.value ? timeZone : null,
      };
      try {
        if (authority) await patchAuthority(authority.id, { ...body, version });
        else await postAuthority(body);
      } catch (error) {
        if (isConflict(error)) await readNewestVersion();
        throw error;
      }
      void refreshMoney();
      toast({
        title: authority ? "Authority Changed" : "Authority Added",
        description: `Payments for items issued by ${body.name} are assigned to this authority.`,
      });
      onOpenChange(false);
    },
    explain: (error) =>
      isConflict(error)
        ? {
            failure:
              "A colleague changed this authority in the meantime. To keep your version, save again. To see your colleague’s version, discard your draft and open the authority again.",
          }
        : null,
  });
  const { isTyped } = form;
  useEffect(() => {
    if (isTyped && !isNew) storeDraft(versionKey, version);
    else dropDraft(versionKey);
  }, [isTyped, isNew, version, versionKey]);
  function startOver() {
    form.startOver();
    setVersion(initialVersion);
  }
  const bind = (name: keyof typeof initial) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  const other = otherZone(form.values.state);
  return (
    <FormDrawer
      form={{ ...form, startOver }}
      title={authority ? `Edit ${authority.name}` : "Add an authority"}
      action={authority ? "Save" : "Add"}
      working="Saving..."
      onClose={() => onOpenChange(false)}
      extraButton={
        authority &&
        onMerge && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={onMerge}>
            Merge authority
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        hint="Drivers see this name."
        autoComplete="off"
        maxLength={100}
        {...bind("name")}
      />
      <SelectField label="Kind" placeholder="Choose" options={KIND_OPTIONS} {...bind("kind")} />
      <SelectField
        label="State"
        optional
        hint="Court times on its tickets are in this state’s time zone."
        placeholder="Unknown"
        options={STATES}
        {...bind("state")}
      />
      {other && (
        <SelectField
          label="Time zone"
          hint={`Change this only if the authority isn’t in ${form.values.state}’s usual time zone.`}
          placeholder="The state’s usual time zone"
          options={[other]}
          {...bind("timeZone")}
        />
      )}
      <TextField label="County" optional autoComplete="off" maxLength={100} {...bind("county")} />
      <TextAreaField
        label="Other names"
        optional
        hint="One per line. Payments for items issued under any of these names are assigned to this authority right away."
        rows={3}
        {...bind("alsoCalled")}
      />
      <TextAreaField
        label="Payment instructions"
        optional
        hint="Tell the colleague who sends the money which account, address or website to use."
        rows={3}
        maxLength={1000}
        {...bind("payTo")}
      />
      <TextAreaField
        label="Mailing address"
        optional
        hint="Where drivers mail letters to contest a ticket, parking ticket or toll."
        rows={3}
        maxLength={500}
        {...bind("postalAddress")}
      />
    </FormDrawer>
  );
}
