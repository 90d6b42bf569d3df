import type { ReactNode } from "react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { displayPhone } from "@/lib/phone";
import { useSession } from "@/parts/accounts/useSession";
import { useProfile } from "@/parts/drivingRecord/useRecords";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { RelativeTime } from "../../desk/RelativeTime";
import { Lines } from "../../table/Lines";
import { LicenseSelect } from "../users/LicenseSelect";
import css from "./DriverPage.module.css";

/** Card with the driver's data and status, without the SSN digits. */
export function Facts({ user, children }: { user: User; children: ReactNode }) {
  const me = useSession().user?.id ?? null;
  const { data: profile } = useProfile({ id: user.id, viewerId: me });
  const facts: [string, ReactNode][] = [
    ["User ID", user.id],
    ["Username", user.username],
    ["Email", user.email],
    ["Phone", user.phoneNumber ? displayPhone(user.phoneNumber) : "Not provided"],
    ["Date of birth", formatDate(user.dateOfBirth) || "—"],
    ["State", user.state ?? "—"],
    ["License number", user.driversLicenseNumber ?? "—"],
    ["License status", <LicenseSelect key={user.licenseStatus} user={user} />],
    [
      "Driving status (driver sees this)",
      profile?.status ?? <Skeleton key="status" width="5rem" />,
    ],
    [
      "Points",
      profile ? (
        `${profile.currentPoints} of ${profile.totalPoints}`
      ) : (
        <Skeleton key="points" width="4rem" />
      ),
    ],
    ["Vehicle plate", user.vehicleLicensePlate || "Not Set"],
    ["Vehicle state", user.vehicleState ?? "—"],
    ["Last updated", <RelativeTime key="updated" at={user.lastAdminUpdateAt} emptyText="Never" />],
    [
      "Status check requested",
      <RelativeTime key="asked" at={user.statusRequestedAt} emptyText="Never" />,
    ],
    ["Account created", <RelativeTime key="made" at={user.createdAt} />],
  ];
  return (
    <Card title="Driver" aside={user.role === "admin" ? "Staff" : undefined}>
      <div className={css.facts}>
        <Lines
          className={css.list}
          lines={facts.map(([title, value]) => ({ id: title, title, value }))}
        />
        <div className={css.actions}>{children}</div>
      </div>
    </Card>
  );
}
