import useSWR from "swr";
import { FRESH } from "@/api/read";
import { getAllParking, getAllTickets, getAllTolls } from "./calls";

/** All of a driver's items, including those paid long ago. */
const useItems = <T>(call: string, user: number, read: (id: number) => Promise<T>) =>
  useSWR<T, Error>([call, user, "all"], () => read(user), FRESH);

export const useTickets = (user: number) => useItems("/api/tickets", user, getAllTickets);
export const useParking = (user: number) => useItems("/api/parking", user, getAllParking);
export const useTolls = (user: number) => useItems("/api/tolls", user, getAllTolls);
