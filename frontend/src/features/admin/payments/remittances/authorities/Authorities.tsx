import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Authority } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { Section } from "../../../desk/Section";
import { RowAction } from "../../../table/cells/RowAction";
import type { RowColumn } from "../../../table/rows/Rows";
import { AUTHORITIES_KEY, getAuthorities } from "../calls";
import { PlainTable } from "../PlainTable";
import css from "../remittances.module.css";
import { AUTHORITY_KINDS } from "../remittanceTexts";

const loadDrawer = () => import("./AuthorityDrawer");
const loadMerge = () => import("./MergeDialog");

const COLUMNS: readonly RowColumn<Authority>[] = [
  { title: "Name", cell: ({ name }) => <span className={css.name}>{name}</span> },
  { title: "Kind", short: true, cell: ({ kind }) => lookUpLabel(AUTHORITY_KINDS, kind) ?? kind },
  {
    title: "County and state",
    cell: ({ county, state }) => (
      <span className={css.wholeWords}>{[county, state].filter(Boolean).join(", ") || "—"}</span>
    ),
  },
  {
    title: "Other names",
    long: true,
    cell: ({ alsoCalled }) => <span className={css.text}>{alsoCalled.join("\n") || "—"}</span>,
  },
  {
    title: "Payment instructions",
    long: true,
    cell: ({ payTo }) => <span className={css.text}>{payTo || "—"}</span>,
  },
];

const idOf = ({ id }: Authority) => id;

/**
 * The register of authorities: their names, other names that appear on items, and payment
 * instructions.
 */
export function Authorities() {
  return (
    <Section title="Authorities" storageName="remittances-authorities">
      <Register />
    </Section>
  );
}

function Register() {
  const { data, error, isValidating, mutate } = useSWR(AUTHORITIES_KEY, getAuthorities, {
    ...REVALIDATE_ON_MOUNT,
  });
  /** Id of the authority to edit; null to add an authority. */
  const [editedId, setChanged] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isMerging, setMerging] = useState(false);
  if (error && !data) {
    return (
      <FailureNotice
        title="We couldn’t load the authorities"
        {...{ error, mutate, isValidating }}
      />
    );
  }
  /** Opens the form for the authority with this id, or for a new one if `id` is null. */
  function openDrawer(id: number | null) {
    setChanged(id);
    setOpen(true);
  }
  const authority = data?.find(({ id }) => id === editedId) ?? null;
  function startMerge() {
    setOpen(false);
    setMerging(true);
  }
  const change: RowColumn<Authority> = {
    title: "Actions",
    short: true,
    cell: ({ id, name }) => (
      <RowAction aria-haspopup="dialog" aria-label={`Edit ${name}`} onClick={() => openDrawer(id)}>
        Edit
      </RowAction>
    ),
  };
  return (
    <>
      <div>
        <Button
          variant="secondary"
          compact
          icon={<Plus size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => openDrawer(null)}
        >
          Add authority
        </Button>
      </div>
      <PlainTable
        label="List of authorities"
        columns={[...COLUMNS, change]}
        rows={data}
        idOf={idOf}
        empty="No authorities yet."
        hint="Add the courts, cities and toll agencies whose fines drivers pay. Payments for items issued under one of their names are assigned to them automatically."
      />
      <LazyDialog
        load={loadDrawer}
        open={isOpen}
        onOpenChange={setOpen}
        authority={authority}
        onMerge={data && data.length > 1 ? startMerge : null}
      />
      {data && authority && (
        <LazyDialog
          load={loadMerge}
          open={isMerging}
          onOpenChange={setMerging}
          authority={authority}
          all={data}
        />
      )}
    </>
  );
}
