import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useSession, useUsers } from "@/api/hooks";
import { paths } from "@/lib/paths";
import { Link, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Combobox } from "@/ui/Combobox";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page } from "@/ui/Page";
import css from "./AdminPage.module.css";

export default function AdminPage() {
  useDocumentTitle("Back office");
  const { user } = useSession();
  return (
    <Page className={css.page}>
      <h1>Back office</h1>
      {user?.role === "admin" ? <DriverSearch /> : <StaffOnly />}
    </Page>
  );
}

function DriverSearch() {
  const [query, setQuery] = useState("");
  const { data = [], isLoading, error, mutate } = useUsers(query);
  const navigate = useNavigate();
  const options = data.map((user) => ({
    value: String(user.id),
    title: user.fullName || user.username,
    detail: [user.username, user.state].filter(Boolean).join(" · "),
  }));
  return (
    <Card className={css.search} title="Find a driver">
      <Combobox
        label="Driver"
        hint="Opens the driver’s profile."
        placeholder="Name, email, username, state or number"
        selected={null}
        options={options}
        loading={isLoading}
        onQuery={setQuery}
        onSelect={(option) => navigate(paths.profile({ user: Number(option.value) }))}
      />
      {error && <ErrorState onRetry={() => void mutate()} />}
    </Card>
  );
}

function StaffOnly() {
  return (
    <EmptyState
      icon={<LockKeyhole aria-hidden="true" />}
      title="This part is for Lanewise staff"
      action={
        <Link className={buttonClass()} to={paths.profile()}>
          Go to your driving profile
        </Link>
      }
    >
      Your own record, tickets and payments are on your driving profile.
    </EmptyState>
  );
}
