import { useEffect, useState } from "react";
import { ApiError } from "@/api/client";
import type { ContestLetter } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { dropDraft, storeDraft } from "@/parts/forms/drafts";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { Card } from "@/ui/layout/Card";
import { type ItemRef, postLetter } from "./calls";
import css from "./contesting.module.css";
import { Evidence } from "./Evidence";
import {
  findWordsError,
  countCharacters,
  areSameValues,
  type LetterValues,
  startingValues,
  toggleEntry,
  valuesOf,
} from "./letterValues";
import { SendSteps } from "./SendSteps";
import { unprintableNote } from "./unprintableNote";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  /** Name of the tab's draft. */
  draft: string;
  onSaved: (letter: ContestLetter) => void;
  onSent: (letter: ContestLetter) => Promise<void>;
  /** Reads the letter again. */
  onReload: () => Promise<ContestLetter | undefined>;
};

/** The form for the letter: its parts, one below the other, and the steps to send it. */
export function LetterForm({ item, letter, draft, onSaved, onSent, onReload }: Props) {
  // The version of the letter that the driver edits. The server refuses to save if it has a newer version.
  const [base, setBase] = useState(letter);
  const [values, setValues] = useState(() => startingValues(letter, draft));
  const [isOutdated, setOutdated] = useState(false);
  const isChanged = !areSameValues(values, valuesOf(base));
  const isUnsaved = base.version === null || isChanged;
  useEffect(() => {
    if (isChanged) storeDraft(draft, { version: base.version, values });
    else dropDraft(draft);
  }, [draft, base, values, isChanged]);

  /** Replaces the form's values by those of a newer letter. */
  function replaceValues(newer: ContestLetter) {
    setBase(newer);
    setValues(valuesOf(newer));
    setOutdated(false);
  }
  if (!isChanged && (letter.version ?? 0) > (base.version ?? 0)) replaceValues(letter);

  const submit = useSubmit(
    () => ({ words: findWordsError(values.words) }),
    async () => {
      setOutdated(false);
      try {
        const saved = await postLetter(item, { ...values, version: base.version });
        setBase(saved);
        // Keeps text that the driver entered during the call.
        setValues((now) => (areSameValues(now, values) ? valuesOf(saved) : now));
        onSaved(saved);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") throw error;
        setOutdated(true);
      }
    },
    failureText,
  );
  function setValue<Name extends keyof LetterValues>(name: Name, value: LetterValues[Name]) {
    setValues((before) => ({ ...before, [name]: value }));
    submit.clear(name);
  }
  async function reload() {
    const newer = await onReload();
    if (newer) replaceValues(newer);
  }
  const bind = (name: Exclude<keyof LetterValues, "grounds" | "fileIds">) =>
    submit.bind(name, values[name], (value) => setValue(name, value));
  const count = countCharacters(values.words);
  /** Renders the note about characters of this field that the PDF can't print. */
  const renderUnprintable = (name: Exclude<keyof LetterValues, "grounds" | "fileIds">) =>
    unprintableNote(base, name, values[name]);
  return (
    <>
      <SubmitForm
        submit={submit}
        className={css.form}
        failureTitle={{
          refused: "We couldn’t save your letter",
          unclear: "We couldn’t confirm that we saved your letter",
        }}
      >
        <Card title="Your reasons">
          <fieldset className={css.checks}>
            <legend>Choose the reasons to state in your letter.</legend>
            {letter.knownGrounds.map(({ ground, sentence }) => (
              <Checkbox
                key={ground}
                label={sentence}
                checked={values.grounds.includes(ground)}
                onChange={({ target }) =>
                  setValue("grounds", toggleEntry(values.grounds, ground, target.checked))
                }
              />
            ))}
            {submit.errors.grounds && <p className={css.error}>{submit.errors.grounds}</p>}
          </fieldset>
        </Card>
        <Card title="In your own words">
          <TextAreaField
            label="What happened"
            optional={!values.grounds.includes("other")}
            hint={
              <>
                {renderUnprintable("words")}
                {formatCount(count)} of 10,000 characters
              </>
            }
            rows={8}
            {...bind("words")}
          />
        </Card>
        <Card title="Evidence to enclose">
          <Evidence
            item={item}
            letter={base}
            chosen={values.fileIds}
            onChoose={(fileIds) => setValue("fileIds", fileIds)}
          />
        </Card>
        <Card title="Addresses">
          <div className={css.pair}>
            <div className={css.fields}>
              <TextField
                label="Your name"
                hint={renderUnprintable("senderName")}
                autoComplete="name"
                maxLength={200}
                {...bind("senderName")}
              />
              <TextAreaField
                label="Your mailing address"
                hint={renderUnprintable("senderAddress")}
                autoComplete="street-address"
                rows={3}
                maxLength={500}
                {...bind("senderAddress")}
              />
            </div>
            <div className={css.fields}>
              <TextField
                label="Court or agency"
                hint={renderUnprintable("issuerName")}
                autoComplete="off"
                maxLength={200}
                {...bind("issuerName")}
              />
              <TextAreaField
                label="Mailing address of the court or agency"
                hint={
                  <>
                    {renderUnprintable("issuerAddress")}
                    Where your notice says to send letters. If we filled it in, check that it
                    matches.
                  </>
                }
                autoComplete="off"
                rows={3}
                maxLength={500}
                {...bind("issuerAddress")}
              />
            </div>
          </div>
        </Card>
        {isOutdated && (
          <Alert title="This letter was changed elsewhere">
            A newer version was saved in another tab or on another device. Your text here isn’t
            saved. Copy what you want to keep, then load the newer version.
          </Alert>
        )}
        {isOutdated && (
          <Button variant="secondary" block onClick={() => void reload()}>
            Load the newer version
          </Button>
        )}
        <Button
          type="submit"
          block
          loading={submit.busy}
          loadingText="Saving..."
          disabled={!isUnsaved}
        >
          {isUnsaved ? "Save letter" : "Saved"}
        </Button>
      </SubmitForm>
      <SendSteps item={item} letter={base} values={values} isUnsaved={isUnsaved} onSent={onSent} />
    </>
  );
}
