import { CircleCheck, Hourglass } from "lucide-react";
import { type ReactNode, useState } from "react";
import { shortDate } from "@/lib/dates";
import { useConfig } from "@/parts/config/useConfig";
import { toBusinessDate, businessDaysAfter } from "@/parts/dates/businessDays";
import { openHelp } from "@/parts/help";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import type { DriverRecord } from "../useRecord";
import css from "./Steps.module.css";

type Props = {
  record: DriverRecord;
  identity: StepState;
  now: Date;
  onVehicle: () => void;
  onMissing: () => void;
};

/** `sent`: the driver has done their part, and staff have not done theirs yet. */
export type StepState = "open" | "sent" | "done";

const loadIdentity = () => import("../status/IdentityDialog");
const LISTS = ["Tickets", "Parking", "Tolls"];

/**
 * Shown until staff have prepared the record: the state and purpose of each step, and how the driver can help in the
 * meantime.
 */
export default function Steps({ record: { user, own }, identity, now, ...on }: Props) {
  const [asking, setAsking] = useState(false);
  const { data: config } = useConfig();
  if (!user) return null;
  const plate = user.vehicleLicensePlate;
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="steps">
      <h2 id="steps">Your record is on its way</h2>
      <ol className={css.steps}>
        <Step state="done" title="Account created">
          You can log in, get help and report a missing ticket.
        </Step>
        <Step
          state={identity}
          title={identity === "sent" ? "Identity details sent" : "Identity"}
          action={
            own && (
              <Button
                variant="secondary"
                compact
                aria-haspopup="dialog"
                onClick={() => setAsking(true)}
              >
                Verify identity
              </Button>
            )
          }
        >
          {IDENTITY[identity]}
        </Step>
        <Step
          state={plate ? "done" : "open"}
          title="License plate"
          action={
            own && (
              <Button variant="secondary" compact aria-haspopup="dialog" onClick={on.onVehicle}>
                Add Vehicle Information
              </Button>
            )
          }
        >
          {plate
            ? `Plate ${plate}: we’re looking for its parking tickets and tolls.`
            : "Lets us find parking tickets and tolls."}
        </Step>
        <ReadyStep
          day={config && businessDaysAfter(user.createdAt, config.recordReadyBusinessDays)}
          now={now}
          mayAsk={own && user.role === "driver"}
          onMissing={on.onMissing}
        />
      </ol>
      <div className={css.lists}>
        {LISTS.map((what) => (
          <Button
            key={what}
            variant="text"
            compact
            icon={<Hourglass size={14} aria-hidden="true" />}
            onClick={() =>
              toast({
                title: `${what === "Tickets" ? "Traffic tickets" : what} on the way`,
                description: "Your driving record updates within 3-5 business days.",
                variant: "info",
              })
            }
          >
            Loading {what}
          </Button>
        ))}
      </div>
      <LazyDialog load={loadIdentity} open={asking} onOpenChange={setAsking} user={user} />
    </section>
  );
}

const IDENTITY: Record<StepState, string> = {
  open: "Lets us check your license for your driving status and points.",
  sent: "We’re checking your license for your driving status and points.",
  done: "We checked your license. Your driving status and points are on this page.",
};

type ReadyProps = {
  day: string | undefined;
  now: Date;
  mayAsk: boolean;
  onMissing: () => void;
};

/** Promises a date for the first record. After that date, says that it is late and who to ask. */
function ReadyStep({ day, now, mayAsk, onMissing }: ReadyProps) {
  const isLate = day !== undefined && toBusinessDate(now) > day;
  const by = day && `by ${shortDate(day, now)}`;
  const missing = mayAsk && (
    <Button variant="secondary" compact aria-haspopup="dialog" onClick={onMissing}>
      Report a missing ticket
    </Button>
  );
  if (isLate)
    return (
      <Step
        title="Your record is taking longer than expected"
        action={
          <>
            {mayAsk && (
              <Button variant="secondary" compact aria-haspopup="dialog" onClick={openHelp}>
                Get help
              </Button>
            )}
            {missing}
          </>
        }
      >
        We expected it {by} and are still working on it. Our support team can tell you the status.
      </Step>
    );
  return (
    <Step title={by ? `Record ready ${by}` : "Record ready"} action={missing}>
      Your record will show everything you owe, with dates and amounts, in one place. Later changes
      show up within 3-5 business days.
    </Step>
  );
}

type StepProps = { title: string; state?: StepState; action?: ReactNode; children: ReactNode };

const MARKS: Record<StepState, ReactNode> = {
  open: null,
  sent: <Hourglass size={14} aria-hidden="true" />,
  done: <CircleCheck aria-hidden="true" />,
};

function Step({ title, state = "open", action, children }: StepProps) {
  return (
    <li className={cx(css.step, css[state])}>
      <span className={css.mark}>{MARKS[state]}</span>
      <div className={css.words}>
        <h3>
          {title}
          {state === "done" && <span className="visually-hidden"> (done)</span>}
        </h3>
        <p>{children}</p>
        {state === "open" && action}
      </div>
    </li>
  );
}
