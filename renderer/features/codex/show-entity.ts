import type { Entity } from '#shared/domain/knowledge.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Draft, draftOf } from './draft.ts';
import { useCodex } from './store.ts';

/** Whether a form holds just what is stored: nothing is lost when another entry takes its place. */
const isStored = (draft: Draft, entities: readonly Entity[]): boolean => {
  const typed = JSON.stringify(draft);
  return entities.some((entity) => JSON.stringify(draftOf(entity)) === typed);
};

/** Opens the codex panel on one entry of the open project; a form that is being filled in stays. */
export async function showEntity(entity: Entity): Promise<void> {
  const projectId = useSession.getState().project?.projectId;
  if (projectId === undefined) return;
  useLayout.getState().showPanel('codex');
  // The panel may be opened for the first time, and reading a project's codex closes its form.
  if (useCodex.getState().projectId !== projectId) await useCodex.getState().load(projectId);
  const { editing, entities, edit } = useCodex.getState();
  if (editing === null || isStored(editing.draft, entities ?? [])) edit(entity);
}
