import type { FenceView } from '#main/services/context-engine/service.ts';
import type { Json } from './service.ts';
import type { StoredMessage } from './store/message-store.ts';

type View = Pick<FenceView, 'hidesNames' | 'withhold'>;

const withholdIn = (value: Json, view: View): Json => {
  if (typeof value === 'string') return view.withhold(value).text;
  if (Array.isArray(value)) return value.map((member) => withholdIn(member, view));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withholdIn(member, view)]),
  );
};

const withholdRow = (row: StoredMessage, view: View): StoredMessage => {
  const { metadata } = row;
  const { thought, calls } = metadata;
  return {
    ...row,
    content: view.withhold(row.content).text,
    metadata: {
      ...metadata,
      ...(thought === undefined ? {} : { thought: view.withhold(thought).text }),
      ...(calls
        ? { calls: calls.map((call) => ({ ...call, input: withholdIn(call.input, view) })) }
        : {}),
    },
  };
};

/**
 * What was said beside another chapter, without the paragraphs that name what is kept back beside this one (N3): a
 * conversation that moves back in the book does not bring along what it read further on. The writer's own words stay.
 * `documents`: the chapter of each turn of the conversation; null is none.
 */
export const withholdHistory = (
  rows: readonly StoredMessage[],
  documentId: string | null,
  documents: ReadonlyMap<string, string | null>,
  view: View,
): StoredMessage[] => {
  if (!view.hidesNames) return [...rows];
  const hasMoved = [...documents.values()].some((other) => other !== documentId);
  const isFromElsewhere = ({ role, turnId }: StoredMessage): boolean =>
    role === 'system' ? hasMoved : turnId !== null && documents.get(turnId) !== documentId;
  return rows.map((row) =>
    row.role !== 'user' && isFromElsewhere(row) ? withholdRow(row, view) : row,
  );
};
