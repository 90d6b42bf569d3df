import type { User } from "@/api/types";
import { calledDriver } from "../desk/driver";

/** A user as titles, labels and toasts call them: "Ann Lee #20". */
export const calledUser = ({
  id,
  fullName,
  username,
}: Pick<User, "id" | "fullName" | "username">) =>
  calledDriver({ userId: id, driverName: fullName ?? username });
