import type { User } from "@/api/types";
import { formatDriverName } from "../desk/driver";

/** A user's name in titles, labels and toasts, such as "Ann Lee #20". */
export const formatUserName = ({
  id,
  fullName,
  username,
}: Pick<User, "id" | "fullName" | "username">) =>
  formatDriverName({ userId: id, driverName: fullName ?? username });
