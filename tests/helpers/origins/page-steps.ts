/** What a writer does on the page of a chapter, one step each. */
import { allFrom, placeIn } from './known.ts';
import type { OriginBook } from './book.ts';
import type { OriginPage } from './page.ts';

/** Numbers and words that a step makes of what it needs. */
export type Draw = {
  chapter: number;
  other: number;
  a: number;
  b: number;
  mask: number;
  words: string;
};
export type Step = (book: OriginBook, draw: Draw) => Promise<void>;

const savePage = async (book: OriginBook, page: OriginPage): Promise<void> => {
  const { projectId } = book;
  const { documentId, draftId } = page;
  if (!page.isDirty()) return;
  const told = { text: page.text(), origins: [...page.runs()] };
  page.step += 1;
  const file = book.knownText(documentId);
  const saved = await book.tryCall(
    'documents:save',
    {
      ...{ projectId, documentId, draftId, ...told, step: page.step, allowEmpty: true },
      ...{ expectedVersion: page.version, reason: 'autosave' },
    },
    ['DOCUMENT_CONFLICT'],
  );
  const known = page.known();
  if (saved?.text !== undefined) {
    await book.takeClaims(documentId, [known, file]);
    const { text, version, origins = [] } = saved;
    page.bring({ text, version, origins }, book.knownText(documentId));
    return;
  }
  if (saved) page.refresh({ ...told, version: saved.version });
  else {
    const conflict = await book.world.test.call('documents:conflict:read', {
      ...{ projectId, documentId, draftId },
    });
    const resolved = await book.world.test.call('documents:conflict:resolve', {
      ...{ projectId, documentId, draftId, ...told },
      theirsVersion: conflict.theirsVersion,
    });
    page.refresh(resolved);
  }
  await book.expectText(documentId, known);
};

export const saveAll = async (book: OriginBook): Promise<void> => {
  for (const page of book.pages.values()) await savePage(book, page);
};

export const stretchIn = (text: string, { a, b }: Draw, longest = 8): [number, number] => {
  const from = placeIn(text, a);
  const to = Math.min(text.length, from + (b % (longest + 1)));
  return [from, to === text.length ? to : Math.max(from, placeIn(text, to))];
};

export const write =
  (event: string, code: 'typed' | 'pasted'): Step =>
  async (book, draw) => {
    const page = await book.pageOf(await book.idAt(draw.chapter));
    const [from, to] = stretchIn(page.text(), draw, 4);
    const { taken } = book;
    const isTaken = code === 'pasted' && taken?.text === draw.words;
    page.edit(from, to, isTaken && taken ? taken : allFrom(draw.words, code), event);
  };

export const moveWords: Step = async (book, draw) => {
  const page = await book.pageOf(await book.idAt(draw.chapter));
  const [from, to] = stretchIn(page.text(), draw);
  if (from === to) return;
  const taken = page.take(from, to);
  book.taken = taken;
  const target = await book.pageOf(await book.idAt(draw.other));
  const at = placeIn(target.text(), draw.mask);
  target.edit(at, at, taken, 'input.paste');
};

export const onPage =
  (act: (page: OriginPage) => void): Step =>
  async (book, { chapter }) =>
    act(await book.pageOf(await book.idAt(chapter)));

export const save: Step = async (book, { chapter }) =>
  savePage(book, await book.pageOf(await book.idAt(chapter)));

/** The page tells what it has and dies. */
export const dieAfterDraft: Step = async (book, { chapter }) => {
  const page = await book.pageOf(await book.idAt(chapter));
  const { documentId, draftId, version } = page;
  // A page whose file went on is told so when it saves; one that shows what it saved has nothing to tell.
  if (page.text() === page.saved || (await book.read(documentId)).version !== version) return;
  page.step += 1;
  const { kept } = await book.world.test.call('documents:draft', {
    ...{ projectId: book.projectId, documentId, draftId, step: page.step },
    ...{ expectedVersion: version, origins: [...page.runs()] },
    change: { from: 0, to: page.saved.length, insert: page.text() },
  });
  if (!kept) return;
  book.pages.delete(documentId);
  // Emptying a chapter is asked about; the text stays as it was.
  if (page.text().trim() === '') return;
  await book.expectText(documentId, page.known());
};
