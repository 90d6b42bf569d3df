import type { ChargeStatus, Parking, Toll, User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Skeleton } from "@/ui/feedback/Skeleton";
import type { OpenForm } from "../openForm";
import { useParking, useTolls } from "../useItems";
import users from "../users/users.module.css";
import css from "./DriverPage.module.css";
import { ofWord } from "@/lib/words";

type Line = { kind: "parking" | "toll"; label: string; record: Parking | Toll };

/** The city named no due date: we worked it out. */
const isOurs = (record: Line["record"]) => "isDueDateOurs" in record && record.isDueDateOurs;

const TONES: Record<ChargeStatus, Tone> = { Unpaid: "neutral", Paid: "good", Overdue: "bad" };

/** A driver's parking violations and tolls, to be edited. */
export function Charges({ user, openForm }: { user: User; openForm: OpenForm }) {
  const parking = useParking(user.id);
  const tolls = useTolls(user.id);
  const failed = parking.error ?? tolls.error;
  const lines: Line[] = [
    ...(parking.data ?? []).map((record) => ({
      kind: "parking" as const,
      label: record.violationType,
      record,
    })),
    ...(tolls.data ?? []).map((record) => ({
      kind: "toll" as const,
      label: record.tollRoad,
      record,
    })),
  ];
  return (
    <Card title="Parking and tolls" aside={lines.length > 0 && String(lines.length)}>
      {failed ? (
        <ErrorState onRetry={() => void Promise.all([parking.mutate(), tolls.mutate()])} />
      ) : !parking.data || !tolls.data ? (
        <Skeleton height="4rem" />
      ) : lines.length === 0 ? (
        <p className={css.soft}>No parking violations or tolls for this user.</p>
      ) : (
        <ul>
          {lines.map(({ kind, label, record }) => (
            <li key={`${kind}-${record.id}`} className={css.charge}>
              <div className={css.what}>
                <p>
                  {label} <span className={css.soft}>#{record.id}</span>
                </p>
                <p className={css.soft}>
                  {kind === "toll" ? "Toll" : "Parking"} · {formatDate(record.date)} ·{" "}
                  {record.amount}
                  {record.dueDate &&
                    ` · due ${formatDate(record.dueDate)}${isOurs(record) ? " (worked out)" : ""}`}
                </p>
              </div>
              {record.isEstimated && <Chip>Estimated {formatCents(centsOf(record.fine))}</Chip>}
              <Chip tone={ofWord(TONES, record.status) ?? "neutral"}>{record.status}</Chip>
              <Button
                variant="secondary"
                compact
                className={users.dense}
                aria-label={`Edit ${kind} ${record.id}`}
                onClick={() => openForm({ form: kind, user, record })}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
