/** From the name on the card to the next place that names the same entry: in this chapter, then in the next ones. */
import { EditorView } from '@codemirror/view';
import { openProjectId, useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import { closeCard, showCardAt, useNameCard } from './store.ts';

const showHere = async (view: EditorView, start: number, end: number): Promise<void> => {
  view.dispatch({
    selection: { anchor: start, head: end },
    effects: EditorView.scrollIntoView(start, { y: 'center' }),
  });
  // The card stands beside the name: where that is, is known when the page has scrolled.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await showCardAt(view, start, true);
};

export async function goToNextMention(): Promise<void> {
  const { view, card, mentions } = useNameCard.getState();
  const projectId = openProjectId();
  if (view === null || card === null || projectId === undefined) return;
  const { entityId, chapter } = card.known;
  const doc = view.state.doc;
  const text = doc.toString();
  const { items } = await call('knowledge:names:find', { projectId, text, entityId });
  if (view.state.doc !== doc) return;
  const next = items.find(({ start }) => start >= card.to);
  if (next !== undefined) {
    await showHere(view, next.start, next.end);
    return;
  }
  const later = mentions?.chapters.find((one) => one.chapter > chapter) ?? mentions?.chapters[0];
  if (later !== undefined && later.chapter !== chapter) {
    closeCard();
    const { documentId, start, end } = later;
    useSession.getState().openDocument(documentId, { start, end });
    return;
  }
  const [first] = items;
  if (first !== undefined) await showHere(view, first.start, first.end);
}
