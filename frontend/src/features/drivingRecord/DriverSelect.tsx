import { useState } from "react";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { useUsers } from "@/parts/drivingRecord/useRecords";
import { Combobox } from "@/ui/forms/Combobox";

const optionOf = (user: User) => ({
  value: String(user.id),
  title: user.fullName || user.username,
  detail: [user.username, user.state].filter(Boolean).join(" · "),
});

/** Lets staff choose whose profile to view. The server does the search. */
export default function DriverSelect({ user }: { user: User | undefined }) {
  const [query, setQuery] = useState<string | null>(null);
  const { data = [], error, isValidating } = useUsers(query);
  const navigate = useNavigate();
  return (
    <Combobox
      label="Viewing driver"
      placeholder="Name, email, username or state"
      selected={user ? optionOf(user) : null}
      options={data.map(optionOf)}
      loading={isValidating}
      failed={error !== undefined}
      onQuery={setQuery}
      onSelect={({ value }) => navigate(paths.profile({ user: Number(value) }))}
    />
  );
}
