import { useEffect, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { Link, useLocation, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { forgetSession, logOut } from "@/parts/accounts/auth";
import { isLawyer } from "@/parts/accounts/home";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { acceptInvitation, checkInvitation } from "../calls";
import { EntryLayout } from "../EntryLayout";
import css from "../entry.module.css";
import { NewPasswordFields } from "../NewPasswordFields";
import { checkNewPassword, NO_PASSWORD } from "../newPassword";
import { LinkProblem } from "./LinkProblem";

/** Whether the server refused the link, because it is unknown, used, withdrawn or expired. */
const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && error.code === "link_not_valid";

/** The screen that an invitation links to. The token is in the fragment, which is never sent to a server. */
export default function InvitationPage() {
  const token = useLocation().hash.slice(1);
  const {
    data: cached,
    error,
    isValidating,
    mutate,
  } = useSWR(
    token ? ["invitation", token] : null,
    () => checkInvitation(token),
    REVALIDATE_ON_MOUNT,
  );
  // The session is read concurrently. Without a session, the whole cache is cleared, including this response. The form
  // stays, because the user may have typed into it already.
  const [invitation, setInvitation] = useState(cached);
  if (cached && cached !== invitation) setInvitation(cached);
  const data = cached ?? invitation;
  const title = isForLawyer(data) ? "Join Lanewise as a lawyer" : "Join the Lanewise staff";
  useDocumentTitle(title);
  const isResponseLost = token !== "" && !cached && !error && !isValidating;
  useEffect(() => {
    if (isResponseLost) void mutate();
  }, [isResponseLost, mutate]);
  const [isInvalid, setInvalid] = useState(false);
  if (!token || isInvalid || isInvalidLink(error)) {
    return (
      <EntryLayout className={css.page}>
        <LinkProblem
          action={
            <Link className={buttonClass()} to={paths.login()}>
              Log in
            </Link>
          }
        >
          The invitation was already used, was withdrawn, or is older than three days. Ask the
          person who invited you for a new one.
        </LinkProblem>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout className={css.page}>
      <h1>{title}</h1>
      {data && <Invitation token={token} {...data} onInvalid={() => setInvalid(true)} />}
      {!data && error && (
        <FailureNotice
          title="We couldn’t load the invitation"
          {...{ error, mutate, isValidating }}
        />
      )}
      {!data && !error && <Loading label="Loading invitation" height="12rem" />}
    </EntryLayout>
  );
}

type Props = {
  token: string;
  email: string;
  hasAccount: boolean;
  /** The role that accepting the invitation gives the user. */
  role: string;
  /** The name on record of an invited lawyer, which can't be changed here. Null for staff. */
  name: string | null;
  onInvalid: () => void;
};

/** Whether the invitation is for a lawyer. All other invitations are for staff. */
const isForLawyer = (invitation: object | undefined) =>
  isLawyer((invitation as { role: string } | undefined) ?? null);

function Invitation(props: Props) {
  const { user } = useSession();
  if (!props.hasAccount) return <NewUser {...props} />;
  if (user?.email.toLowerCase() === props.email.toLowerCase()) return <ExistingUser {...props} />;
  const login = paths.login(`${paths.invitation()}#${props.token}`);
  return (
    <>
      <p className={css.lead}>
        This invitation is for <strong className={css.address}>{props.email}</strong>, which has an
        account. Log in with it to accept.
      </p>
      {user ? (
        <WrongAccount email={user.email} login={login} />
      ) : (
        <Link className={buttonClass()} to={login}>
          Log in to accept
        </Link>
      )}
    </>
  );
}

/**
 * Shown to a user who is logged in with an account other than the invited one. The button logs out first, because the
 * login would otherwise redirect straight back here.
 */
function WrongAccount({ email, login }: { email: string; login: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function switchAccount() {
    setBusy(true);
    await logOut();
    navigate(login);
  }
  return (
    <>
      <p className={css.lead}>
        You are logged in as <strong className={css.address}>{email}</strong>.
      </p>
      <Button loading={busy} loadingText="Logging out..." onClick={() => void switchAccount()}>
        Log out and continue
      </Button>
    </>
  );
}

type Body = { fullName?: string; password?: string };

/**
 * Form state for accepting the invitation. `body` has the new user's name and password, and
 * `validate` validates them. Calls `onInvalid` if the link is no longer valid.
 */
function useAcceptance(
  { token, onInvalid }: Props,
  body: Body,
  validate: Parameters<typeof useSubmit>[0],
) {
  const navigate = useNavigate();
  return useSubmit(validate, async () => {
    let user: User;
    try {
      user = await acceptInvitation({ token, ...body });
    } catch (error) {
      if (!isInvalidLink(error)) throw error;
      return onInvalid();
    }
    await forgetSession();
    toast({
      title: isLawyer(user) ? "You Joined Lanewise" : "You Joined the Staff",
      description: "Please log in to get started.",
    });
    navigate(paths.login(isLawyer(user) ? paths.lawyer() : paths.admin()), { replace: true });
  });
}

function ExistingUser(props: Props) {
  const submit = useAcceptance(props, {}, () => ({}));
  return (
    <SubmitForm submit={submit}>
      <p className={css.lead}>
        You are logged in as <strong className={css.address}>{props.email}</strong>.{" "}
        {isForLawyer(props)
          ? "As a lawyer, you can accept the cases that we offer you."
          : "As staff, you can see and change every driver’s record."}{" "}
        After you accept, you’ll need to log in again.
      </p>
      <JoinButton {...props} busy={submit.busy} />
    </SubmitForm>
  );
}

function NewUser(props: Props) {
  const [typedName, setFullName] = useState("");
  const fullName = props.name ?? typedName;
  const [newPassword, setChosen] = useState(NO_PASSWORD);
  const submit = useAcceptance(props, { fullName, password: newPassword.password }, () => ({
    fullName: fullName.trim() ? undefined : "Full name is required",
    ...checkNewPassword("password", newPassword),
  }));
  return (
    <SubmitForm submit={submit}>
      <p className={css.lead}>
        {props.name ? "Choose a password." : "Enter your name and choose a password."} You’ll log in
        as <strong className={css.address}>{props.email}</strong>.
      </p>
      <TextField
        label="Full name"
        autoComplete="name"
        readOnly={props.name !== null}
        {...(props.name && { hint: "Drivers see this name." })}
        {...submit.bind("fullName", fullName, setFullName)}
      />
      <NewPasswordFields
        submit={submit}
        name="password"
        label="Password"
        value={newPassword}
        onChange={setChosen}
      />
      <JoinButton {...props} busy={submit.busy} />
    </SubmitForm>
  );
}

const JoinButton = ({ busy, role }: { busy: boolean; role?: string }) => (
  <Button type="submit" block loading={busy} loadingText="Joining...">
    {isForLawyer({ role }) ? "Join Lanewise" : "Join the staff"}
  </Button>
);
