import type { Entity, EntityKind } from '#shared/domain/knowledge.ts';
import { useCodexKind } from '#renderer/app/codex-kind.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openProjectId } from '#renderer/app/session.ts';
import { AppError } from '#shared/errors.ts';
import { draftOf, emptyDraft } from './draft.ts';
import { useCodex } from './store.ts';

type Form = NonNullable<ReturnType<typeof useCodex.getState>['editing']>;

/** Whether a form holds just what is stored, or nothing: nothing is lost when another entry takes its place. */
const isStored = ({ id, draft, begun }: Form, entities: readonly Entity[]): boolean => {
  const typed = JSON.stringify(draft);
  const begunWith = id === null ? emptyDraft(draft.kind) : begun;
  const known = [...entities.map(draftOf), ...(begunWith === null ? [] : [begunWith])];
  return known.some((one) => JSON.stringify(one) === typed);
};

/** Shows the codex panel; false while a form is being filled in, which stays. */
async function openPanel(): Promise<boolean> {
  const projectId = openProjectId();
  if (projectId === undefined) return false;
  useLayout.getState().showPanel('codex');
  // The panel may be opened for the first time, and reading a project's codex closes its form.
  if (useCodex.getState().projectId !== projectId) await useCodex.getState().load(projectId);
  const { editing, entities } = useCodex.getState();
  return editing === null || isStored(editing, entities ?? []);
}

/** Opens the codex panel on one entry of the open project; a form that is being filled in stays. */
export async function showEntity(entity: Entity): Promise<void> {
  if (await openPanel()) useCodex.getState().edit(entity);
}

const entryNow = (entityId: string): Entity | undefined =>
  useCodex.getState().entities?.find((one) => one.entityId === entityId);

/** The same for an entry known by its id; of one that is no longer there it is said, above the panel's list. */
export async function showEntityById(entityId: string): Promise<void> {
  if (!(await openPanel())) return;
  // One that another window has just made may not be read yet.
  if (entryNow(entityId) === undefined) await useCodex.getState().reload();
  const entity = entryNow(entityId);
  if (entity !== undefined) useCodex.getState().edit(entity);
  else reportFailure(new AppError('ENTITY_NOT_FOUND', 'The entry is gone.', { entityId }));
}

const newKind = (): EntityKind => {
  const { kind } = useCodexKind.getState();
  return kind === 'all' ? 'character' : kind;
};

/** Begins an entry in the panel; a form that is being filled in stays. */
export async function beginEntry(): Promise<void> {
  if (await openPanel()) useCodex.getState().begin(newKind());
}

/** Begins an entry with that name, or opens the one that has it. */
export async function addEntityNamed(name: string): Promise<void> {
  if (!(await openPanel())) return;
  const { entities, edit, beginNamed } = useCodex.getState();
  const known = entities?.find((one) => one.name === name || one.aliases.includes(name));
  if (known !== undefined) {
    edit(known);
    return;
  }
  beginNamed(newKind(), name);
}
