import useSWR from "swr";

/** A list's sums, over all of it or what a filter lets through; undefined until they are there. */
export function useSummary<T>(
  call: string,
  read: (filter: Record<string, string>) => Promise<T>,
  filter: Record<string, string> = {},
): T | undefined {
  return useSWR<T, Error>([call, JSON.stringify(filter)], () => read(filter), {
    revalidateOnMount: true,
    keepPreviousData: true,
  }).data;
}
