import { type ComponentType, useCallback, useDeferredValue, useState } from "react";
import { SWRConfig } from "swr";
import type { Ticket, User } from "@/api/types";
import { withStyle } from "@/lib/loadStyle";
import { useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { Failed } from "@/parts/Failed";
import { late } from "@/ui/late";
import { Page } from "@/ui/layout/Page";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { DuePage } from "./DuePage";
import { NextDue } from "./due/NextDue";
import { OfferContext } from "./items/offerContext";
import { LateDetails } from "./LateDetails";
import { Logout } from "./Logout";
import { Lists } from "./lists/Lists";
import { ProfileHeader } from "./ProfileHeader";
import css from "./ProfilePage.module.css";
import { REREAD } from "./reread";
import { canRequestUpdate } from "./status/drivingStatus";
import { StatusCard } from "./status/StatusCard";
import { useLawyerOffer } from "./useLawyerOffer";
import { ahead, type DriverRecord, useRecord, withoutLists } from "./useRecord";

/** It has nearly all of its code from here: one file for both is one request less for the profile. */
export { ahead, DuePage };

/** Seldom seen. */
const NoProfile = late(() => import("./NoProfile"), Failed);
/** For newcomers alone. */
const Steps = late(() => withStyle("Steps", import("./lists/Steps")), Failed);
const loadVehicle = () => import("./status/VehicleDialog");

/** How many of what needs the driver show before the page of it all. */
const FIRST = 3;

type OfferProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  state: string | null | undefined;
};

type RequestsProps = {
  user: User;
  /** Whether a missing ticket is being reported. */
  reporting: boolean;
  onReporting: (open: boolean) => void;
};

/** What other rooms show on the profile, late; the app brings them together. */
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
  // No user, or nothing that could be one: the session's own.
  const userId = asked && /^\d{1,9}$/.test(asked) ? Number(asked) : viewer.id;
  return (
    <SWRConfig value={REREAD}>
      <Profile key={userId} viewer={viewer} userId={userId} parts={parts} />
    </SWRConfig>
  );
}

/** Whether staff know the license, or have been asked to look it up. */
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
  // What needs the driver shows first; the long lists are drawn after it, in slices.
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
      {/* Not before it is known how long the page is: it would jump. */}
      {(listed.isWhole || record.failure) && <Logout />}
      <LateDetails ticket={details} now={now} onClose={() => setDetails(null)} />
      <LateDialog
        load={loadOffer}
        open={offer.ticket !== null}
        onOpenChange={offer.close}
        ticket={offer.ticket}
        state={user?.state}
      />
      {user && (
        <LateDialog
          load={loadVehicle}
          open={askingVehicle}
          onOpenChange={setAskingVehicle}
          user={user}
        />
      )}
    </Page>
  );
}
