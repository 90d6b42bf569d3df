import { useState } from "react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { canRequestUpdate, pointsBar, statusTone } from "./drivingStatus";
import { showsPoints } from "@/lib/states";
import { Button } from "@/ui/buttons/Button";
import type { Tone } from "@/ui/feedback/Chip";
import { cx } from "@/ui/cx";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Loading } from "@/ui/feedback/Loading";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Skeleton } from "@/ui/feedback/Skeleton";
import css from "./StatusCard.module.css";
import type { DriverRecord } from "../useRecord";
import shapes from "@/ui/layout/shapes.module.css";

const loadIdentity = () => import("./IdentityDialog");

export function StatusCard({ record }: { record: DriverRecord }) {
  const { user, profile } = record;
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby="driving-status">
      <h2 className={css.label} id="driving-status">
        Driving Status
      </h2>
      {profile.data && user ? (
        <>
          <Status
            status={profile.data.status}
            user={user}
            own={record.own}
            urgent={record.preparing}
          />
          <Points bar={pointsBar(profile.data, user.state)} />
        </>
      ) : profile.error ? (
        <Failed record={record} />
      ) : (
        <Loading label="Loading the driving status" why={null}>
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
    </section>
  );
}

/** As high as what would be here. */
function Failed({ record: { user, profile } }: { record: DriverRecord }) {
  return (
    <div role="alert">
      <div className={cx(shapes.spread, css.status)}>
        <p>The status didn’t load.</p>
        <Button
          variant="secondary"
          compact
          loading={profile.isValidating}
          onClick={() => void profile.mutate()}
        >
          Try again
        </Button>
      </div>
      {showsPoints(user?.state) && (
        <p className={cx(css.points, css.failed)}>
          Nothing was lost. Check your connection and try again.
        </p>
      )}
    </div>
  );
}

type StatusProps = { status: string; user: User; own: boolean; urgent: boolean };

function Status({ status, user, own, urgent }: StatusProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={cx(shapes.spread, css.status)}>
      <p className={cx(css.word, css[statusTone(status)])}>{status}</p>
      {/* The server takes the digits from the driver alone. */}
      {own && canRequestUpdate(status) && (
        <>
          <Button
            variant={urgent && !user.statusRequestedAt ? "primary" : "secondary"}
            compact
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            Update Status
          </Button>
          <LateDialog load={loadIdentity} open={open} onOpenChange={setOpen} user={user} />
        </>
      )}
    </div>
  );
}

const SOON_FULL = 70;

function Points({ bar }: { bar: ReturnType<typeof pointsBar> }) {
  if (!bar) return null;
  const { current, total, percent } = bar;
  const tone: Tone = percent >= 100 ? "bad" : percent >= SOON_FULL ? "warn" : "info";
  return (
    <div className={css.points}>
      <p className={css.count}>
        <span>Points</span>
        <span>
          <strong>{current}</strong> of {total}
        </span>
      </p>
      <ProgressBar label="Points" value={current} max={total} tone={tone} />
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
      {user.statusRequestedAt && <span>Check requested {formatDate(user.statusRequestedAt)}</span>}
    </p>
  );
}
