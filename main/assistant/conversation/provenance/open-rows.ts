/** Lays the fences of this moment over a conversation. */
import { isDocumentKey, isNameKey } from '#shared/domain/source-key.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { StoredMessage, TracedRow } from '../store/message-store.ts';
import { type Closed, decideRedacted, type TracedMessage } from './decide-redacted.ts';
import type { NamesOf } from './name-cache.ts';
import { redactAll, redactNames } from './redact-row.ts';

export type OpenRowsDependencies = Pick<Dependencies, 'messages' | 'projects'> & {
  namesOf: NamesOf;
};

/** A conversation as its requests may hold it now. */
export type OpenRows = {
  /** Every row in the form in which it may be sent. The only way from what is stored to a request (N3). */
  show(rows: readonly StoredMessage[]): StoredMessage[];
  /** What is kept back, by key: who answers such a request says nothing of it. */
  without: readonly string[];
  /** Whether a file of the conversation may be shown: all that made it may. */
  opensFile(contextId: string): boolean;
  /** Whether the list of things to do may be shown. */
  opensTodos: boolean;
};

const closedOf = (view: FenceView): Closed & { names: ReadonlySet<string> } => {
  const all = [...view.closed()];
  return {
    keys: new Set(all.filter((key) => !isNameKey(key))),
    documents: new Set(all.filter(isDocumentKey)),
    names: new Set(all.filter(isNameKey)),
    closes: (key) => view.closes(key),
  };
};

const isWriters = ({ role, kind }: Pick<TracedRow, 'role' | 'kind'>): boolean =>
  role === 'user' && kind !== 'note';

/** All words a message was ever shown with. */
const wordsOf = ({ content, original, metadata }: StoredMessage): string =>
  [content, original ?? '', metadata.thought ?? '', JSON.stringify(metadata.calls ?? [])].join(
    '\n\n',
  );

/** Nothing the conversation knows is closed. */
const allOpen: OpenRows = {
  show: (rows) => [...rows],
  without: [],
  opensFile: () => true,
  opensTodos: true,
};

/** Lays the fences as they stand at this moment over a conversation that has read before they were put up. */
export const createOpenRows = (
  dependencies: OpenRowsDependencies,
  { conversationId, projectId }: { conversationId: string; projectId: string },
  view: FenceView,
): OpenRows => {
  const { messages, projects, namesOf } = dependencies;
  const language = projects.languageOf(projectId);
  const closed = closedOf(view);
  const isAnyClosed = closed.keys.size + closed.names.size > 0;
  if (!isAnyClosed && !messages.readKeys(conversationId).some(closed.closes)) return allOpen;
  const rows = messages.trace(conversationId);
  const lastOf = new Map(rows.map(({ archivedBy, sequence }) => [archivedBy, sequence]));
  const hiddenIn = ({ messageId }: TracedRow): string[] => {
    if (closed.names.size === 0) return [];
    const words = (): string => {
      const row = messages.find(conversationId, messageId);
      return row === null ? '' : wordsOf(row);
    };
    return namesOf(messageId, view, words).filter((key) => closed.names.has(key));
  };
  const traced = rows.map(
    (row): TracedMessage => ({
      messageId: row.messageId,
      sequence: row.sequence,
      isWriters: isWriters(row),
      isResult: row.role === 'tool',
      provenance: row.provenance,
      upTo: row.role === 'system' ? (lastOf.get(row.messageId) ?? row.sequence) : null,
      names: hiddenIn(row),
    }),
  );
  const redacted = decideRedacted(traced, closed);
  const isOpen = ({ messageId }: { messageId: string }): boolean =>
    !redacted.messages.has(messageId);
  const provenances = new Map(rows.map((row) => [row.messageId, row.provenance]));
  const lastList = rows.findLast(({ toolName }) => toolName === 'TodoWrite');
  const nothingMeant: ReadonlySet<string> = new Set();

  return {
    show: (shown) =>
      shown.map((row) => {
        if (!isOpen(row)) return redactAll(row, language);
        if (closed.names.size + closed.documents.size === 0) return row;
        const kind = row.metadata.kind ?? null;
        const without = isWriters({ role: row.role, kind })
          ? provenances.get(row.messageId)?.without
          : undefined;
        return redactNames(row, view, without ? new Set(without) : nothingMeant);
      }),
    without: redacted.without,
    opensFile(contextId) {
      const maker = rows.find(({ contextRefs }) => contextRefs.includes(contextId));
      // Brought here by an archive, or by a version of which nothing is known.
      if (!maker) return closed.keys.size === 0;
      if (maker.role !== 'system' || maker.contextRefs.length < 2) return isOpen(maker);
      const isSummary = maker.contextRefs[0] === contextId;
      if (isSummary) return isOpen(maker);
      return rows.filter(({ archivedBy }) => archivedBy === maker.messageId).every(isOpen);
    },
    opensTodos: lastList === undefined || isOpen(lastList),
  };
};
