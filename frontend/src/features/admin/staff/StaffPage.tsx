import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { StaffMember } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { Desk } from "../desk/Desk";
import { getStaff, STAFF_KEY } from "../desk/live/calls";
import { RelativeTime } from "../desk/RelativeTime";
import { deleteInvitation, getInvitations, INVITATIONS_KEY } from "./calls";
import css from "./StaffPage.module.css";

const loadInvite = () => import("./InviteDialog");
const loadRemove = () => import("./RemoveMemberDialog");
const loadReset = () => import("../desk/forms/ResetSecondFactorDialog");

/** The page that lists the administrators and the pending invitations. */
export default function StaffPage() {
  const [inviting, setInviting] = useState(false);
  return (
    <Desk
      title="Staff"
      actions={
        <Button
          compact
          icon={<UserPlus size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setInviting(true)}
        >
          Invite
        </Button>
      }
    >
      <div className={css.page}>
        <Members />
        <Invitations />
      </div>
      <LazyDialog load={loadInvite} open={inviting} onOpenChange={setInviting} />
    </Desk>
  );
}

const nameOf = (member: StaffMember) => member.fullName ?? member.email;

type MemberAction = { member: StaffMember; purpose: "remove" | "reset" };

function Members() {
  const { data, error, isValidating, mutate } = useSWR(STAFF_KEY, getStaff, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [openAction, setOpenAction] = useState<MemberAction | null>(null);
  const dialog = {
    open: true,
    onOpenChange: (open: boolean) => void (open || setOpenAction(null)),
  };
  return (
    <Card title="Administrators" flush>
      {data && (
        <ul>
          {data.map((member) => (
            <MemberRow key={member.id} member={member} onAction={setOpenAction} />
          ))}
        </ul>
      )}
      {!data && error && (
        <FailureNotice
          title="We couldn’t load the staff list"
          {...{ error, mutate, isValidating }}
        />
      )}
      {!data && !error && <Loading label="Loading staff" height="8rem" />}
      {openAction?.purpose === "remove" && (
        <LazyDialog load={loadRemove} {...dialog} member={openAction.member} />
      )}
      {openAction?.purpose === "reset" && (
        <LazyDialog
          load={loadReset}
          {...dialog}
          userId={openAction.member.id}
          name={nameOf(openAction.member)}
          listKey={STAFF_KEY}
        />
      )}
    </Card>
  );
}

function MemberRow({
  member,
  onAction,
}: {
  member: StaffMember;
  onAction: (action: MemberAction) => void;
}) {
  const name = nameOf(member);
  return (
    <li className={css.row}>
      <div className={css.who}>
        <p className={css.name}>
          {name} {member.isYou && <Chip tone="info">You</Chip>}
        </p>
        <p className={css.soft}>
          {member.email} · {member.lastActive ? "active" : "never active"}{" "}
          <RelativeTime at={member.lastActive} emptyText="" nowText="just now" />
        </p>
      </div>
      <Chip tone={member.hasSecondFactor ? "good" : "warn"}>
        {member.hasSecondFactor ? "Two-step verification on" : "Two-step verification off"}
      </Chip>
      <div className={css.actions}>
        {member.hasSecondFactor && !member.isYou && (
          <Button
            variant="text"
            compact
            aria-label={`Reset two-step verification for ${name}`}
            onClick={() => onAction({ member, purpose: "reset" })}
          >
            Reset two-step verification
          </Button>
        )}
        <Button
          variant="text"
          compact
          aria-label={`Remove ${name} from staff`}
          onClick={() => onAction({ member, purpose: "remove" })}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function Invitations() {
  const { data, error, isValidating, mutate } = useSWR(INVITATIONS_KEY, getInvitations, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [busy, setBusy] = useState<number | null>(null);

  async function withdraw(id: number) {
    setBusy(id);
    try {
      await deleteInvitation(id);
      toast({ title: "Invitation Withdrawn", description: "The invitation link no longer works." });
    } catch (error) {
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    } finally {
      setBusy(null);
      await mutate();
    }
  }
  return (
    <Card title="Open invitations" flush>
      {data && data.length === 0 && (
        <p className={css.empty}>
          No open invitations. An invitation link works once and expires in 3 days.
        </p>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((one) => (
            <li key={one.id} className={css.row}>
              <div className={css.who}>
                <p className={css.name}>{one.email}</p>
                <p className={css.soft}>
                  Invited <RelativeTime at={one.createdAt} nowText="just now" />
                </p>
              </div>
              <div className={css.actions}>
                <Button
                  variant="text"
                  compact
                  loading={busy === one.id}
                  aria-label={`Withdraw the invitation for ${one.email}`}
                  onClick={() => void withdraw(one.id)}
                >
                  Withdraw
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <FailureNotice
          title="We couldn’t load the invitations"
          {...{ error, mutate, isValidating }}
        />
      )}
      {!data && !error && <Loading label="Loading invitations" height="4rem" />}
    </Card>
  );
}
