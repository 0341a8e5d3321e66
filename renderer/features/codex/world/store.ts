/** Which entry of the codex is looked at in the whole book, and where it is named (W6). */
import { create } from 'zustand';
import { closeBookView, openBookView, useBookView } from '#renderer/app/book-view.ts';
import { createInOrder } from '#renderer/app/last-asked.ts';
import { createReading } from '#renderer/app/reading.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';
import { useCodex } from '../store.ts';
import type { ChapterMentions } from './map-geometry.ts';

export type Sum = Omit<Output<'knowledge:mentions:list'>['items'][number], 'entityId'>;

type WorldState = {
  entityId: string | null;
  /** What it was called when it was last there; null where it was never seen. */
  name: string | null;
  /** Of the entry that is looked at; null until read. */
  mentions: Output<'knowledge:mentions:read'> | null;
  /** By entry, of the whole codex; null until counted. */
  sums: ReadonlyMap<string, Sum> | null;
  failure: unknown;
};

const nothing: WorldState = {
  ...{ entityId: null, name: null },
  ...{ mentions: null, sums: null, failure: null },
};

export const useWorld = create<WorldState>()(() => nothing);

const begin = createInOrder();

const readMentions = async (projectId: string, entityId: string): Promise<void> => {
  const mayShow = begin();
  const mentions = await call('knowledge:mentions:read', { projectId, entityId });
  if (!isOpenProject(projectId) || useWorld.getState().entityId !== entityId) return;
  if (mayShow()) useWorld.setState({ mentions });
};

const nameOf = (entityId: string | null): string | null =>
  useCodex.getState().entities?.find((entity) => entity.entityId === entityId)?.name ?? null;

/**
 * The entry that was looked at, also where it was deleted meanwhile: no other takes its place under the writer's hands. Else
 * the one that is named most.
 */
const choose = (sums: ReadonlyMap<string, Sum>): string | null => {
  const entities = useCodex.getState().entities ?? [];
  const { entityId, name } = useWorld.getState();
  if (name !== null || nameOf(entityId) !== null) return entityId;
  const countOf = (id: string): number => sums.get(id)?.count ?? 0;
  const [max] = entities.toSorted((one, other) => countOf(other.entityId) - countOf(one.entityId));
  return max?.entityId ?? null;
};

/** What cannot be read of an entry stands in place of it, unless another is looked at by then. */
const showMentions = (projectId: string, entityId: string): Promise<void> =>
  readMentions(projectId, entityId).catch((failure: unknown) => {
    if (useWorld.getState().entityId === entityId) useWorld.setState({ failure });
  });

/** Reads what is shown; what fails stands in place of it. */
export const readWorld = createReading({
  async ask(projectId) {
    const [{ items }] = await Promise.all([
      call('knowledge:mentions:list', { projectId }),
      useCodex.getState().load(projectId),
    ]);
    return { projectId, items };
  },
  show({ projectId, items }) {
    const sums = new Map(items.map(({ entityId, ...sum }) => [entityId, sum]));
    const entityId = choose(sums);
    const isOther = entityId !== useWorld.getState().entityId;
    const now = nameOf(entityId);
    const name = now ?? useWorld.getState().name;
    const mentions = isOther ? { mentions: null } : {};
    useWorld.setState({ sums, entityId, name, failure: null, ...mentions });
    if (entityId !== null && now !== null) void showMentions(projectId, entityId);
  },
  fail: (failure) => useWorld.setState({ failure }),
});

/** Looks at another entry. */
export function lookAt(entityId: string): void {
  if (useWorld.getState().entityId === entityId) return;
  useWorld.setState({ entityId, name: nameOf(entityId), mentions: null });
  const projectId = openProjectId();
  if (projectId === undefined) return;
  void showMentions(projectId, entityId);
}

/** What the list beside the book shows of it; null while the book is not looked at, or not yet counted. */
export function useShownWorld(): {
  sums: ReadonlyMap<string, Sum>;
  entityId: string | null;
} | null {
  const isShown = useBookView(({ view }) => view === 'codex');
  const sums = useWorld((world) => world.sums);
  const entityId = useWorld((world) => world.entityId);
  return isShown && sums !== null ? { sums, entityId } : null;
}

/** What was deleted is looked at no more once the view was left. */
export const leaveGone = (): void => {
  const { entityId, name } = useWorld.getState();
  if (name !== null && nameOf(entityId) === null) useWorld.setState({ entityId: null, name: null });
};

/** Another book has another world. */
export const forgetWorld = (): void => useWorld.setState(nothing);

/** Shows an entry in the whole book: the given one, or the one that was looked at last. */
export function openWorld(entityId: string | null = null): void {
  if (entityId !== null) lookAt(entityId);
  openBookView('codex');
}

/** Shows where a chapter names it first. */
export function openMention({ documentId, start, end }: ChapterMentions): void {
  closeBookView();
  useSession.getState().openDocument(documentId, { start, end });
}
