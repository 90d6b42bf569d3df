import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { mutate } from "swr";
import { SESSION_KEY } from "@/api/keys";
import type { Session, User } from "@/api/types";
import { useDocumentTitle } from "@/lib/title";
import { logOut } from "@/parts/accounts/auth";
import { isLawyer } from "@/parts/accounts/home";
import { saveSession } from "@/parts/accounts/session";
import { useSession } from "@/parts/accounts/useSession";
import { Button } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import { SecondFactorSection } from "../secondFactor/SecondFactorSection";
import css from "./AccountPage.module.css";
import { CloseSection } from "./CloseSection";
import { ContactSection } from "./ContactSection";
import { DataSection } from "./data/DataSection";
import { PasswordSection } from "./PasswordSection";
import { RecordSection } from "./RecordSection";
import { RemindersSection } from "./reminders/RemindersSection";
import { SessionsSection } from "./SessionsSection";

/** Stores the changed user in the session and in the caches that screens read. */
async function storeUser(user: User): Promise<void> {
  const replaceUser = (session: Session | null | undefined) => {
    if (!session) return session;
    const changed = { ...session, user };
    saveSession(changed);
    return changed;
  };
  await mutate(SESSION_KEY, replaceUser, { revalidate: false });
  await mutate(["/api/users", user.id], user, { revalidate: false });
}

export default function AccountPage() {
  useDocumentTitle("Account");
  const { user } = useSession();
  if (!user) return null;
  return (
    <Page className={css.page}>
      <h1>Account</h1>
      <div className={css.columns}>
        <div className={css.stack}>
          {!isLawyer(user) && <RecordSection user={user} />}
          <ContactSection user={user} onChanged={storeUser} />
          {user.role === "driver" && <RemindersSection user={user} />}
          <PasswordSection user={user} />
          {user.role !== "driver" && <SecondFactorSection />}
        </div>
        <div className={css.stack}>
          <SessionsSection />
          <DataSection />
          <CloseSection />
          <LogOutButton />
        </div>
      </div>
    </Page>
  );
}

function LogOutButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      block
      icon={<LogOut size={18} aria-hidden="true" />}
      loading={busy}
      onClick={() => {
        setBusy(true);
        void logOut();
      }}
    >
      Log out
    </Button>
  );
}
