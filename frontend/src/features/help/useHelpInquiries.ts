import useSWR from "swr";
import { HELP_INQUIRIES_KEY } from "@/api/keys";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { getHelpInquiries } from "./calls";

/**
 * The user's inquiries, revalidated on every mount, because support may have replied or closed an
 * inquiry.
 */
export function useHelpInquiries() {
  const response = useSWR(HELP_INQUIRIES_KEY, () => getHelpInquiries(), REVALIDATE_ON_MOUNT);
  return { ...response, isLoading: response.data === undefined && !response.error };
}
