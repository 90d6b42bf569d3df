import type { Standing } from "@/api/types";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { formatDate } from "@/lib/dates";
import { humanize, lookUpLabel, pointsText } from "@/lib/labels";
import { describeFine } from "@/lib/money";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { CASES_KEY, getRecord, postRecordRequest } from "../calls";
import css from "../lawyer.module.css";

/** The driver's record, which the lawyer sees only if the driver allows it. */
export function DriverRecord(props: CaseProps) {
  const { legalCase } = props;
  const isRequested = legalCase.consents.some(
    ({ kind, state }) => kind === "record_for_lawyer" && state === "asked",
  );
  const mayAsk = legalCase.actions.includes("ask_for_record");
  const mayRead = legalCase.actions.includes("read_record");
  if (!isRequested && !mayAsk && !mayRead) return null;
  return (
    <Card title="Driver’s record">
      {mayRead && <SharedRecord id={legalCase.id} />}
      {isRequested && (
        <p className={css.soft}>You asked to see this record. The driver hasn’t answered yet.</p>
      )}
      {mayAsk && <RecordRequest {...props} />}
    </Card>
  );
}

function RecordRequest(props: CaseProps) {
  const submit = useCaseSubmit(
    {
      ...props,
      onChanged: (next) => {
        props.onChanged(next);
        toast({
          title: "Request Sent",
          description: "The driver decides whether you can see the record.",
        });
      },
    },
    () => ({}),
    () => postRecordRequest(props.legalCase.id),
  );
  return (
    <SubmitForm submit={submit}>
      <p>
        You can ask to see the driver’s date of birth, license, points and other tickets. The driver
        decides.
      </p>
      <div className={css.buttons}>
        <Button type="submit" variant="secondary" loading={submit.busy} loadingText="Asking...">
          Ask to see the record
        </Button>
      </div>
    </SubmitForm>
  );
}

const STANDING_WORDS: Record<Standing, string> = {
  due: "not paid",
  with_lawyer: "not paid, lawyer hired",
  processing: "payment processing",
  paid: "paid",
  refunding: "being refunded",
  chargeback_open: "payment reversed by the bank",
  settled_with_city: "settled with the city",
  dismissed: "dismissed",
  being_checked: "not confirmed",
};

function SharedRecord({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useRead(
    [CASES_KEY, id, "record"],
    () => getRecord(id),
    REVALIDATE_ON_MOUNT,
  );
  if (data)
    return (
      <div className={css.stack}>
        <dl className={css.facts}>
          <Fact name="Date of birth" value={formatDate(data.dateOfBirth)} />
          <Fact name="License" value={data.licenseNumber} />
          <Fact name="License status" value={humanize(data.licenseStatus)} />
          <Fact name="Points" value={data.points === null ? null : String(data.points)} />
        </dl>
        {data.tickets.length === 0 && <p className={css.soft}>No other tickets.</p>}
        {data.tickets.map((ticket) => (
          <p key={ticket.id} className={css.soft}>
            {[
              ticket.violation,
              formatDate(ticket.date),
              describeFine(ticket.fine, ticket.isEstimated),
              pointsText(ticket.points),
              lookUpLabel(STANDING_WORDS, ticket.standing),
            ].join(" · ")}
          </p>
        ))}
      </div>
    );
  if (error)
    return (
      <div className={css.stack}>
        <Alert>We couldn’t load the record.</Alert>
        <div>
          <Button variant="secondary" compact loading={isValidating} onClick={() => void mutate()}>
            Try again
          </Button>
        </div>
      </div>
    );
  return <Loading label="Loading the driver’s record" height="8rem" />;
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || "—"}</dd>
    </div>
  );
}
