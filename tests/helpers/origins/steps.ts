/** What a writer, a model and other programs do to a book, one step each; what it makes of each character is told the list. */
import fc from 'fast-check';
import { join } from 'node:path';
import { rename } from 'node:fs/promises';
import { firstHeading } from '#main/book/documents/title.ts';
import { arrangeScene } from '#main/book/documents/steps/arrange-scene.ts';
import { applyHunks, changesOf } from '#main/ai/runs/candidates/hunks.ts';
import { doneOf } from '../ai-world.ts';
import type { OriginBook } from './book.ts';
import { allFrom, changeWords, cut, glue, type Known, placeIn, splice } from './known.ts';
import {
  dieAfterDraft,
  type Draw,
  moveWords,
  onPage,
  save,
  saveAll,
  type Step,
  stretchIn,
  write,
} from './page-steps.ts';

const nothing = allFrom('', 'typed');

const accept: Step = async (book, draw) => {
  await saveAll(book);
  const { world, projectId } = book;
  const documentId = await book.idAt(draw.chapter);
  const page = await book.pageOf(documentId);
  const text = page.text();
  const [start, end] = stretchIn(text, draw, 40);
  if (text.slice(start, end).trim() === '' || draw.words.trim() === '') return;
  // Words of the old sentence stand in the new one, as a model leaves them.
  world.server.script({ pieces: [`${text.slice(start, end).slice(0, 9)}${draw.words}`] });
  const selection = { start, end };
  const asked = { projectId, documentId, cursorPosition: end };
  const ended = await world.run({ ...asked, skillId: 'polish', selection });
  const { candidateId } = doneOf(ended);
  const { items } = await world.test.call('ai:candidates:list', { projectId, documentId });
  const candidate = items.find((one) => one.candidateId === candidateId);
  if (!candidate || candidateId === null) return;
  const { hunks } = candidate;
  const chosen = new Set(
    hunks.map(({ index }) => index).filter((at) => draw.mask & (1 << (at % 5))),
  );
  if (chosen.size === 0) {
    await world.test.call('ai:candidates:reject', { candidateId });
    return;
  }
  const beside = { before: text.slice(0, candidate.start) };
  const { start: at, original } = candidate;
  const written = applyHunks({ original, start: at, beside }, hunks, chosen);
  const known = changeWords(
    book.knownText(documentId),
    `${text.slice(0, at)}${written}${text.slice(candidate.end)}`,
    changesOf(beside, hunks, chosen),
    `model:${candidateId}`,
  );
  await world.test.call('ai:candidates:accept', { candidateId, hunks: [...chosen] });
  await book.expectText(documentId, known);
  const typed = draw.b % 2 === 0 && start > 0 ? { at: 0, text: draw.words } : null;
  const now = typed ? glue(allFrom(typed.text, 'typed'), known) : known;
  page.bring(await book.read(documentId), now, typed);
};

const replace: Step = async (book, draw) => {
  await saveAll(book);
  const { projectId } = book;
  const query = draw.words.trim().slice(0, 1);
  if (query === '' || !query.isWellFormed()) return;
  const { items } = await book.world.test.call('manuscript:search', { projectId, query, limit: 9 });
  const places = items
    .filter((_place, at) => draw.mask & (1 << (at % 5)))
    .map(({ documentId, start, end, match }) => ({ documentId, start, end, expected: match }));
  if (places.length === 0) return;
  const before = new Map(places.map(({ documentId }) => [documentId, book.knownText(documentId)]));
  const replacement = draw.words.slice(0, 3).toWellFormed().replaceAll('\ufffd', '');
  const done = await book.world.test.call('manuscript:replace', {
    ...{ projectId, replacement, places },
  });
  const replaced = new Map<string, Known>();
  for (const [documentId, known] of before) {
    const here = places.filter((place) => place.documentId === documentId);
    const put = allFrom(replacement, 'typed');
    const after = here.reduceRight(
      (now, { start, end, expected }) =>
        expected === replacement ? now : splice(now, start, end, put),
      known as Known,
    );
    await book.expectText(documentId, after);
    replaced.set(documentId, after);
  }
  book.undos.push({ channel: 'manuscript:undo', undoId: done.undoId, before, after: replaced });
  await book.refreshPages();
};

const split: Step = async (book, draw) => {
  await saveAll(book);
  const { projectId } = book;
  const documentId = await book.idAt(draw.chapter);
  const known = book.knownText(documentId);
  const at = placeIn(known.text, draw.a);
  const { version } = await book.read(documentId);
  const done = await book.tryCall(
    'documents:split',
    { projectId, documentId, at, expectedVersion: version },
    ['INVALID_INPUT'],
  );
  if (!done) return;
  await book.expectText(documentId, cut(known, 0, at));
  await book.expectText(done.documentId, cut(known, at));
  const before = new Map([
    [documentId, known],
    [done.documentId, null],
  ]);
  book.undos.push({ channel: 'documents:undo', undoId: done.undoId, before });
  await book.refreshPages();
};

const merge: Step = async (book, draw) => {
  await saveAll(book);
  const { projectId } = book;
  const documents = await book.list();
  const at = draw.chapter % documents.length;
  const documentIds = documents.slice(at, at + 2).map(({ documentId }) => documentId);
  const [first = '', second = ''] = documentIds;
  if (second === '') return;
  const [one, two] = [book.knownText(first), book.knownText(second)];
  const { undoId } = await book.world.test.call('documents:merge', { projectId, documentIds });
  const { text } = await book.read(first);
  const gap = allFrom(text.slice(one.text.length, text.length - two.text.length), 'typed');
  await book.expectJoined(first, glue(one, gap, two));
  book.texts.delete(second);
  const before = new Map([
    [first, one],
    [second, two],
  ]);
  book.undos.push({ channel: 'documents:undo', undoId, before });
  await book.refreshPages();
};

const moveScene: Step = async (book, draw) => {
  await saveAll(book);
  const { projectId } = book;
  const [documentId, toDocumentId] = [await book.idAt(draw.chapter), await book.idAt(draw.other)];
  const [from, to] = [book.knownText(documentId), book.knownText(toDocumentId)];
  const [scene, toScene] = [draw.a % 3, draw.b % 3];
  const made = arrangeScene({
    ...{ from: { documentId, text: from.text }, scene, at: toScene },
    to: { documentId: toDocumentId, text: to.text },
  });
  const done = await book.tryCall(
    'documents:moveScene',
    {
      ...{ projectId, documentId, scene, toDocumentId, toScene },
      expectedVersion: (await book.read(documentId)).version,
    },
    ['INVALID_INPUT'],
  );
  if (!done || !made) return;
  const before = new Map([
    [documentId, from],
    [toDocumentId, to],
  ]);
  for (const [id, pieces] of made) {
    const parts = pieces.map((piece) =>
      'words' in piece
        ? allFrom(piece.words, 'typed')
        : cut(before.get(piece.documentId) ?? nothing, piece.start, piece.end),
    );
    await book.expectJoined(id, glue(...parts));
  }
  book.undos.push({ channel: 'documents:undo', undoId: done.undoId, before });
  await book.refreshPages();
};

const undoLast: Step = async (book) => {
  await saveAll(book);
  const { projectId } = book;
  const last = book.undos.pop();
  if (!last) return;
  const { channel, undoId, before, after } = last;
  const done = await book.tryCall(channel, { projectId, undoId }, [
    ...['STEP_NOT_FOUND', 'STEP_CHANGED', 'REPLACEMENT_NOT_FOUND'],
  ]);
  if (!done) return;
  for (const [documentId, known] of before) {
    const now = book.knownText(documentId);
    const hasGoneOn = after !== undefined && after.get(documentId)?.text !== now.text;
    if (known === null) book.texts.delete(documentId);
    // Only the places that still stand go back into a chapter that was written in since.
    else if (hasGoneOn) await book.takeClaims(documentId, [now, known]);
    else await book.expectText(documentId, known);
  }
  await book.refreshPages();
};

const renameChapter: Step = async (book, draw) => {
  await saveAll(book);
  const documentId = await book.idAt(draw.chapter);
  const title = `章${draw.mask}`;
  const heading = firstHeading(book.knownText(documentId).text);
  const { projectId } = book;
  const input = { projectId, documentId, title };
  const done = await book.tryCall('documents:rename', input, ['DOCUMENT_NAME_TAKEN']);
  if (!done || heading === null) return;
  const { start, end } = heading;
  const known = splice(book.knownText(documentId), start, end, allFrom(title, 'typed'));
  await book.expectText(documentId, known);
  await book.refreshPages();
};

const deleteAndRestore: Step = async (book, { chapter }) => {
  await saveAll(book);
  if ((await book.list()).length < 2) return;
  const documentId = await book.idAt(chapter);
  const { projectId } = book;
  await book.world.test.call('documents:delete', { projectId, documentId });
  await book.world.test.call('documents:restore', { projectId, documentId });
};

const keepVersion: Step = async (book, { chapter }) => {
  await saveAll(book);
  const { projectId } = book;
  const documentId = await book.idAt(chapter);
  await book.world.test.call('documents:snapshots:create', { projectId, documentId, name: '稿' });
};

const restoreVersion =
  (isPassage: boolean): Step =>
  async (book, draw) => {
    await saveAll(book);
    const { projectId } = book;
    const { call } = book.world.test;
    const documentId = await book.idAt(draw.chapter);
    const { items } = await call('documents:snapshots:list', { projectId, documentId });
    const snapshot = items[draw.mask % Math.max(1, items.length)];
    if (!snapshot) return;
    const { snapshotId } = snapshot;
    const now = book.knownText(documentId);
    const earlier = book.earlier(documentId, snapshot.version);
    const request = { projectId, documentId, snapshotId };
    if (!isPassage) {
      await call('documents:snapshots:restore', request);
      if (earlier) await book.expectText(documentId, earlier);
      else await book.takeClaims(documentId, [now, ...book.texts.values()]);
    } else if (earlier) {
      const [start, end] = stretchIn(earlier.text, draw);
      const words = cut(earlier, start, end);
      const [from, to] = stretchIn(now.text, { ...draw, a: draw.other, b: draw.mask }, 4);
      if (words.text === '') return;
      const into = { start: from, end: to };
      const passage = { text: words.text, into };
      await call('documents:snapshots:restore', { ...request, passage });
      // Of words that stand there several times only what all of them have is known.
      const places = Array.from({ length: earlier.text.length }, (_, at) => at).filter((at) =>
        earlier.text.startsWith(words.text, at),
      );
      const codes = words.codes.map((code, index) =>
        places.every((at) => earlier.codes[at + index] === code) ? code : ('unknown' as const),
      );
      await book.expectText(documentId, splice(now, from, to, { text: words.text, codes }));
    }
    await book.refreshPages();
  };

const outside =
  (isClosed: boolean): Step =>
  async (book, draw) => {
    if (isClosed) {
      await saveAll(book);
      book.pages.clear();
    }
    const documents = await book.list();
    const { documentId = '', path = '' } = documents[draw.chapter % documents.length] ?? {};
    const known = book.knownText(documentId);
    const [from, to] = stretchIn(known.text, draw, 12);
    if (isClosed) await book.close();
    const text = `${known.text.slice(0, from)}${draw.words}${known.text.slice(to)}`;
    await book.writeOutside(path, text);
    if (isClosed) await book.reopen();
    const kept = [cut(known, 0, from), cut(known, to)];
    await book.takeOutsideEdit(documentId, kept, draw.words.length);
    await book.refreshPages();
  };

/** The same file under another name, found when the book is opened again. */
const renameOutside: Step = async (book, draw) => {
  await saveAll(book);
  book.pages.clear();
  const documents = await book.list();
  const { documentId = '', path = '' } = documents[draw.chapter % documents.length] ?? {};
  const other = `名${draw.a}-${draw.b}.md`;
  const isFree = documents.every((one) => one.path !== other);
  // An empty file is like any other.
  if (book.knownText(documentId).text.trim() === '' || !isFree) return;
  await book.close();
  await rename(join(book.folder, path), join(book.folder, other));
  await book.reopen();
};

const reopen: Step = async (book, { mask }) => {
  await saveAll(book);
  book.pages.clear();
  if (mask % 4 === 0) {
    await book.world.test.restart();
    book.world.listen();
  } else await book.close();
  await book.reopen();
};

const steps = {
  type: [8, write('input.type', 'typed')],
  paste: [4, write('input.paste', 'pasted')],
  moveWords: [2, moveWords],
  undo: [4, onPage((page) => page.undo())],
  redo: [2, onPage((page) => page.redo())],
  save: [4, save],
  dieAfterDraft: [1, dieAfterDraft],
  accept: [2, accept],
  replace: [2, replace],
  split: [2, split],
  merge: [2, merge],
  moveScene: [3, moveScene],
  undoLast: [3, undoLast],
  renameChapter: [1, renameChapter],
  deleteAndRestore: [1, deleteAndRestore],
  keepVersion: [1, keepVersion],
  restore: [2, restoreVersion(false)],
  restorePassage: [2, restoreVersion(true)],
  outside: [2, outside(false)],
  outsideWhileClosed: [1, outside(true)],
  renameOutside: [1, renameOutside],
  reopen: [1, reopen],
} as const satisfies Record<string, readonly [weight: number, step: Step]>;

type Name = keyof typeof steps;
const names = Object.keys(steps) as Name[];

const words = fc
  .array(
    fc.constantFrom(
      '林远',
      '雪',
      '灯',
      '。',
      '，',
      '𠀀',
      'a',
      '。\n\n',
      '\n\n***\n\n',
      '她在岸上等。',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join(''));

const drawOf = fc.record({
  ...{ chapter: fc.nat(5), other: fc.nat(5), a: fc.nat(80), b: fc.nat(40), mask: fc.nat(31) },
  words,
});

/** A step with what it draws. */
export const originStep: fc.Arbitrary<readonly [Name, Draw]> = fc.tuple(
  fc.oneof(...names.map((name) => ({ weight: steps[name][0], arbitrary: fc.constant(name) }))),
  drawOf,
);

export const doOriginStep = (book: OriginBook, [name, draw]: readonly [Name, Draw]) =>
  steps[name][1](book, draw);

/** What is still on pages alone goes into the files. */
export const finishOrigins = saveAll;
