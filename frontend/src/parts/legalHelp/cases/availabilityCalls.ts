import { showAvailability } from "@/api/generated/cases/sdk.gen";

export const getAvailability = (ticketId: number) => showAvailability({ query: { ticketId } });
