import { client } from "@/api/transport";
import type { Availability } from "./types";

export const getAvailability = (ticketId: number) =>
  client.get<{ 200: Availability }>({ url: "/api/lawyer-availability", query: { ticketId } });
