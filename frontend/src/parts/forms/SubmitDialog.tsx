import { type ReactNode, useId } from "react";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { type Sending, SubmitForm } from "./SubmitForm";

export type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

type Props = DialogProps & {
  submit: Sending;
  title: string;
  description?: string;
  /** What the button says, and while it works. */
  action: string;
  working: string;
  danger?: boolean;
  /** There is nothing to send yet. */
  disabled?: boolean;
  /** Across the whole dialog. */
  block?: boolean;
  /** The button beside it that leaves all as it is. */
  keep?: string;
  /** Another button before it. */
  before?: ReactNode;
  /** Below the form. */
  below?: ReactNode;
  /** Above the words of a failure. */
  failed?: string;
  /** What stands in the form's place once it has worked. */
  done?: { title: string; action: string; content: ReactNode } | null;
  children?: ReactNode;
};

/** A dialog that is one form: its fields, and its buttons in reach below them. */
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
