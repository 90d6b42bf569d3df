import { askForRelief, listHardshipRequests } from "@/api/generated/hardship/sdk.gen";
import type { HardshipBody } from "@/api/types";

export const HARDSHIP_KEY = "/api/hardship-requests";

export const getHardshipRequests = () => listHardshipRequests();
export const postHardshipRequest = (body: HardshipBody) => askForRelief({ body });
