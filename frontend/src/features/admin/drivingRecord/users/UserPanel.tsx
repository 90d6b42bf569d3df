import { Link } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { useProfile, useUser } from "@/parts/drivingRecord/useRecords";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { SidePanel } from "@/ui/desk/SidePanel";
import { Chip } from "@/ui/feedback/Chip";
import shapes from "@/ui/layout/shapes.module.css";
import { deskPaths } from "../../desk/deskPaths";
import type { OpenForm } from "../openForm";
import { usePage } from "../sections/paged";
import { Verification } from "../verification/Verification";
import { TicketList, useTicketCounts } from "./UserTickets";
import css from "./users.module.css";

type Props = { userId: number; openForm: OpenForm; onClose: () => void };

/** Panel for the user whose row is open: points and tickets. */
export function UserPanel({ userId, openForm, onClose }: Props) {
  const { data: user } = useUser(userId);
  const me = useSession().user?.id ?? null;
  const { data: profile } = useProfile({ id: userId, viewerId: me });
  const counts = useTicketCounts(userId);
  return (
    <SidePanel
      wide
      label="This user’s tickets"
      onClose={onClose}
      title={
        <>
          {user ? user.fullName || user.username : "User"}{" "}
          <span className={css.soft}>#{userId}</span> {user?.role === "admin" && <StaffChip />}
        </>
      }
      actions={
        <>
          <Link
            className={buttonClass({ variant: "secondary", compact: true })}
            to={deskPaths.user(userId)}
          >
            Driver page
          </Link>
          <Button
            variant="secondary"
            compact
            onClick={() => openForm({ form: "ticket", user: user ?? null })}
          >
            New ticket
          </Button>
        </>
      }
    >
      {profile && (
        <p className={css.points}>
          {profile.status} · {profile.currentPoints} of {profile.totalPoints} points
        </p>
      )}
      {user?.role === "driver" && <Verification user={user} />}
      {counts && <p className={css.points}>Tickets: {counts}</p>}
      <div className={cx(shapes.surface, css.tickets)}>
        <PagedTickets key={userId} userId={userId} openForm={openForm} />
      </div>
    </SidePanel>
  );
}

/**
 * The user's tickets. The page number isn't in the URL, because the URL describes the user list. For another user, the
 * list starts at page 1.
 */
const PagedTickets = (props: Omit<Props, "onClose">) => (
  <TicketList {...props} paging={usePage()} />
);

export const StaffChip = () => <Chip tone="info">Staff</Chip>;
