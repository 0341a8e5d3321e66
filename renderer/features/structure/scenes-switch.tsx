/** Whether the views of the whole book go down to the scenes: all of them unfolded, or none (W1). */
import { setOpenScenes, useScenes } from '#renderer/app/scenes.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented } from '#renderer/ui/index.ts';
import { foldScenes } from './scenes.ts';

const depths = ['chapters', 'scenes'] as const;

/** Nothing for a book without scenes. Chapters can still be unfolded one by one. */
export function ScenesSwitch() {
  const { t } = useWords();
  const scenes = useScenes((shown) => shown.scenes);
  const hasOpen = useScenes(({ open }) => [...open].some((documentId) => scenes.has(documentId)));
  if (scenes.size === 0) return null;
  return (
    <Segmented
      label={t('structure:depth.label')}
      look="chips"
      choices={depths.map((id) => ({ id, label: t(`structure:depth.${id}`) }))}
      value={hasOpen ? 'scenes' : 'chapters'}
      onChange={(depth) =>
        depth === 'scenes' ? setOpenScenes(new Set(scenes.keys())) : foldScenes()
      }
    />
  );
}
