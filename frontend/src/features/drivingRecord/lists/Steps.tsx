import { CircleCheck, Hourglass } from "lucide-react";
import { type ReactNode, useState } from "react";
import { businessDaysAfter, shortDate } from "@/lib/dates";
import { useConfig } from "@/parts/config/useConfig";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { toast } from "@/ui/overlays/toast";
import type { DriverRecord } from "../useRecord";
import css from "./Steps.module.css";

type Props = {
  record: DriverRecord;
  identity: StepState;
  now: Date;
  onVehicle: () => void;
};

/** `sent`: the driver has done their part, and we have not done ours. */
export type StepState = "open" | "sent" | "done";

const loadIdentity = () => import("../status/IdentityDialog");
const LISTS = ["Tickets", "Parking", "Tolls"];

/** Until staff have put the record together: where things stand, what each step gives, and what to do meanwhile. */
export default function Steps({ record: { user, own }, identity, now, onVehicle }: Props) {
  const [asking, setAsking] = useState(false);
  const { data: config } = useConfig();
  if (!user) return null;
  const day =
    config && shortDate(businessDaysAfter(user.createdAt, config.recordReadyBusinessDays), now);
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="steps">
      <h2 id="steps">Your record is on its way</h2>
      <ol className={css.steps}>
        <Step state="done" title="Account made">
          You can log in, ask for help and report a missing ticket.
        </Step>
        <Step
          state={identity}
          title={identity === "sent" ? "Identity sent" : "Identity"}
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
          {identity === "sent"
            ? "We are looking up your license: your driving status and points."
            : "Lets us look up your license: your driving status and points."}
        </Step>
        <Step
          state={user.vehicleLicensePlate ? "done" : "open"}
          title="License plate"
          action={
            own && (
              <Button variant="secondary" compact aria-haspopup="dialog" onClick={onVehicle}>
                Add Vehicle Information
              </Button>
            )
          }
        >
          Lets us find parking tickets and tolls.
        </Step>
        <Step title={day ? `Record ready by ${day}` : "Record ready"}>
          Everything you owe, with dates and amounts, in one place. Meanwhile, tell us about tickets
          you know of: “Are we Missing any Tickets?” is further down.
        </Step>
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
      <LateDialog load={loadIdentity} open={asking} onOpenChange={setAsking} user={user} />
    </section>
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
        {state !== "done" && <p>{children}</p>}
        {state === "open" && action}
      </div>
    </li>
  );
}
