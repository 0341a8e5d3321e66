import { volumeName } from '#renderer/app/group-name.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** What a volume is called: its folder without the number that orders it. */
export function useVolumeName(): (group: string) => string {
  const { t } = useWords();
  return (group) => volumeName(t, group);
}
