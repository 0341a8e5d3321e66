import { Ellipsis } from 'lucide-react';
import { volumeName } from '#renderer/app/group-name.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import { askForVolume } from './actions.ts';

/** What can be done with a volume; nothing with the top of the book and with the codex. */
export function VolumeMenu({ volume }: { volume: string | null }) {
  const { t } = useWords();
  const readOnly = useSession((session) => session.project?.readOnly ?? true);
  if (volume === null || volume === '' || readOnly) return null;
  const label = t('binder:volume.menu', { volume: volumeName(t, volume) });
  const rename = () => askForVolume({ volume });
  return (
    <Menu
      label={label}
      entries={() => [{ id: 'rename', label: t('binder:volume.rename'), onAction: rename }]}
    >
      <IconButton icon={Ellipsis} size="small" label={label} />
    </Menu>
  );
}
