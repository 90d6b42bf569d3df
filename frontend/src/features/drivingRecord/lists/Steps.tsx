import CircleCheck from "lucide-react/icons/circle-check";
import Hourglass from "lucide-react/icons/hourglass";
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
  onEditVehicle: () => void;
  onReportMissing: () => void;
};

/** State of a step. `sent`: the driver has sent the details, and staff have not checked them yet. */
export type StepState = "open" | "sent" | "done";

const loadIdentity = () => import("../status/IdentityDialog");
const LISTS = [
  { name: "Tickets", items: "your traffic tickets" },
  { name: "Parking", items: "your parking tickets" },
  { name: "Tolls", items: "your tolls" },
];

/**
 * The steps until staff have prepared the record: each step's state and purpose, and what the driver can do in the
 * meantime.
 */
export default function Steps({ record: { user, isOwn }, identity, now, ...handlers }: Props) {
  const [isIdentityDialogOpen, setIdentityDialogOpen] = useState(false);
  const { data: config } = useConfig();
  if (!user) return null;
  const plate = user.vehicleLicensePlate;
  // Staff can see their own profile, but the server accepts SSN digits and reports only from drivers.
  const isOwnDriver = isOwn && user.role === "driver";
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="steps">
      <h2 id="steps">Your record is on its way</h2>
      <ol className={css.steps}>
        <Step state="done" title="Account created">
          You can log in, get help, add a ticket and report a missing one.
        </Step>
        <Step
          state={identity}
          title={identity === "sent" ? "Identity details sent" : "Identity"}
          action={
            isOwnDriver && (
              <Button
                variant="secondary"
                compact
                aria-haspopup="dialog"
                onClick={() => setIdentityDialogOpen(true)}
              >
                Verify identity
              </Button>
            )
          }
        >
          {IDENTITY_TEXTS[identity]}
        </Step>
        <Step
          state={plate ? "done" : "open"}
          title="License plate"
          action={
            isOwn && (
              <Button
                variant="secondary"
                compact
                aria-haspopup="dialog"
                onClick={handlers.onEditVehicle}
              >
                Add Vehicle Information
              </Button>
            )
          }
        >
          {plate
            ? `Plate ${plate}: we’re looking for its parking tickets and tolls.`
            : "Add your plate so that we can find your parking tickets and tolls."}
        </Step>
        <ReadyStep
          day={config && businessDaysAfter(user.createdAt, config.recordReadyBusinessDays)}
          now={now}
          mayReportMissing={isOwnDriver}
          onMissing={handlers.onReportMissing}
        />
      </ol>
      <div className={css.lists}>
        {LISTS.map(({ name, items }) => (
          <Button
            key={name}
            variant="text"
            compact
            icon={<Hourglass size={14} aria-hidden="true" />}
            onClick={() =>
              toast({
                title: `We’re still preparing ${items}`,
                description: "They’ll show up here once your record is ready.",
                variant: "info",
              })
            }
          >
            Loading {name}
          </Button>
        ))}
      </div>
      <LazyDialog
        load={loadIdentity}
        open={isIdentityDialogOpen}
        onOpenChange={setIdentityDialogOpen}
        user={user}
      />
    </section>
  );
}

const IDENTITY_TEXTS: Record<StepState, string> = {
  open: "Verify your identity so that we can check your license for your driving status and points.",
  sent: "We’re checking your license for your driving status and points.",
  done: "We checked your license. Your driving status and points are on this page.",
};

type ReadyProps = {
  day: string | undefined;
  now: Date;
  mayReportMissing: boolean;
  onMissing: () => void;
};

/**
 * Shows the date by which the record will be ready. After that date, says that the record is late
 * and how to get help.
 */
function ReadyStep({ day, now, mayReportMissing, onMissing }: ReadyProps) {
  const isLate = day !== undefined && toBusinessDate(now) > day;
  const byDate = day && `by ${shortDate(day, now)}`;
  const reportButton = mayReportMissing && (
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
            {mayReportMissing && (
              <Button variant="secondary" compact aria-haspopup="dialog" onClick={openHelp}>
                Get help
              </Button>
            )}
            {reportButton}
          </>
        }
      >
        We expected it {byDate} and are still working on it. Our support team can tell you the
        status.
      </Step>
    );
  return (
    <Step title={byDate ? `Record ready ${byDate}` : "Record ready"} action={reportButton}>
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
