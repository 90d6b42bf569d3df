import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import type { Ticket, User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { pointsText } from "@/lib/labels";
import { describeFailure } from "@/parts/failure";
import { openHelp } from "@/parts/help";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import type { Tone } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { readDueEntries } from "../due/due";
import type { DriverRecord } from "../useRecord";
import {
  canRequestUpdate,
  hasStatusOrPoints,
  isSuspended,
  buildPointsBar,
  showsPoints,
  statusTone,
} from "./drivingStatus";
import css from "./StatusCard.module.css";

const loadIdentity = () => import("./IdentityDialog");

export function StatusCard({ record, now }: { record: DriverRecord; now: Date }) {
  const { user, profile } = record;
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const isActive = profile.data !== undefined && statusTone(profile.data.status) === "good";
  return (
    <section
      className={cx(shapes.surface, css.card, isActive && css.short)}
      aria-labelledby="driving-status"
    >
      <h2 className={css.label} id="driving-status">
        Driving Status
      </h2>
      {isActive && (
        <button
          type="button"
          className={css.line}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <StatusLine record={record} />
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      )}
      <div className={css.body} id={bodyId} data-open={isOpen}>
        {profile.data && user ? (
          <>
            <Status
              status={profile.data.status}
              user={user}
              isOwn={record.isOwn}
              urgent={record.isPreparing}
            />
            {isSuspended(profile.data.status) && <SuspensionNote isOwn={record.isOwn} />}
            <Points
              bar={buildPointsBar(profile.data, user.state)}
              isChecked={!record.isPreparing || hasStatusOrPoints(profile.data)}
              nextTicket={findNextPoints(record, now)}
            />
          </>
        ) : profile.error ? (
          <StatusError record={record} />
        ) : (
          <Loading label="Loading the driving status" slowText={null}>
            <div className={cx(shapes.spread, css.status)}>
              <Skeleton width="7rem" height="1.25rem" />
            </div>
            {showsPoints(user?.state) && (
              <div className={css.points}>
                <Skeleton height="1.36rem" />
                <Skeleton height="8px" />
              </div>
            )}
          </Loading>
        )}
        <Dates user={user} />
      </div>
    </section>
  );
}

/** Status and points on one line. Shown on phones while the license status is good. */
function StatusLine({ record: { user, profile } }: { record: DriverRecord }) {
  const bar = profile.data && user && buildPointsBar(profile.data, user.state);
  return (
    <>
      <span className={cx(css.word, css.good)}>{profile.data?.status}</span>{" "}
      {bar && (
        <span className={css.sum}>
          {bar.current} of {bar.total} points
        </span>
      )}
    </>
  );
}

/** Error message that is as high as the content it replaces. */
function StatusError({ record: { user, profile } }: { record: DriverRecord }) {
  const { text, mayRetry } = describeFailure(profile.error);
  return (
    <div role="alert">
      <div className={cx(shapes.spread, css.status)}>
        <p>We couldn’t load your driving status.</p>
        {mayRetry && (
          <Button
            variant="secondary"
            compact
            loading={profile.isValidating}
            onClick={() => void profile.mutate()}
          >
            Try again
          </Button>
        )}
      </div>
      {showsPoints(user?.state) && <p className={cx(css.points, css.failed)}>{text}</p>}
    </div>
  );
}

type StatusProps = { status: string; user: User; isOwn: boolean; urgent: boolean };

function Status({ status, user, isOwn, urgent }: StatusProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={cx(shapes.spread, css.status)}>
      <p className={cx(css.word, css[statusTone(status)])}>{status}</p>
      {/* The server accepts SSN digits only from the driver. Staff see no button, even on their own profile. */}
      {isOwn && user.role === "driver" && canRequestUpdate(status) && (
        <>
          <Button
            variant={urgent && !user.statusRequestedAt ? "primary" : "secondary"}
            compact
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            Update Status
          </Button>
          <LazyDialog load={loadIdentity} open={open} onOpenChange={setOpen} user={user} />
        </>
      )}
    </div>
  );
}

const WARNING_PERCENT = 70;

/** Returns the next ticket whose payment would put points on the license. */
function findNextPoints(record: DriverRecord, now: Date) {
  const { entries } = readDueEntries(record, now);
  return entries.find(({ item }) => item?.mayPay && (item.ticket?.points ?? 0) > 0)?.item?.ticket;
}

type PointsProps = {
  bar: ReturnType<typeof buildPointsBar>;
  /** False until staff have checked the license. Before that, the number of points is unknown. */
  isChecked: boolean;
  nextTicket: Ticket | null | undefined;
};

function Points({ bar, isChecked, nextTicket }: PointsProps) {
  if (!bar) return null;
  if (!isChecked)
    return (
      <p className={cx(css.points, css.count)}>
        <span>Points</span>
        <span>Not checked yet</span>
      </p>
    );
  const { current, total, percent } = bar;
  const addition =
    nextTicket &&
    `Paying your ${nextTicket.violationType} ticket would add\u00a0${pointsText(nextTicket.points)}`;
  const tone: Tone = percent >= 100 ? "bad" : percent >= WARNING_PERCENT ? "warn" : "info";
  return (
    <div className={css.points}>
      <p className={css.count}>
        <span>Points</span>
        <span>
          <strong>{current}</strong> of {total}
          {addition ? ` · ${addition}` : " points on your license"}
        </span>
      </p>
      <ProgressBar
        label="Points"
        value={current}
        max={total}
        addition={nextTicket?.points}
        valueText={`${current} of ${total}${addition ? `, ${addition}` : ""}`}
        tone={tone}
      />
    </div>
  );
}

/** Explains a suspended license and what to do. */
function SuspensionNote({ isOwn }: { isOwn: boolean }) {
  return (
    <div className={css.suspended}>
      <p>
        Your license is suspended: don’t drive until your state reinstates it. Take care of your
        open tickets here first. Then ask your state’s licensing office what else it needs from you.
      </p>
      {isOwn && (
        <Button variant="secondary" compact aria-haspopup="dialog" onClick={openHelp}>
          Get help with this
        </Button>
      )}
    </div>
  );
}

function Dates({ user }: { user: User | undefined }) {
  if (!user) {
    return (
      <div className={css.dates}>
        <Skeleton width="8rem" height="1.45em" />
      </div>
    );
  }
  if (!user.lastAdminUpdateAt && !user.statusRequestedAt) return null;
  return (
    <p className={css.dates}>
      {user.lastAdminUpdateAt && <span>Last Updated {formatDate(user.lastAdminUpdateAt)}</span>}
      {user.statusRequestedAt && (
        <span>License check requested {formatDate(user.statusRequestedAt)}</span>
      )}
    </p>
  );
}
