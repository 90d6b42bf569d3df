import Link2 from "lucide-react/icons/link-2";
import Save from "lucide-react/icons/save";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { Button } from "@/ui/buttons/Button";
import { Menu, MenuCheck, MenuHeading, MenuItem, MenuSeparator } from "@/ui/desk/Menu";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import type { ColumnLayout } from "../layout/columnLayout";
import { useWide } from "../useWide";
import { useSavedViews, viewOf } from "./savedViews";

const loadDialog = () => import("../named/NameDialog");

type Props<T> = {
  /** Name that identifies the list among saved views. */
  list: string;
  layout: ColumnLayout<T>;
};

/** Menu of a list: saved views, a link to share, and the table's columns. */
export function ViewMenu<T>({ list, layout }: Props<T>) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { all: views, save, remove } = useSavedViews(list);
  const [saving, setSaving] = useState(false);
  const wide = useWide();
  const currentQuery = viewOf(query, layout.changedIds);
  const current = views.find((view) => view.query === currentQuery);
  const addressOf = (view: string) => (view ? `${pathname}?${view}` : pathname);

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(
        new URL(addressOf(currentQuery), window.location.href).href,
      );
      toast({
        title: "Link Copied",
        description: "The link opens this list with its filters and columns.",
      });
    } catch {
      toast({
        title: "Error",
        description: "Your browser blocked copying. Copy the address from the address bar instead.",
        variant: "destructive",
      });
    }
  }

  function deleteView(name: string) {
    const deletedView = views.find((view) => view.name === name);
    remove(name);
    toast({
      title: "View Deleted",
      description: `We deleted “${name}” from your views.`,
      ...(deletedView && { action: { label: "Undo", onAction: () => save(deletedView) } }),
    });
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="text" compact icon={<SlidersHorizontal size={18} aria-hidden="true" />}>
            {current?.name ?? "Saved views"}
          </Button>
        }
      >
        {views.length > 0 && <MenuHeading>Saved views</MenuHeading>}
        {views.map((view) => (
          <MenuCheck
            key={view.name}
            checked={view === current}
            onChange={() => navigate(addressOf(view.query))}
          >
            {view.name}
          </MenuCheck>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<Save size={18} aria-hidden="true" />} onSelect={() => setSaving(true)}>
          Save this view…
        </MenuItem>
        <MenuItem icon={<Link2 size={18} aria-hidden="true" />} onSelect={() => void copyLink()}>
          Copy link to this view
        </MenuItem>
        {current && (
          <MenuItem
            icon={<Trash2 size={18} aria-hidden="true" />}
            onSelect={() => deleteView(current.name)}
          >
            Delete “{current.name}”
          </MenuItem>
        )}
        {wide && <Columns layout={layout} />}
      </Menu>
      <LazyDialog
        load={loadDialog}
        open={saving}
        onOpenChange={setSaving}
        noun="view"
        description="Saves the filters, order and columns. You can use the view on any device you log in on. Your search isn’t saved."
        known={views}
        onSave={(name) => {
          save({ name, query: currentQuery });
          toast({
            title: "View Saved",
            description: `We added “${name}” to your views of this list.`,
          });
        }}
      />
    </>
  );
}

/** Menu entries that show and hide the table's columns. On a phone, cards show all columns. */
function Columns<T>({ layout }: { layout: ColumnLayout<T> }) {
  const { all, isShown, toggle, reset, widths } = layout;
  return (
    <>
      <MenuSeparator />
      <MenuHeading>Columns</MenuHeading>
      {all.map(({ id, title }, at) => (
        <MenuCheck key={id} checked={isShown(id)} disabled={at === 0} onChange={() => toggle(id)}>
          {title}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuCheck checked={widths.areFocusable} onChange={widths.toggleKeyboard}>
        Resize columns with the keyboard
      </MenuCheck>
      {reset && <MenuItem onSelect={reset}>Reset columns and widths</MenuItem>}
    </>
  );
}
