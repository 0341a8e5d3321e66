/** The card of a name in the text: which name, where, and what the chapter knows of it (W6). */
import type { EditorView } from '@codemirror/view';
import { create } from 'zustand';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';
import type { KnownEntry } from '#shared/domain/known-entry.ts';

type NamedPlace = { from: number; to: number; entityIds: readonly string[] };

export type OpenCard = NamedPlace & {
  /** Asked for by key: it takes the focus and its keys work. */
  byKey: boolean;
  known: KnownEntry;
  /** Another window has deleted the entry since. */
  isGone: boolean;
};

type CardState = {
  /** The page's view, while there is one. */
  view: EditorView | null;
  card: OpenCard | null;
  /** Of the entry on the card; null until counted. */
  mentions: Output<'knowledge:mentions:read'> | null;
};

export const useNameCard = create<CardState>()(() => ({ view: null, card: null, mentions: null }));

/** A name at the edge of a cut may be torn; what is cut is far from the place that was asked for. */
const around = 400;

/** What was asked for before another thing happened says nothing any more. */
let asked = 0;

export const closeCard = (): void => {
  asked += 1;
  if (useNameCard.getState().card !== null) useNameCard.setState({ card: null, mentions: null });
};

/** The name that stands at a place, found as requests find it; null for none. */
async function findName(
  projectId: string,
  { state }: EditorView,
  pos: number,
): Promise<NamedPlace | null> {
  const line = state.doc.lineAt(pos);
  const from = Math.max(line.from, pos - around);
  const text = state.sliceDoc(from, Math.min(line.to, pos + around));
  if (text.trim() === '') return null;
  const { items } = await call('knowledge:names:find', { projectId, text });
  const here = items.filter(({ start, end }) => from + start <= pos && pos <= from + end);
  const [first] = here;
  if (first === undefined) return null;
  return {
    from: from + first.start,
    to: from + first.end,
    entityIds: here
      .filter(({ start, end }) => start === first.start && end === first.end)
      .map(({ entityId }) => entityId),
  };
}

/** Counting the book may take longer than reading the card. */
async function countMentions(projectId: string, known: KnownEntry): Promise<void> {
  const { entityId } = known;
  const mentions = await call('knowledge:mentions:read', { projectId, entityId });
  if (useNameCard.getState().card?.known === known) useNameCard.setState({ mentions });
}

/**
 * Shows the card of the name at a place; false where none stands there. Nothing is shown, and it is true, where something
 * else was asked for or written meanwhile.
 */
export async function showCardAt(view: EditorView, pos: number, byKey: boolean): Promise<boolean> {
  asked += 1;
  const mine = asked;
  const { project, documentId } = useSession.getState();
  if (project === null || documentId === null) return false;
  const { projectId } = project;
  const doc = view.state.doc;
  const isStale = (): boolean => mine !== asked || view.state.doc !== doc;
  const place = await findName(projectId, view, pos);
  if (isStale()) return true;
  const [entityId] = place?.entityIds ?? [];
  if (place === null || entityId === undefined) return false;
  const known = await call('knowledge:card', { projectId, documentId, entityId });
  if (isStale()) return true;
  useNameCard.setState({ card: { ...place, byKey, known, isGone: false }, mentions: null });
  await countMentions(projectId, known);
  return true;
}

/** What the codex says of the entry by now, which may be that there is none. */
export async function readCardAnew(projectId: string): Promise<void> {
  const { card } = useNameCard.getState();
  const { documentId } = useSession.getState();
  if (card === null || documentId === null) return;
  const { entityId } = card.known;
  const isShown = (): boolean => useNameCard.getState().card === card;
  try {
    const known = await call('knowledge:card', { projectId, documentId, entityId });
    if (!isShown()) return;
    useNameCard.setState({ card: { ...card, known, isGone: false } });
    await countMentions(projectId, known);
  } catch (failure) {
    if (!isShown()) return;
    if (failureOf(failure).code !== 'ENTITY_NOT_FOUND') reportFailure(failure);
    else useNameCard.setState({ card: { ...card, isGone: true } });
  }
}

/** Another entry of the same name. */
export async function showNext(): Promise<void> {
  const { card } = useNameCard.getState();
  const { project, documentId } = useSession.getState();
  if (card === null || project === null || documentId === null) return;
  const at = card.entityIds.indexOf(card.known.entityId);
  const entityId = card.entityIds[(at + 1) % card.entityIds.length];
  if (entityId === undefined) return;
  const { projectId } = project;
  const known = await call('knowledge:card', { projectId, documentId, entityId });
  if (useNameCard.getState().card !== card) return;
  useNameCard.setState({ card: { ...card, known, isGone: false }, mentions: null });
  await countMentions(projectId, known);
}
