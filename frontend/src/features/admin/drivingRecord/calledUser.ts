import type { User } from "@/api/types";
import { calledDriver } from "../desk/driver";

/** A user's name in titles, labels and toasts, such as "Ann Lee #20". */
export const calledUser = ({
  id,
  fullName,
  username,
}: Pick<User, "id" | "fullName" | "username">) =>
  calledDriver({ userId: id, driverName: fullName ?? username });
