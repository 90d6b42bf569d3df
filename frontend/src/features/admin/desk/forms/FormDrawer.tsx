import { type ReactNode, useId, useState } from "react";
import { RestoredNotice } from "@/parts/forms/RestoredNotice";
import { Button } from "@/ui/buttons/Button";
import { Drawer } from "@/ui/desk/Drawer";
import { Alert } from "@/ui/feedback/Alert";
import css from "./FormDrawer.module.css";
import { LeaveDialog } from "./LeaveDialog";
import { clearOpenForm } from "./openForms";
import type { FormState } from "./useDraftForm";

type Props = {
  form: Pick<
    FormState,
    "form" | "busy" | "failure" | "onSubmit" | "isTyped" | "isRestored" | "startOver"
  >;
  title: string;
  /** Labels of the submit button, normally and while busy. */
  action: string;
  working: string;
  cancel?: string;
  /** An extra button, shown after the submit and cancel buttons. */
  extraButton?: ReactNode;
  onClose: () => void;
  /** Content shown above the failure message. */
  contentAbove?: ReactNode;
  children: ReactNode;
};

/** A drawer with a form, whose buttons stay visible below the fields. */
export function FormDrawer(props: Props) {
  const {
    form,
    title,
    action,
    working,
    cancel = "Cancel",
    onClose,
    contentAbove,
    children,
  } = props;
  const formId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const close = () => {
    clearOpenForm();
    onClose();
  };
  const leave = () => (form.isTyped ? setIsLeaving(true) : close());
  return (
    <Drawer
      open
      onClose={leave}
      title={title}
      footer={
        <>
          <Button type="submit" form={formId} loading={form.busy} loadingText={working}>
            {action}
          </Button>
          <Button variant="secondary" onClick={leave}>
            {cancel}
          </Button>
          {props.extraButton}
        </>
      }
    >
      <form
        id={formId}
        ref={form.form}
        className={css.form}
        onSubmit={form.onSubmit}
        noValidate
        autoComplete="off"
      >
        {form.isRestored && <RestoredNotice onStartOver={form.startOver} />}
        {contentAbove}
        {form.failure && <Alert>{form.failure}</Alert>}
        {children}
      </form>
      {isLeaving && (
        <LeaveDialog
          onStay={() => setIsLeaving(false)}
          onKeep={close}
          onDiscard={() => {
            form.startOver();
            close();
          }}
        />
      )}
    </Drawer>
  );
}
