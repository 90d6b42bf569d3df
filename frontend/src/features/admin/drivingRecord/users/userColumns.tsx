import { Fragment, type ReactNode } from "react";
import type { User } from "@/api/types";
import { RelativeTime } from "../../desk/RelativeTime";
import type { Column } from "../../table/columns";
import { LicenseSelect } from "./LicenseSelect";
import { UpdateAll } from "./UpdateAll";
import { StaffChip } from "./UserPanel";
import css from "./users.module.css";

/** Lets a name such as `first.last@example.com` break after its punctuation, because it has no spaces. */
function breakAfterPunctuation(name: string): ReactNode {
  return name.split(/(?<=[.@_-])/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export const USER_COLUMNS: readonly Column<User>[] = [
  { id: "id", title: "ID", cell: (user) => user.id, align: "end", sort: "id", card: "title" },
  {
    id: "fullName",
    title: "Full Name",
    cell: (user) => (
      <span className={css.named}>
        {user.fullName ?? "—"}
        {user.role === "admin" && <StaffChip />}
      </span>
    ),
    sort: "fullName",
    card: "title",
    wide: true,
  },
  {
    id: "username",
    title: "Username",
    cell: ({ username }) => breakAfterPunctuation(username),
    wide: true,
  },
  { id: "state", title: "State", wraps: 4, cell: (user) => user.state ?? "—" },
  {
    id: "driversLicenseNumber",
    title: "License Number",
    cell: (user) => <span className={css.code}>{user.driversLicenseNumber ?? "—"}</span>,
  },
  {
    id: "licenseStatus",
    title: "License Status",
    cell: (user) => <LicenseSelect key={user.licenseStatus} user={user} />,
  },
  {
    id: "vehicleLicensePlate",
    title: "Vehicle Plate",
    cell: (user) => user.vehicleLicensePlate || "Not Set",
  },
  {
    id: "vehicleState",
    title: "Vehicle State",
    wraps: 4,
    cell: (user) => user.vehicleState ?? "—",
  },
  {
    id: "lastAdminUpdateAt",
    title: "Last Updated",
    cell: (user) => <RelativeTime at={user.lastAdminUpdateAt} emptyText="Never" />,
    sort: "lastAdminUpdateAt",
  },
  {
    id: "updateAll",
    title: "Mark as up to date",
    cell: (user) => <UpdateAll user={user} />,
    card: "actions",
    pinned: true,
  },
];
