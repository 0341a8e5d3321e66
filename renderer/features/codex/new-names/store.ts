/** Names of the text that are in no entry yet, and what the writer makes of them (W6). */
import { create } from 'zustand';
import { closeBookView } from '#renderer/app/book-view.ts';
import { useSession } from '#renderer/app/session.ts';
import { createOnceMore } from '#renderer/app/last-asked.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';
import type { Entity, EntityKind } from '#shared/domain/knowledge.ts';
import { useCodex } from '../store.ts';
import { createUnsave, entityNow } from '../unsave.ts';
import { withKept } from './with-kept.ts';

type Found = Output<'knowledge:newNames:list'>;
export type NewName = Found['items'][number];

/** `namesake`: of the entry that has the name already, in its own spelling; null where it was refused for something else. */
type Refused = { failure: unknown; namesake: string | null };

type NewNamesState = {
  projectId: string | null;
  /** Whether a change of one's own is under way, which reads the list itself when it is made. */
  isChanging: boolean;
  /** Null until read. */
  found: Found | null;
  /** Of reading. */
  failure: unknown;
  /** Of the last change; it stands until the next, for the list is read anew meanwhile. */
  refused: Refused | null;
  /** Whether the list stands in place of the codex. */
  isOpen: boolean;
  /** Whether the list was asked for and has not had the focus yet: one that is drawn anew takes it from nobody. */
  isAwaitingFocus: boolean;
  /** Kinds the writer chose in place of the guessed ones, by name. */
  kinds: Readonly<Record<string, EntityKind>>;
};

/** Reads the list once however many ask for it meanwhile: what they ask for is read when that is done, once for all. */
const reading = createOnceMore(async (projectId: string) => {
  try {
    const found = await call('knowledge:newNames:list', { projectId });
    if (isShown(projectId)) {
      // What is the same is no news to whoever draws it.
      useNewNames.setState((state) => ({ found: withKept(state.found, found), failure: null }));
    }
  } catch (failure) {
    if (isShown(projectId)) useNewNames.setState({ failure });
  }
});

const nothing = {
  ...{ found: null, failure: null, refused: null },
  ...{ isOpen: false, isAwaitingFocus: false, kinds: {} },
};

export const useNewNames = create<NewNamesState>()(() => ({
  projectId: null,
  isChanging: false,
  ...nothing,
}));

const isShown = (projectId: string): boolean => useNewNames.getState().projectId === projectId;

/** Reads the list; another project begins anew. */
export async function readNewNames(projectId: string): Promise<void> {
  if (!isShown(projectId)) useNewNames.setState({ projectId, ...nothing });
  await reading(projectId);
}

/** The same when something tells that the list may be another one; a change of one's own tells nothing new. */
export async function followNewNames(projectId: string): Promise<void> {
  if (!isShown(projectId) || !useNewNames.getState().isChanging) await readNewNames(projectId);
}

/** Shows or leaves the list of a project, also before it has been read for the first time. */
export function openNewNames(projectId: string, isOpen: boolean): void {
  const begun = isShown(projectId) ? {} : { projectId, ...nothing };
  useNewNames.setState({ ...begun, refused: null, isOpen, isAwaitingFocus: isOpen });
}

export const chooseNameKind = (name: string, kind: EntityKind): void =>
  useNewNames.setState(({ kinds }) => ({ kinds: { ...kinds, [name]: kind } }));

type Write = (projectId: string) => Promise<unknown>;

const isListed =
  (name: string) =>
  ({ items }: Found): boolean =>
    items.some((one) => one.name === name);

const isDismissed =
  (name: string) =>
  ({ dismissed }: Found): boolean =>
    dismissed.includes(name);

const alone = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  useNewNames.setState({ isChanging: true });
  try {
    return await write();
  } finally {
    useNewNames.setState({ isChanging: false });
  }
};

/** Another window may have made an entry of it meanwhile: to be asked once the codex is read anew. */
const refusedFor = (failure: unknown, name: string): Refused => {
  const { code, details } = failureOf(failure);
  if (code !== 'ENTITY_INVALID' || details.field !== 'name') return { failure, namesake: null };
  const { entities } = useCodex.getState();
  const one = entities?.find(({ entityId }) => entityId === details.entityId);
  return { failure, namesake: one?.name ?? name };
};

/**
 * Makes a change that can be taken back; what failed is shown above the list, which is read anew then too: what is told of it
 * meanwhile is not followed.
 * @param isOpen whether it is still to be made: pressed twice it is made once, also in a long book, where the row stays
 *   until the names are read anew
 */
const change = (
  { name, said }: { name: string; said: string },
  isOpen: (found: Found) => boolean,
  write: (projectId: string) => Promise<Write>,
): Promise<void> =>
  inTurn(async () => {
    const { projectId, found } = useNewNames.getState();
    if (projectId === null || found === null || !isOpen(found)) return;
    const readAgain = async (): Promise<void> => {
      await useCodex.getState().reload();
      if (isShown(projectId)) await readNewNames(projectId);
    };
    useNewNames.setState({ refused: null });
    const made = await alone(() => write(projectId)).then(
      (takeBack) => ({ takeBack }),
      (failure: unknown) => ({ failure }),
    );
    await readAgain();
    if ('failure' in made) {
      if (isShown(projectId)) useNewNames.setState({ refused: refusedFor(made.failure, name) });
      return;
    }
    const { takeBack } = made;
    const undo = async () => {
      try {
        await alone(() => takeBack(projectId));
      } finally {
        await readAgain();
      }
    };
    offerUndo({ projectId, place: 'dock', text: said, undo });
  });

const unsave = createUnsave(call);

/** Makes an entry of it, of which the others are aliases. */
export const acceptName = (
  name: string,
  kind: EntityKind,
  said: string,
  aliases: string[] = [],
): Promise<void> =>
  change({ name, said }, isListed(name), async (projectId) => {
    const entry = { projectId, name, kind, summary: '', aliases };
    const made = await call('knowledge:entities:create', entry);
    return () => unsave(projectId, made);
  });

const changeAliases = async (
  projectId: string,
  entityId: string,
  aliasesOf: (aliases: readonly string[]) => string[],
): Promise<void> => {
  const now = await entityNow(call, projectId, entityId);
  // An entry that is gone meanwhile is told by the call.
  const { aliases = [], version = 0 } = now ?? {};
  await call('knowledge:entities:update', {
    ...{ projectId, entityId, expectedVersion: version, aliases: aliasesOf(aliases) },
  });
};

/** Makes another name of an entry of it. */
export const acceptAlias = (name: string, { entityId }: Entity, said: string): Promise<void> =>
  change({ name, said }, isListed(name), async (projectId) => {
    await changeAliases(projectId, entityId, (aliases) => [...aliases, name]);
    return () =>
      changeAliases(projectId, entityId, (aliases) => aliases.filter((alias) => alias !== name));
  });

export const dismissName = (name: string, said: string): Promise<void> =>
  change({ name, said }, isListed(name), async (projectId) => {
    await call('knowledge:newNames:dismiss', { projectId, name });
    return () => call('knowledge:newNames:restore', { projectId, name });
  });

export const restoreName = (name: string, said: string): Promise<void> =>
  change({ name, said }, isDismissed(name), async (projectId) => {
    await call('knowledge:newNames:restore', { projectId, name });
    return () => call('knowledge:newNames:dismiss', { projectId, name });
  });

/** Shows where a quote stands. */
export function openQuote({ documentId, start, end }: NewName['quotes'][number]): void {
  closeBookView();
  useSession.getState().openDocument(documentId, { start, end });
}
