import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { getAllParking, getAllTickets, getAllTolls } from "./calls";

/** Reads all of a driver's items of one kind, including paid ones. */
const useItems = <T>(call: string, userId: number, read: (id: number) => Promise<T>) =>
  useSWR<T, Error>([call, userId, "all"], () => read(userId), REVALIDATE_ON_MOUNT);

export const useTickets = (userId: number) => useItems("/api/tickets", userId, getAllTickets);
export const useParking = (userId: number) => useItems("/api/parking", userId, getAllParking);
export const useTolls = (userId: number) => useItems("/api/tolls", userId, getAllTolls);
