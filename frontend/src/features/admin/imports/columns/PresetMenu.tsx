import FolderOpen from "lucide-react/icons/folder-open";
import Save from "lucide-react/icons/save";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Import } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "@/ui/desk/Menu";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { applyPreset, buildPreset, usePresets } from "./presets";

const loadDialog = () => import("../../table/named/NameDialog");

type Props = {
  current: Import;
  chosen: readonly (string | null)[];
  dueDays: string;
  onApply: (chosen: (string | null)[], dueDays: string) => void;
};

/** Menu of saved column meanings, which staff can apply to a file, save and delete. */
export function PresetMenu({ current, chosen, dueDays, onApply }: Props) {
  const { all, save, remove } = usePresets(current.kind);
  const [saving, setSaving] = useState(false);
  function deletePreset(name: string) {
    const deletedPreset = all.find((preset) => preset.name === name);
    remove(name);
    toast({
      title: "Preset Deleted",
      description: `We deleted “${name}” from your presets.`,
      ...(deletedPreset && { action: { label: "Undo", onAction: () => save(deletedPreset) } }),
    });
  }
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" compact icon={<FolderOpen size={18} aria-hidden="true" />}>
            Presets
          </Button>
        }
      >
        {all.length > 0 && <MenuHeading>Fill in from</MenuHeading>}
        {all.map((preset) => (
          <MenuItem
            key={preset.name}
            onSelect={() => onApply(applyPreset(current, preset), preset.dueDays)}
          >
            {preset.name}
          </MenuItem>
        ))}
        {all.length > 0 && <MenuSeparator />}
        <MenuItem icon={<Save size={18} aria-hidden="true" />} onSelect={() => setSaving(true)}>
          Save these columns…
        </MenuItem>
        {all.map(({ name }) => (
          <MenuItem
            key={`remove ${name}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onSelect={() => deletePreset(name)}
          >
            Delete “{name}”
          </MenuItem>
        ))}
      </Menu>
      <LazyDialog
        load={loadDialog}
        open={saving}
        onOpenChange={setSaving}
        noun="preset"
        description="Saves the column matches and the days until due. You can use the preset on any device you log in on."
        known={all}
        onSave={(name) => {
          save(buildPreset(name, current, chosen, dueDays));
          toast({ title: "Preset Saved", description: `We added “${name}” to your presets.` });
        }}
      />
    </>
  );
}
