import { type ReactNode, useId } from "react";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { type FormSubmission, SubmitForm } from "./SubmitForm";
import type { FailureTitles } from "./useSubmit";

export type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

type Props = DialogProps & {
  submit: FormSubmission;
  title: string;
  description?: string;
  /** Labels of the submit button, normally and while busy. Without the second, a spinner replaces the label. */
  action: string;
  working?: string;
  danger?: boolean;
  /** True while there is nothing to send. */
  disabled?: boolean;
  /** Makes the button as wide as the dialog. */
  block?: boolean;
  /** Label of the button that closes the dialog without changes. With null, there is no such button. */
  cancelLabel?: string | null;
  /** An extra button, shown before the submit button. */
  extraButton?: ReactNode;
  contentBelow?: ReactNode;
  failureTitle?: string | FailureTitles;
  /** Content that replaces the form after success. */
  success?: { title: string; action: string; content: ReactNode } | null;
  children?: ReactNode;
};

/** A dialog with a form, whose buttons stay visible below the fields. */
export function SubmitDialog(props: Props) {
  const {
    open,
    onOpenChange,
    submit,
    title,
    description,
    success,
    cancelLabel = "Cancel",
    failureTitle,
    children,
  } = props;
  const formId = useId();
  const close = () => onOpenChange(false);
  if (success) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={success.title}
        footer={<Button onClick={close}>{success.action}</Button>}
      >
        {success.content}
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          {props.extraButton}
          {cancelLabel && (
            <Button variant="secondary" onClick={close}>
              {cancelLabel}
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? "danger" : "primary"}
            block={props.block}
            disabled={props.disabled}
            loading={submit.busy}
            loadingText={props.working}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <SubmitForm submit={submit} id={formId} failureTitle={failureTitle}>
        {children}
      </SubmitForm>
      {props.contentBelow}
    </Dialog>
  );
}
