import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page } from "@/ui/layout/Page";

/** Placeholder while a screen's code or the session loads. */
export function ScreenLoading() {
  return (
    <Page>
      <Loading label="Loading">
        <Skeleton width="12rem" height="2.4rem" />
        <div style={{ height: "1.5rem" }} />
        <Skeleton height="9rem" />
      </Loading>
    </Page>
  );
}
