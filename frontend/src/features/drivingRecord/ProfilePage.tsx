import { type ComponentType, useCallback, useDeferredValue, useState } from "react";
import { SWRConfig } from "swr";
import type { Ticket, User } from "@/api/types";
import { withStyle } from "@/lib/loadStyle";
import { useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { Page } from "@/ui/layout/Page";
import { lazyComponent } from "@/ui/lazyComponent";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { DuePage } from "./DuePage";
import { NextDue } from "./due/NextDue";
import { OfferContext } from "./items/offerContext";
import { LazyDetails } from "./LazyDetails";
import { Logout } from "./Logout";
import { Lists } from "./lists/Lists";
import { ProfileHeader } from "./ProfileHeader";
import css from "./ProfilePage.module.css";
import { REREAD } from "./reread";
import { canRequestUpdate } from "./status/drivingStatus";
import { StatusCard } from "./status/StatusCard";
import { useLawyerOffer } from "./useLawyerOffer";
import { type DriverRecord, preloadScreenData, useRecord, withoutLists } from "./useRecord";

/** DuePage uses nearly the same code, so both are in one file: one request less for the profile. */
export { DuePage, preloadScreenData };

/** Loaded on demand, because a profile can rarely not be shown. */
const NoProfile = lazyComponent(() => import("./NoProfile"), FailureNotice);
/** Loaded on demand, because only new drivers see the steps. */
const Steps = lazyComponent(() => withStyle("Steps", import("./lists/Steps")), FailureNotice);
const loadVehicle = () => import("./status/VehicleDialog");

/** Number of due items shown before the link to the full list. */
const FIRST = 3;

type OfferProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  state: string | null | undefined;
};

type RequestsProps = {
  user: User;
  /** Whether the dialog for reporting a missing ticket is open. */
  reporting: boolean;
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
  const asked = query.get("user");
  // Without a valid id in the URL, the page shows the user's own profile.
  const userId = asked && /^\d{1,9}$/.test(asked) ? Number(asked) : viewer.id;
  return (
    <SWRConfig value={REREAD}>
      <Profile key={userId} viewer={viewer} userId={userId} parts={parts} />
    </SWRConfig>
  );
}

/** Whether staff know the license status, have been asked to check it, or neither. */
function identityOf({ user, profile }: DriverRecord) {
  if (profile.data && !canRequestUpdate(profile.data.status)) return "done";
  return user?.statusRequestedAt ? "sent" : "open";
}

type Props = { viewer: User; userId: number; parts: ProfileParts };

function Profile({ viewer, userId, parts: { Requests, loadOffer } }: Props) {
  const record = useRecord(viewer, userId);
  const [details, setDetails] = useState<Ticket | null>(null);
  const [askingVehicle, setAskingVehicle] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [now] = useState(() => new Date());
  const offer = useLawyerOffer(record);
  const askVehicle = useCallback(() => setAskingVehicle(true), []);
  // Due items render first; the long lists follow in a deferred render.
  const [unlisted] = useState(() => withoutLists(record));
  const listed = useDeferredValue(record, unlisted);
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
            {record.preparing ? (
              <Steps
                record={record}
                identity={identityOf(record)}
                now={now}
                onVehicle={askVehicle}
                onMissing={() => setReporting(true)}
              />
            ) : (
              <NextDue record={record} now={now} first={FIRST} onDetails={setDetails} />
            )}
          </div>
          <OfferContext value={offer.context}>
            <Lists record={listed} now={now} onDetails={setDetails} onVehicle={askVehicle} />
          </OfferContext>
        </div>
      )}
      {user && listed.isWhole && record.own && user.role === "driver" && (
        <div className={css.requests}>
          <Requests user={user} reporting={reporting} onReporting={setReporting} />
        </div>
      )}
      {/* The button appears once all lists above it have loaded, so that it doesn't move. */}
      {(listed.isWhole || record.failure) && <Logout />}
      <LazyDetails ticket={details} now={now} onClose={() => setDetails(null)} />
      <LazyDialog
        load={loadOffer}
        open={offer.ticket !== null}
        onOpenChange={offer.close}
        ticket={offer.ticket}
        state={user?.state}
      />
      {user && (
        <LazyDialog
          load={loadVehicle}
          open={askingVehicle}
          onOpenChange={setAskingVehicle}
          user={user}
        />
      )}
    </Page>
  );
}
