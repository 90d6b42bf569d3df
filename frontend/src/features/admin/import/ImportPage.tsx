import useSWR from "swr";
import { getImport, IMPORTS_KEY } from "@/api/staffCalls";
import { deskPaths } from "@/lib/deskPaths";
import { useNavigate, useSearchParams } from "@/lib/router";
import { ErrorState } from "@/ui/ErrorState";
import { Loading } from "@/ui/Loading";
import { Skeleton } from "@/ui/Skeleton";
import { Desk } from "../desk/Desk";
import { Columns } from "./Columns";
import { Ended } from "./Ended";
import { History } from "./History";
import css from "./ImportPage.module.css";
import { Preview } from "./Preview";
import { Upload } from "./Upload";
import { Working } from "./Working";

/** Citations from a CSV file: bring it, name its columns, look at every bad line, confirm. */
export default function ImportPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const id = Number(query.get("import"));
  return (
    <Desk title="Import citations">
      <div className={css.page}>
        {Number.isInteger(id) && id > 0 ? (
          <One key={id} id={id} />
        ) : (
          <>
            <Upload onUploaded={(made) => navigate(deskPaths.import({ import: made.id }))} />
            <History />
          </>
        )}
      </div>
    </Desk>
  );
}

const AT_WORK = ["checking", "storing"];
const POLL_MS = 700;

function One({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useSWR([IMPORTS_KEY, id], () => getImport(id), {
    revalidateOnMount: true,
    refreshInterval: (latest) => (latest && AT_WORK.includes(latest.status) ? POLL_MS : 0),
  });
  if (!data) {
    return error ? (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        The import could not be read. Nothing was stored.
      </ErrorState>
    ) : (
      <Loading label="Loading the import">
        <Skeleton height="16rem" />
      </Loading>
    );
  }
  const set = (changed: typeof data) => void mutate(changed, { revalidate: true });
  switch (data.status) {
    case "uploaded":
      return <Columns of={data} onChanged={set} />;
    case "checking":
    case "storing":
      return <Working of={data} onChanged={set} />;
    case "checked":
      return <Preview of={data} onChanged={set} />;
    default:
      return <Ended of={data} />;
  }
}
