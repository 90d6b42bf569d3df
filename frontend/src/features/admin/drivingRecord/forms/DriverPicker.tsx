import { useState } from "react";
import { useUsers } from "@/parts/drivingRecord/useRecords";
import type { User } from "@/api/types";
import { Combobox } from "@/ui/forms/Combobox";

type Props = { user: User | null; onPick: (user: User) => void };

const optionOf = (user: User) => ({
  value: String(user.id),
  title: `${user.fullName || user.username} (#${user.id})`,
  detail: [user.email, user.state].filter(Boolean).join(" · "),
});

/** Whose the new record is; the first listed user unless another is chosen. */
export function DriverPicker({ user, onPick }: Props) {
  const [query, setQuery] = useState("");
  const { data = [], isLoading } = useUsers(query);
  return (
    <Combobox
      label="User *"
      placeholder="Name, email, license number or user ID"
      selected={user && optionOf(user)}
      options={data.map(optionOf)}
      loading={isLoading}
      onQuery={setQuery}
      onSelect={({ value }) => {
        const found = data.find(({ id }) => id === Number(value));
        if (found) onPick(found);
      }}
    />
  );
}
