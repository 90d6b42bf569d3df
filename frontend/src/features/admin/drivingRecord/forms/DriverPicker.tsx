import { useState } from "react";
import type { User } from "@/api/types";
import { useUsers } from "@/parts/drivingRecord/useRecords";
import { Combobox } from "@/ui/forms/Combobox";

type Props = { user: User | null; error?: string | undefined; onPick: (user: User) => void };

const optionOf = (user: User) => ({
  value: String(user.id),
  title: `${user.fullName || user.username} (#${user.id})`,
  detail: [
    user.role === "admin" ? "Staff" : null,
    user.driversLicenseNumber,
    user.vehicleLicensePlate,
    user.email,
    user.state,
  ]
    .filter(Boolean)
    .join(" · "),
});

/** Field for choosing the user of a new record. */
export function DriverPicker({ user, error, onPick }: Props) {
  const [query, setQuery] = useState("");
  const { data = [], error: failure, isValidating } = useUsers(query);
  return (
    <Combobox
      label="User *"
      placeholder="Name, license, plate, email or user ID"
      error={error}
      selected={user && optionOf(user)}
      options={data.map(optionOf)}
      loading={isValidating}
      failed={failure !== undefined}
      onQuery={setQuery}
      onSelect={({ value }) => {
        const user = data.find(({ id }) => id === Number(value));
        if (user) onPick(user);
      }}
    />
  );
}
