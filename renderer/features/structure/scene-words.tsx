/** What both views say of a scene, and the field it is written in. */
import { useScenes } from '#renderer/app/scenes.ts';
import { sceneItems } from '#renderer/app/scene-items.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { Scene } from '#shared/domain/scene.ts';
import { placeScene, saveSceneField, sceneDraft, type SceneOfChapter } from './change-scene.ts';
import { useTellerName } from './chapter-words.tsx';
import { EditField } from './edit-field.tsx';
import { keptAs } from './field-drafts.ts';
import { sceneNumber } from './scene-number.ts';
import type { SceneField } from './store.ts';

type OfScene = { of: SceneOfChapter; people: readonly Person[] };

/** Its number, or that it has no place. */
export function useSceneName(): (of: SceneOfChapter) => string {
  const { t } = useWords();
  return ({ document, item, index }) =>
    item.scene === null ? t('structure:withoutPlace') : sceneNumber(document, index);
}

export function SceneFieldText({ of, field, people }: OfScene & { field: SceneField }) {
  const { t, language } = useWords();
  const tellerOf = useTellerName(people);
  const { scene, facts } = of.item;
  if (field === 'title') return scene?.opening ?? facts?.opening ?? '';
  if (field === 'status') return <StatusLadder status={facts?.status ?? null} />;
  if (field === 'pointOfView') {
    const teller = facts && tellerOf(facts);
    return teller ?? <span className="ui-quiet">{t('structure:asChapter')}</span>;
  }
  if (field === 'wordGoal') {
    const goal = facts?.wordGoal ?? null;
    return goal === null ? <span className="ui-quiet">–</span> : formatCount(goal, language);
  }
  const synopsis = facts?.synopsis ?? '';
  return synopsis === '' ? <span className="ui-quiet">{t('structure:noSynopsis')}</span> : synopsis;
}

const addressOf = ({ start }: Scene): string => String(start);

/** Scenes of the chapter of which nothing is written down yet. */
function useFreeScenes({ document }: SceneOfChapter) {
  const scenes = useScenes((shown) => shown.scenes);
  const lost = useScenes((shown) => shown.lost);
  return sceneItems({ scenes, lost }, document.documentId).flatMap(({ scene, facts }, index) =>
    scene === null || facts !== null ? [] : [{ scene, number: sceneNumber(document, index) }],
  );
}

type SceneEditProps = OfScene & { field: SceneField; onNext: (by: -1 | 1) => void };

/** Enter saves, Tab goes on, Esc leaves it as it was. What has no place chooses one as its title. */
export function SceneEdit({ of, field, people, onNext }: SceneEditProps) {
  const { t } = useWords();
  const free = useFreeScenes(of);
  if (field === 'title') {
    const choices = [
      { id: '', label: t('structure:withoutPlace') },
      ...free.map(({ scene, number }) => ({
        id: addressOf(scene),
        label: `${number} ${scene.opening}`,
      })),
    ];
    const place = async (draft: string): Promise<void> => {
      const to = free.find(({ scene }) => addressOf(scene) === draft);
      if (to) await placeScene(t, of, to);
    };
    return (
      <EditField {...{ field, choices, people, onNext }} value="" keptAs={null} onSave={place} />
    );
  }
  const { scene } = of.item;
  const { documentId } = of.document;
  const isAsked = field === 'synopsis' && scene !== null;
  return (
    <EditField
      {...{ field, people, onNext }}
      askAbout={isAsked ? { documentId, start: scene.start, opening: scene.opening } : null}
      value={sceneDraft(of.item, field)}
      unsaid={t('structure:asChapter')}
      keptAs={keptAs(documentId, field, of.item)}
      onSave={(draft) => saveSceneField(t, of, field, draft)}
    />
  );
}
