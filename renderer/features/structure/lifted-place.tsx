/** Places that are no card of their own while one is picked up: the hole it left, or the whole text of a chapter without scenes. */
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { ShownScene } from './lift.ts';
import { useSceneName } from './scene-words.tsx';

type LiftedPlaceProps = {
  part: 'hole' | 'text';
  document: DocumentInfo;
  /** Absent where a chapter is picked up. */
  scene?: ShownScene;
};

export function LiftedPlace({ part, document, scene }: LiftedPlaceProps) {
  const { t } = useWords();
  const nameOf = useSceneName();
  const { label, title } = chapterHeading(document.title);
  const number = label === null ? null : shortLabel(label, document.chapter);
  const words =
    part === 'text'
      ? [t('structure:lift.text')]
      : scene
        ? [nameOf(scene), scene.item.scene?.opening]
        : [number, title];
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the grid; nothing to be done there
    <div
      role="gridcell"
      className={scene ? 'structure-place structure-scene' : 'structure-place'}
      data-part={part}
    >
      {words.filter(Boolean).join(' ')}
    </div>
  );
}
