import type { ReactNode } from "react";
import { keysOf, lookUpLabel } from "@/lib/labels";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import type { RecordOwner } from "../desk/driver";
import { RelativeTime } from "../desk/RelativeTime";
import { DriverLink } from "../table/cells/DriverLink";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { StatusSelect } from "../table/cells/StatusSelect";
import type { Column } from "../table/columns";
import { useActions } from "./actions";
import type { Row, StatusOf } from "./declaration";

type Props<T extends Row> = { row: T; hidesLabel?: boolean; label?: string };

/** Switch that marks a record solved or unsolved. */
export function Solved<T extends Row>({ row, ...rest }: Props<T>) {
  const { declaration, requestSolve } = useActions<T>();
  return (
    <SolvedToggle
      {...rest}
      solved={row.isSolved ?? false}
      recordName={declaration.nameOf?.(row) ?? String(row.id)}
      onChange={(solved) => requestSolve([row], solved)}
    />
  );
}

/** Select for the status of a record. */
export function SetStatus<T extends Row & { status: StatusOf<T> }>({ row }: { row: T }) {
  const { declaration, apply, openDialog } = useActions<T>();
  const { status } = declaration;
  if (!status) return null;
  return (
    <StatusSelect
      recordName={declaration.nameOf?.(row) ?? String(row.id)}
      value={row.status}
      options={keysOf(status.tones)}
      tone={lookUpLabel(status.tones, row.status) ?? "neutral"}
      onChange={(next) => {
        const first = status.confirmDialog?.(row, next) ?? null;
        if (first === null) void apply(row, status.change(row, next));
        else openDialog(first, [row]);
      }}
    />
  );
}

type ToneChipProps<W extends string> = {
  word: W;
  tones: Readonly<Record<W, Tone>>;
  /** Labels of the values; by default the values themselves. */
  labels?: Readonly<Partial<Record<W, string>>>;
  className?: string;
};

/** A status chip in its color. An unknown status is shown as the server sent it, in gray. */
export function ToneChip<W extends string>({ word, tones, labels, className }: ToneChipProps<W>) {
  return (
    <Chip tone={lookUpLabel(tones, word) ?? "neutral"} className={className}>
      {labels?.[word] ?? word}
    </Chip>
  );
}

/** Column with a link to the record's driver. */
export const driverColumn = (title = "User ID"): Column<RecordOwner> => ({
  id: "user",
  title,
  wraps: 6.5,
  cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName} />,
});

export const relativeTimeColumn = <T,>(
  title: string,
  timeOf: (row: T) => string | null,
): Column<T> => ({
  id: title,
  title,
  cell: (row) => <RelativeTime at={timeOf(row)} />,
});

export const solvedColumn = <T extends Row>(): Column<T> => ({
  id: "solved",
  title: "Resolved",
  card: "actions",
  cell: (row) => <Solved hidesLabel row={row} />,
});

export const actionsColumn = <T,>(cell: (row: T) => ReactNode): Column<T> => ({
  id: "actions",
  title: "Actions",
  pinned: true,
  card: "actions",
  cell,
});
