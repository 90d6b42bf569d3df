import { useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Authority, MergePreview } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { Checkbox } from "@/ui/forms/Checkbox";
import { Combobox } from "@/ui/forms/Combobox";
import { toast } from "@/ui/overlays/toast";
import { getMergePreview, MERGE_KEY, postMerge, refreshMoney } from "../calls";
import css from "../remittances.module.css";
import { describeRemittanceRefusal } from "../remittanceTexts";
import { MergeDetails } from "./MergeDetails";
import { authorityOption, findAuthorities } from "./mergeTexts";

type Props = DialogProps & {
  /** The authority that is merged into another authority and deleted. */
  authority: Authority;
  all: readonly Authority[];
};

const GONE =
  "A colleague has already merged one of these authorities. The list shows the current state.";

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

/** Merges an authority into another authority, after showing which records move. */
export default function MergeDialog({ authority, all, ...dialog }: Props) {
  const [query, setQuery] = useState("");
  const [into, setInto] = useState<Authority | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const { data, error, isValidating, mutate } = useSWR<MergePreview, Error>(
    into && [MERGE_KEY, authority.id, into.id],
    () => getMergePreview(authority.id, into?.id ?? 0),
    REVALIDATE_ON_MOUNT,
  );
  // Hides cached data while it is being read again, because staff must confirm the current state.
  const preview = isValidating || error ? undefined : data;
  const isBlocked = Boolean(preview && preview.equal.length > 0);
  const refusal = error instanceof ApiError ? error.fields.into : undefined;
  const submit = useSubmit(
    () => ({
      into: into ? undefined : "Choose the authority that stays.",
      confirmed: isConfirmed ? undefined : "Check the box to continue.",
    }),
    async () => {
      if (!preview) return;
      const { version, after } = preview;
      try {
        await postMerge(authority.id, { into: after.id, version, intoVersion: after.version });
      } catch (failure) {
        // The authorities or their items have changed, so staff must see the preview again.
        if (["changed_meanwhile", "equal_citations"].includes(codeOf(failure) ?? "")) {
          setConfirmed(false);
          await mutate();
        }
        if (codeOf(failure) !== "not_found") throw failure;
        void refreshMoney();
        toast({ title: "Nothing Was Merged", description: GONE, variant: "destructive" });
        dialog.onOpenChange(false);
        return;
      }
      void refreshMoney();
      toast({
        title: "Authorities Merged",
        description: `${authority.name} is now another name for ${after.name}.`,
      });
      dialog.onOpenChange(false);
    },
    mergeRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Merge ${authority.name}`}
      description={`Use this if two entries are the same authority. Everything moves to the authority that stays, and ${authority.name} is deleted.`}
      action="Merge"
      working="Merging..."
      danger
      disabled={!preview || isBlocked}
    >
      <div className={css.mergeForm}>
        <Combobox
          label="Authority that stays"
          placeholder="Name, county or state"
          error={submit.errors.into ?? refusal}
          selected={into && authorityOption(into)}
          options={findAuthorities(
            all.filter(({ id }) => id !== authority.id),
            query,
          ).map(authorityOption)}
          onQuery={setQuery}
          onSelect={({ value }) => {
            setInto(all.find(({ id }) => String(id) === value) ?? null);
            setConfirmed(false);
            submit.clear("into");
          }}
        />
        {into && !refusal && (
          <>
            {preview ? (
              <MergeDetails merged={authority} preview={preview} />
            ) : error && !isValidating ? (
              <PreviewFailure error={error} onRetry={() => void mutate()} />
            ) : (
              <Loading label="Checking what would move" height="8rem" />
            )}
            {preview && !isBlocked && (
              <>
                <Checkbox
                  label={`Merge ${authority.name} into ${into.name}. I know that this can’t be undone.`}
                  checked={isConfirmed}
                  onChange={({ target }) => {
                    setConfirmed(target.checked);
                    submit.clear("confirmed");
                  }}
                />
                {submit.errors.confirmed && <Alert>{submit.errors.confirmed}</Alert>}
              </>
            )}
          </>
        )}
      </div>
    </SubmitDialog>
  );
}

/** Returns why the server refused the merge. */
function mergeRefusal(error: unknown): string {
  switch (codeOf(error)) {
    case "changed_meanwhile":
      return "A colleague changed one of these authorities. Nothing was merged. Check what moves now, then merge again.";
    case "equal_citations":
      return "Some items of the two authorities now have the same citation number. Nothing was merged.";
    default:
      return describeRemittanceRefusal(error);
  }
}

function PreviewFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return codeOf(error) === "not_found" ? (
    <Alert>{GONE}</Alert>
  ) : (
    <FailureNotice title="We couldn’t check what would move" error={error} mutate={onRetry} />
  );
}
