import { useState } from "react";
import { useUsers } from "@/api/hooks";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { Card } from "@/ui/Card";
import { Combobox } from "@/ui/Combobox";
import { ErrorState } from "@/ui/ErrorState";
import { Desk } from "../desk/Desk";
import { Overview } from "../overview/Overview";
import css from "./HomePage.module.css";

export default function HomePage() {
  return (
    <Desk title="Back office">
      <DriverSearch />
      <Overview />
    </Desk>
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
