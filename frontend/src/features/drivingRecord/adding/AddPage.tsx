import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { AddedItem, User } from "@/api/types";
import { paths } from "@/lib/paths";
import { Navigate, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { clearItems } from "@/parts/drivingRecord/clearItems";
import { dropDraft, readDraft, storeDraft } from "@/parts/forms/drafts";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Page } from "@/ui/layout/Page";
import { toast } from "@/ui/overlays/toast";
import { AddedFields } from "./AddedFields";
import css from "./adding.module.css";
import { buildBody, findMissing, NO_VALUES, type AddedItemValues } from "./addedItem";
import { postAddedItem } from "./calls";
import { PicturePane } from "./picture/PicturePane";
import { PROPOSED_WORDS, type ProposedField, propose } from "./proposal";
import type { ReadValues } from "./picture/readTicket";
import { SavePictures } from "./picture/SavePictures";
import { AlreadyOnRecord, type KnownItem, readKnownItem } from "./AlreadyOnRecord";

/** The form with which drivers add a ticket that isn't on their record (docs/product/adding-tickets.md). */
export default function AddPage() {
  useDocumentTitle("Add a Ticket");
  const { user } = useSession();
  if (!user) return null;
  if (user.role !== "driver") return <Navigate to={paths.profile()} replace />;
  return (
    <Page width="list" className={css.page}>
      <BackLink to={paths.profile()}>Driving Profile</BackLink>
      <h1>Add a Ticket</h1>
      <p className={css.intro}>
        Enter what your ticket or notice says. It shows up on your profile right away, and we’ll
        remind you of its dates. You can pay it here once our team confirms it. The dates on your
        notice still apply.
      </p>
      <AddForm user={user} />
    </Page>
  );
}

/**
 * Values filled in from a picture, for Undo. `fields` are those that the driver hasn't edited since. `kindBefore` is
 * the kind that was selected before the first picture was read.
 */
type Proposed = { fields: readonly ProposedField[]; kindBefore: AddedItemValues["kind"] };

const NOTHING_PROPOSED: Proposed = { fields: [], kindBefore: NO_VALUES.kind };

function AddForm({ user }: { user: User }) {
  const draft = `${user.id}.addItem`;
  const navigate = useNavigate();
  const [values, setValues] = useState<AddedItemValues>(() => ({
    ...NO_VALUES,
    ...readDraft<Partial<AddedItemValues>>(draft),
  }));
  const [known, setKnown] = useState<KnownItem | null>(null);
  const [pictures, setPictures] = useState<readonly File[]>([]);
  // The draft stores only whether pictures were chosen. After a reload, the driver must choose the pictures again.
  const lost = `${draft}.pictures`;
  const [hasLostPictures, setLostPictures] = useState(() => readDraft<boolean>(lost) === true);
  const [added, setAdded] = useState<AddedItem | null>(null);
  const [proposed, setProposed] = useState<Proposed>(NOTHING_PROPOSED);
  // The newest values, because the driver may type during the seconds that reading a picture takes.
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
    storeDraft(draft, values);
  }, [draft, values]);

  /** Sends the item. `isAnother` confirms that it isn't the similar item already on record. */
  async function addItem(isAnother: boolean) {
    setKnown(null);
    let item: AddedItem;
    try {
      item = await postAddedItem(buildBody(values, isAnother));
    } catch (error) {
      const found = error instanceof ApiError ? readKnownItem(error) : null;
      if (!found) throw error;
      return setKnown(found);
    }
    dropDraft(draft);
    dropDraft(lost);
    if (pictures.length > 0) setAdded(item);
    else await finishAdding(item, 0);
    return "leaving";
  }
  /** Says that the item was added, and leaves the form. `savedPictures` is the number of pictures that were saved. */
  async function finishAdding({ kind }: AddedItem, savedPictures: number) {
    await clearItems();
    const missing = pictures.length - savedPictures;
    toast({
      title: kind === "toll" ? "Toll Added" : "Ticket Added",
      description:
        missing > 0
          ? `You can add the missing photos in the ${kind === "toll" ? "toll" : "ticket"}’s details.`
          : "We’re checking it and will email you the result.",
    });
    navigate(paths.profile(), { replace: true });
  }
  const submit = useSubmit(
    () => findMissing(values),
    () => addItem(false),
    failureText,
  );
  const again = useSubmit(
    () => ({}),
    () => addItem(true),
  );
  function choosePictures(chosen: readonly File[]) {
    setPictures(chosen);
    setLostPictures(false);
    storeDraft(lost, chosen.length > 0);
  }
  function setValue(name: keyof AddedItemValues, value: string | boolean) {
    setValues((before) => ({ ...before, [name]: value }));
    setProposed((before) => ({ ...before, fields: before.fields.filter((one) => one !== name) }));
  }
  /** Fills in values read from a picture. Returns the names of the fields that it filled in. */
  function fillIn(read: ReadValues) {
    const filled = propose(latest.current, read);
    const fields = Object.keys(filled) as ProposedField[];
    const { kind } = latest.current;
    setValues((now) => ({ ...now, ...filled }));
    setProposed((before) => ({
      fields: [...before.fields, ...fields],
      kindBefore: filled.kind && !before.fields.includes("kind") ? kind : before.kindBefore,
    }));
    return fields.map((field) => PROPOSED_WORDS[field]);
  }
  /** Empties the fields that were filled in from a picture. */
  function undoFillIn() {
    const { fields, kindBefore } = proposed;
    const emptied = fields.map((field) => [field, field === "kind" ? kindBefore : ""]);
    setValues((now) => ({ ...now, ...Object.fromEntries(emptied) }));
    setProposed(NOTHING_PROPOSED);
  }
  const noun = values.kind === "toll" ? "toll" : "ticket";
  if (added)
    return (
      <SavePictures
        added={added}
        pictures={pictures}
        onDone={(saved) => void finishAdding(added, saved)}
      />
    );
  return (
    <div className={css.sides}>
      <PicturePane
        pictures={pictures}
        hasLostPictures={hasLostPictures}
        onChange={choosePictures}
        onFillIn={fillIn}
        onUndo={undoFillIn}
      />
      <SubmitForm submit={{ ...submit, failure: null }} className={css.form}>
        <AddedFields values={values} submit={submit} set={setValue} proposed={proposed.fields} />
        {known && (
          <AlreadyOnRecord
            known={known}
            userId={user.id}
            busy={again.busy}
            failure={again.failure}
            onAddAnyway={again.onSubmit}
          />
        )}
        {submit.failure && (
          <Alert
            title={
              submit.isRefused
                ? `We couldn’t add your ${noun}`
                : `We couldn’t confirm that your ${noun} was added`
            }
          >
            {submit.failure}
          </Alert>
        )}
        <Button type="submit" block loading={submit.busy} loadingText="Adding...">
          Add ticket
        </Button>
      </SubmitForm>
    </div>
  );
}
