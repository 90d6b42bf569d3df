import { type ComponentType, useCallback, useDeferredValue, useState } from "react";
import { SWRConfig } from "swr";
import type { Ticket, User } from "@/api/types";
import { withStyle } from "@/lib/loadStyle";
import { paths } from "@/lib/paths";
import { Link, useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import { lazyComponent } from "@/ui/lazyComponent";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { DuePage } from "./DuePage";
import { NextDue } from "./due/NextDue";
import { OfferContext } from "./items/offerContext";
import { LazyDetails, useDetails } from "./LazyDetails";
import { Logout } from "./Logout";
import { Lists } from "./lists/Lists";
import { ProfileHeader } from "./ProfileHeader";
import css from "./ProfilePage.module.css";
import { REVALIDATE } from "./reread";
import { canRequestUpdate } from "./status/drivingStatus";
import { StatusCard } from "./status/StatusCard";
import { useHireOffer } from "./useHireOffer";
import { type DriverRecord, preloadScreenData, useRecord, withoutLists } from "./useRecord";

/**
 * DuePage uses nearly the same code as the profile. Both are in one module, so that neither needs an additional
 * request.
 */
export { DuePage, preloadScreenData };

/** Loaded on demand, because it shows only if a profile can't be shown. */
const NoProfile = lazyComponent(() => import("./NoProfile"), FailureNotice);
/** Loaded on demand, because only new drivers see the steps. */
const Steps = lazyComponent(() => withStyle("Steps", import("./lists/Steps")), FailureNotice);
const loadVehicle = () => import("./status/VehicleDialog");

/** Number of due items shown before the link to the full list. */
const SHOWN_DUE_ITEMS = 3;

type OfferProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  state: string | null | undefined;
};

type RequestsProps = {
  user: User;
  /** Whether the dialog for reporting a missing ticket is open. */
  isReporting: boolean;
  onReporting: (open: boolean) => void;
};

/**
 * Components of other features that the profile loads on demand. The app passes them in, because features can't import
 * each other.
 */
export type ProfileParts = {
  Requests: ComponentType<RequestsProps>;
  loadOffer: () => Promise<{ default: ComponentType<OfferProps> }>;
};

export default function ProfilePage(parts: ProfileParts) {
  useDocumentTitle("Driving Profile");
  const { user: viewer } = useSession();
  const [query] = useSearchParams();
  if (!viewer) return null;
  const requestedUser = query.get("user");
  // Without a valid id in the URL, the page shows the user's own profile.
  const userId =
    requestedUser && /^\d{1,9}$/.test(requestedUser) ? Number(requestedUser) : viewer.id;
  return (
    <SWRConfig value={REVALIDATE}>
      <Profile key={userId} viewer={viewer} userId={userId} parts={parts} />
    </SWRConfig>
  );
}

/** Returns "done" if staff know the license status, "sent" if the driver has requested a check, otherwise "open". */
function identityState({ user, profile }: DriverRecord) {
  if (profile.data && !canRequestUpdate(profile.data.status)) return "done";
  return user?.statusRequestedAt ? "sent" : "open";
}

type Props = { viewer: User; userId: number; parts: ProfileParts };

function Profile({ viewer, userId, parts: { Requests, loadOffer } }: Props) {
  const record = useRecord(viewer, userId);
  const details = useDetails();
  const [isVehicleDialogOpen, setVehicleDialogOpen] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [now] = useState(() => new Date());
  const hireOffer = useHireOffer(record);
  const openVehicleDialog = useCallback(() => setVehicleDialogOpen(true), []);
  // Due items render first. The long lists render later, so that they don't delay the due items.
  const [withoutListData] = useState(() => withoutLists(record));
  const deferredRecord = useDeferredValue(record, withoutListData);
  const { user } = record;
  return (
    <Page className={css.page}>
      <ProfileHeader viewer={viewer} user={user} failed={Boolean(record.failure)} />
      {record.failure && !user ? (
        <NoProfile record={record} />
      ) : (
        <div className={css.columns}>
          <div className={css.summary}>
            <StatusCard record={record} now={now} />
          </div>
          <div className={css.needs}>
            {record.isPreparing ? (
              <Steps
                record={record}
                identity={identityState(record)}
                now={now}
                onEditVehicle={openVehicleDialog}
                onReportMissing={() => setReporting(true)}
              />
            ) : (
              <NextDue
                record={record}
                now={now}
                maxRows={SHOWN_DUE_ITEMS}
                onDetails={details.open}
              />
            )}
            {record.isOwn && user?.role === "driver" && (
              <Link
                className={buttonClass({ variant: "secondary", block: true })}
                to={paths.addItem()}
              >
                Add a ticket
              </Link>
            )}
          </div>
          <OfferContext value={hireOffer.context}>
            <Lists
              record={deferredRecord}
              now={now}
              onDetails={details.open}
              onEditVehicle={openVehicleDialog}
            />
          </OfferContext>
        </div>
      )}
      {user && deferredRecord.isWhole && record.isOwn && user.role === "driver" && (
        <div className={css.requests}>
          <Requests user={user} isReporting={reporting} onReporting={setReporting} />
        </div>
      )}
      {/* The button appears once all lists above it have loaded, so that it doesn't move. */}
      {(deferredRecord.isWhole || record.failure) && <Logout />}
      <LazyDetails ref={details.ref} now={now} />
      <LazyDialog
        load={loadOffer}
        open={hireOffer.ticket !== null}
        onOpenChange={hireOffer.close}
        ticket={hireOffer.ticket}
        state={user?.state}
      />
      {user && (
        <LazyDialog
          load={loadVehicle}
          open={isVehicleDialogOpen}
          onOpenChange={setVehicleDialogOpen}
          user={user}
        />
      )}
    </Page>
  );
}
