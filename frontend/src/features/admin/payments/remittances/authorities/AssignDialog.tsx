import { useDeferredValue, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Obligation } from "@/api/types";
import { isKeyOf } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { useFiltered } from "../../../table/data/useFiltered";
import {
  AUTHORITIES_KEY,
  getAuthorities,
  getUnassignedPayments,
  MAX_UNASSIGNED,
  postAuthority,
  postAssignment,
  refreshMoney,
  UNASSIGNED_KEY,
} from "../calls";
import {
  AUTHORITY_KINDS,
  KIND_OPTIONS,
  formatPaymentCount,
  describeRemittanceRefusal,
} from "../remittanceTexts";
import { PaymentCheckboxes } from "./PaymentCheckboxes";

const NEW = "new";

type Props = DialogProps & {
  /** The issuer's name on the items; null if they name none. */
  issuer: string | null;
};

/** Assigns payments without a known authority to an authority that staff choose or add. */
export default function AssignDialog({ issuer, ...dialog }: Props) {
  const [search, setSearch] = useState("");
  const q = useDeferredValue(search.trim());
  const { data, error, isValidating, mutate } = useFiltered([UNASSIGNED_KEY, issuer, q], () =>
    getUnassignedPayments(issuer, q),
  );
  // A list of the maximum length may be incomplete. In that case, the dialog shows a search.
  const [isMany, setMany] = useState(false);
  if (!isMany && data && data.length >= MAX_UNASSIGNED) setMany(true);
  // While a search runs, the list shows the results of the previous search, so it can't be submitted.
  const isFinding = isMany && (q !== search.trim() || isValidating);
  const { data: authorities, mutate: readAuthorities } = useSWR(AUTHORITIES_KEY, getAuthorities, {
    ...REVALIDATE_ON_MOUNT,
  });
  const shown = data ?? [];
  // Ids of the selected payments; null while all are selected, until the user deselects some.
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number> | null>(null);
  const selectedPayments = shown.filter(({ paymentId }) => selectedIds?.has(paymentId) ?? true);
  const [to, setTo] = useState("");
  const [name, setName] = useState(issuer ?? "");
  const [kind, setKind] = useState("");
  const isNew = to === NEW;
  const submit = useSubmit(
    () => ({
      paymentIds: selectedPayments.length > 0 ? undefined : "Choose at least one payment.",
      to: to ? undefined : "Choose an authority.",
      name: !isNew || name.trim() ? undefined : "Enter the name that drivers see.",
      kind: !isNew || kind ? undefined : "Choose a kind.",
    }),
    async () => {
      const id = isNew ? await addAuthority() : Number(to);
      const authorityName = isNew ? name.trim() : authorities?.find((one) => one.id === id)?.name;
      const { assigned } = await postAssignment(id, selectedPayments.map(idOf));
      void refreshMoney();
      const skippedCount = selectedPayments.length - assigned;
      toast({
        title: "Authority Assigned",
        description: `${formatPaymentCount(assigned)} ${assigned === 1 ? "is" : "are"} owed to ${authorityName}.${skippedCount > 0 ? ` ${formatPaymentCount(skippedCount)} already went into a remittance.` : ""}`,
      });
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );

  /**
   * Adds the authority and selects it. If assigning the payments then fails, another attempt doesn't add the authority
   * twice.
   */
  async function addAuthority(): Promise<number> {
    if (!isKeyOf(AUTHORITY_KINDS, kind)) throw new Error(`unknown kind: ${kind}`);
    const { id } = await postAuthority({ name: name.trim(), kind });
    await readAuthorities();
    setTo(String(id));
    return id;
  }
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Assign authority"
      description={
        issuer
          ? `Choose who these payments are owed to. The items list ${issuer} as the issuer.`
          : "Choose who these payments are owed to. The items don’t list an issuer."
      }
      action={
        selectedPayments.length > 0
          ? `Assign ${formatPaymentCount(selectedPayments.length)}`
          : "Assign"
      }
      working="Saving..."
      disabled={isFinding}
    >
      <SelectField
        label="Authority"
        placeholder="Choose"
        options={[
          ...(authorities ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NEW, label: "New authority" },
        ]}
        {...submit.bind("to", to, setTo)}
      />
      {isNew && (
        <>
          <TextField
            label="Name"
            hint="Drivers see this name. Payments for items issued under this name are assigned right away."
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
        </>
      )}
      {isMany && (
        <TextField
          label="Find by confirmation or citation number"
          hint={`This list shows the ${MAX_UNASSIGNED} oldest payments. After you assign them, you’ll see any others.`}
          autoComplete="off"
          maxLength={100}
          value={search}
          // The search runs while the user types. Without this, Enter would submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          onChange={(event) => {
            setSearch(event.target.value);
            setSelectedIds(null);
          }}
        />
      )}
      {data && data.length === 0 && q ? (
        <Alert tone="info">No payment matches this number.</Alert>
      ) : data ? (
        <PaymentCheckboxes
          payments={shown}
          chosen={selectedPayments}
          error={submit.errors.paymentIds}
          onChange={(ids) => {
            setSelectedIds(new Set(ids));
            submit.clear("paymentIds");
          }}
        />
      ) : error ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : (
        <Loading label="Loading payments" height="8rem" />
      )}
    </SubmitDialog>
  );
}

const idOf = ({ paymentId }: Obligation) => paymentId;
