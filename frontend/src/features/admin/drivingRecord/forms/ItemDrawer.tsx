import { useEffect, useState } from "react";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { useSession } from "@/parts/accounts/useSession";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { readDraft, dropDraft, storeDraft } from "@/parts/forms/drafts";
import { Alert } from "@/ui/feedback/Alert";
import { toast } from "@/ui/overlays/toast";
import { showFiledToast } from "../../desk/filing/showFiledToast";
import { useLargeAmount } from "../../desk/filing/useLargeAmount";
import { refresh } from "../../desk/live/refresh";
import { getAllParking, getAllTickets, getAllTolls } from "../calls";
import { findAmountToConfirm } from "./amountHint";
import { buildBody, checkItem } from "./checkItem";
import { Differences } from "./Differences";
import { DriverPicker } from "./DriverPicker";
import { explainEqualCitation } from "./equalCitation";
import { defaultValuesOf, type ItemValues, valuesOf } from "./fieldSpecs";
import css from "./forms.module.css";
import { FormDrawer } from "../../desk/forms/FormDrawer";
import { useDraftForm } from "../../desk/forms/useDraftForm";
import { ItemFields } from "./ItemFields";
import {
  createItem,
  type ItemRecord,
  LISTS,
  UPDATE_FAILED,
  updateItem,
  ITEM_TEXTS,
} from "./itemCalls";
import { type Difference, merge } from "./merge";
import { SentLetter } from "./SentLetter";

type Props = {
  kind: ItemKind;
  /** The record to edit; without it, the form creates a new one. */
  record?: ItemRecord;
  /** The record's owner, or the preselected owner of a new record. Null if staff must still choose the owner. */
  user: User | null;
  /** The owner that was selected when the session ended and the form had to be reopened. */
  owner?: User | null;
  /** Initial values of a new record, in addition to the defaults. */
  preset?: ItemValues;
  /** The missing-ticket report for which a new ticket is filed. */
  reportId?: number;
  /** Called after a new record was filed. */
  onCreated?: (item: ItemRecord) => void;
  onClose: () => void;
};

type Conflict = { by: string | null; differences: Difference[] };
type Basis = { version: number; values: ItemValues };

const baseKey = (draft: string) => `${draft}.begun`;

/** Returns what colleagues changed since the restored draft was started; null if they changed nothing. */
function changesSince(kind: ItemKind, now: Basis | null, draft: string): Conflict | null {
  const typed = readDraft<ItemValues>(draft);
  const startingBasis = readDraft<Basis>(baseKey(draft));
  if (!now || !typed || !startingBasis || startingBasis.version === now.version) return null;
  const { differences } = merge(
    kind,
    startingBasis.values,
    { ...now.values, ...typed },
    now.values,
  );
  return { by: null, differences };
}

/** Creates or edits a ticket, parking ticket or toll (docs/product/driving-record.md#changing-an-item). */
export default function ItemDrawer(props: Props) {
  const { kind, record, user, preset, reportId, onCreated, onClose } = props;
  const texts = ITEM_TEXTS[kind];
  const [owner, setOwner] = useState(props.owner ?? user);
  const [basis, setBasis] = useState<Basis | null>(
    record ? { version: record.version, values: valuesOf(kind, { ...record }) } : null,
  );
  const me = useSession().user?.id ?? 0;
  const draft = record
    ? `${kind}-${record.id}`
    : `${kind}-new-${user?.id ?? 0}${reportId ? `-report-${reportId}` : ""}`;
  const [conflict, setConflict] = useState(() => changesSince(kind, basis, `${me}.${draft}`));

  const question = useLargeAmount();
  const form = useDraftForm<ItemValues>({
    initial: basis?.values ?? { ...defaultValuesOf(kind), ...preset },
    draft,
    reopens: {
      form: kind,
      userId: record?.userId ?? user?.id ?? null,
      ...(record ? { recordId: record.id } : { ownerId: owner?.id ?? null }),
      ...(reportId && { reportId }),
    },
    check: (values) => ({
      // An existing item always has an owner, even while the owner's data is loading.
      ...(!record && !owner && { userId: "User is required" }),
      ...checkItem(kind, values, basis?.values),
    }),
    onInvalid: () =>
      toast({
        title: "Validation Error",
        description: "Please fill in all required fields correctly.",
        variant: "destructive",
      }),
    confirm: async (values) => {
      const amountToConfirm = findAmountToConfirm(values, basis?.values);
      return amountToConfirm === null || question.ask(amountToConfirm);
    },
    send: async (values) => {
      const body = buildBody(kind, values);
      if (record && basis) await updateItem(kind, record.id, basis.version, body);
      else {
        const filed = await createItem(kind, owner?.id ?? 0, body);
        onCreated?.(filed);
        if (owner) showFiledToast(owner, texts.created);
      }
      if (record) toast(texts.updated);
      void refresh(LISTS[kind], "/api/admin/users");
      onClose();
    },
    onFailed: (error) => {
      toast({
        title: "Error",
        description: record ? UPDATE_FAILED[kind] : texts.failed,
        variant: "destructive",
      });
      if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return false;
      void showConflict(error);
      return true;
    },
    explain: explainEqualCitation,
  });

  // Stores the record as it was when staff started typing. A restored draft then shows what colleagues changed since.
  const begun = JSON.stringify(form.isTyped ? basis : null);
  useEffect(() => {
    if (begun === "null") dropDraft(baseKey(`${me}.${draft}`));
    else storeDraft(baseKey(`${me}.${draft}`), JSON.parse(begun));
  }, [begun, me, draft]);

  /** Reads what a colleague saved, merges it into the form, and lists the differences. */
  async function showConflict(error: ApiError) {
    if (!record || !basis) return;
    const list =
      kind === "ticket" ? getAllTickets : kind === "parking" ? getAllParking : getAllTolls;
    const stored = await list(record.userId).catch(() => []);
    const now = stored.find(({ id }) => id === record.id);
    if (!now) return;
    const theirs = valuesOf(kind, { ...now });
    const merged = merge(kind, basis.values, form.values, theirs);
    form.setValues(merged.values);
    setBasis({ version: now.version, values: theirs });
    const by = typeof error.body.changedBy === "string" ? error.body.changedBy : null;
    setConflict({ by, differences: merged.differences });
  }

  /** Replaces the typed value of a field by the value that a colleague saved. */
  function takeTheirs({ name, theirs }: Difference) {
    form.set(name, theirs);
    setConflict(
      (now) =>
        now && {
          ...now,
          differences: now.differences.map((one) =>
            one.name === name ? { ...one, mine: null } : one,
          ),
        },
    );
  }

  return (
    <FormDrawer
      form={form}
      title={record ? texts.edit : texts.create}
      action={record ? "Save changes" : texts.create}
      working="Saving..."
      onClose={onClose}
      cancel={record ? "Cancel Edit" : "Cancel"}
      contentAbove={conflict && <Differences {...conflict} onUseTheirs={takeTheirs} />}
    >
      {Object.keys(form.errors).length > 0 && !form.failure && (
        <Alert title="Validation Error">Please fill in all required fields correctly.</Alert>
      )}
      {record ? (
        <p className={css.owner}>
          {owner ? `${owner.fullName || owner.username} (#${owner.id})` : `#${record.userId}`}
        </p>
      ) : (
        <DriverPicker
          user={owner}
          error={owner ? undefined : form.errors.userId}
          onPick={setOwner}
        />
      )}
      <ItemFields kind={kind} values={form.values} errors={form.errors} set={form.set} />
      {record && <SentLetter kind={kind} record={record} />}
      {record && <LazyItemFiles kind={kind} id={record.id} heading="h3" isStaff />}
      {question.dialog}
    </FormDrawer>
  );
}
