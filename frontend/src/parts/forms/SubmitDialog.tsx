import { type ReactNode, useId } from "react";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { type FormSubmission, SubmitForm } from "./SubmitForm";

export type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

type Props = DialogProps & {
  submit: FormSubmission;
  title: string;
  description?: string;
  /** Labels of the submit button, normally and while busy. */
  action: string;
  working: string;
  danger?: boolean;
  /** True while there is nothing to send. */
  disabled?: boolean;
  /** Makes the button as wide as the dialog. */
  block?: boolean;
  /** Label of a second button that closes the dialog without changes. */
  keep?: string;
  /** An extra button, shown before the submit button. */
  before?: ReactNode;
  /** Content shown below the form. */
  below?: ReactNode;
  /** Title of the failure message. */
  failed?: string;
  /** Content that replaces the form after success. */
  done?: { title: string; action: string; content: ReactNode } | null;
  children?: ReactNode;
};

/** A dialog with a form. Its buttons stay visible below the fields. */
export function SubmitDialog(props: Props) {
  const { open, onOpenChange, submit, title, description, done, keep, failed, children } = props;
  const formId = useId();
  const close = () => onOpenChange(false);
  if (done) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={done.title}
        footer={<Button onClick={close}>{done.action}</Button>}
      >
        {done.content}
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
          {props.before}
          {keep && (
            <Button variant="secondary" onClick={close}>
              {keep}
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
      <SubmitForm submit={submit} id={formId} failed={failed}>
        {children}
      </SubmitForm>
      {props.below}
    </Dialog>
  );
}
