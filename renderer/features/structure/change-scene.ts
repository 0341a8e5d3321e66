/** Changes of what is written down of scenes, each with its undo. */
import { flushEdits } from '#renderer/app/flush.ts';
import type { SceneItem } from '#renderer/app/scene-items.ts';
import { rereadScenes } from '#renderer/app/scenes.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { fieldChanged, inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { Scene } from '#shared/domain/scene.ts';
import type { SceneFacts } from '#shared/domain/scene-facts.ts';
import { changeOf } from './field-drafts.ts';
import { sceneNumber } from './scene-number.ts';
import type { SceneField } from './store.ts';

/** One of a chapter's scenes, or what was written down of one. */
export type SceneOfChapter = { document: DocumentInfo; item: SceneItem; index: number };

type Written = Exclude<SceneField, 'title'>;
type Update = Omit<Input<'manuscript:scenes:update'>, 'projectId'>;

/** The title of a scene is its text; of one without a place, it is where it goes. */
export const sceneDraft = ({ facts }: Pick<SceneItem, 'facts'>, field: SceneField): string => {
  if (field === 'title') return '';
  if (field === 'pointOfView') return facts?.pointOfViewEntityId ?? '';
  return String(facts?.[field] ?? '');
};

const fieldChange = (field: Written, draft: string): Update => {
  const { status, synopsis, pointOfViewEntityId, wordGoal } = changeOf(field, draft) ?? {};
  return { status, synopsis, pointOfViewEntityId, wordGoal };
};

async function write(
  projectId: string,
  documentId: string,
  update: Update,
): Promise<Output<'manuscript:scenes:update'>> {
  await flushEdits();
  const written = await call('manuscript:scenes:update', { projectId, ...update });
  if (isOpenProject(projectId)) {
    await rereadScenes(projectId, [documentId]);
  }
  return written;
}

/** What is written down of a scene by now; null for nothing. */
async function factsNow(projectId: string, sceneId: string): Promise<SceneFacts | null> {
  const { items } = await call('manuscript:scenes', { projectId });
  const facts = items.flatMap(({ scenes, withoutPlace }) => [
    ...scenes.flatMap((scene) => scene.facts ?? []),
    ...withoutPlace,
  ]);
  return facts.find((one) => one.sceneId === sceneId) ?? null;
}

/** Writes one field where it differs from what is there, and offers to take it back. */
export async function saveSceneField(
  t: Translate,
  { document, item, index }: SceneOfChapter,
  field: Written,
  draft: string,
): Promise<void> {
  const { project } = useSession.getState();
  const before = sceneDraft(item, field);
  const { scene, facts } = item;
  const change = changeOf(field, draft);
  if (project === null || change === null) return;
  if (JSON.stringify(change) === JSON.stringify(changeOf(field, before))) return;
  const { projectId } = project;
  const { documentId } = document;
  const at = scene && { documentId, start: scene.start, opening: scene.opening };
  const which = facts ? { sceneId: facts.sceneId } : { ...(at ? { at } : {}) };
  const title = scene ? sceneNumber(document, index) : t('structure:withoutPlace');
  await inTurn(async () => {
    const update = { ...which, ...fieldChange(field, draft) };
    const after = await write(projectId, documentId, update);
    const { sceneId } = after;
    offerUndo({
      ...{ projectId, place: 'binder' },
      text: t('structure:changed', { title, field: t(`structure:fields.${field}`) }),
      undo: async () => {
        const facts = await factsNow(projectId, sceneId);
        if (sceneDraft({ facts }, field) !== sceneDraft({ facts: after }, field)) {
          throw fieldChanged();
        }
        await write(projectId, documentId, { sceneId, ...fieldChange(field, before) });
      },
    });
  });
}

/** Puts what lost its place with a scene of its chapter, and offers to take it back. */
export async function placeScene(
  t: Translate,
  { document: { documentId }, item: { facts } }: SceneOfChapter,
  { scene, number }: { scene: Scene; number: string },
): Promise<void> {
  const { project } = useSession.getState();
  if (project === null || facts === null) return;
  const { start, opening } = scene;
  const { projectId } = project;
  const { sceneId } = facts;
  await inTurn(async () => {
    const at = { documentId, start, opening };
    const { placesBefore } = await write(projectId, documentId, { sceneId, at });
    offerUndo({
      ...{ projectId, place: 'binder' },
      text: t('structure:placed', { opening: facts.opening, number }),
      undo: async () => {
        await write(projectId, documentId, { sceneId, places: placesBefore });
      },
    });
  });
}
