import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countThreads,
  groupOf,
  hasTrouble,
  placeToOpen,
  openAtOnce,
} from '#renderer/features/threads/groups.ts';
import { percentOf, ticksOf, volumesOf } from '#renderer/app/chapter-axis.ts';
import { laneOf } from '#renderer/features/threads/lane-geometry.ts';
import { storyOf } from '#renderer/features/threads/thread-story.ts';
import type { ListedThread } from '#renderer/features/threads/store.ts';
import { type ThreadPlaceKind, defaultSilence } from '#shared/domain/thread.ts';
import { standingOf } from '#shared/thread-standing.ts';

const book = { now: 43, chapters: 48 };

const aThread = (
  marked: readonly (readonly [ThreadPlaceKind, number | null])[],
  dueChapter: number | null = null,
  { now } = book,
): ListedThread => {
  const places = marked
    .map(([kind, chapter], index) => ({
      ...{ placeId: `place-${index}`, kind, documentId: `document-${chapter}`, quote: 'q' },
      found: chapter === null ? null : { chapter, start: 0, end: 1 },
      chapterGone: false,
    }))
    .toSorted((one, other) => (one.found?.chapter ?? 9999) - (other.found?.chapter ?? 9999));
  return {
    ...{ threadId: 't', title: 'n', note: '', due: null, send: true, version: 1 },
    ...{ state: 'open', opened: null, paidOff: null },
    ...{ createdAt: 1, updatedAt: 1, places, dueChapter },
    ...standingOf({ places, due: dueChapter, now, silentAfter: defaultSilence }),
  };
};

describe('a thread marked in a chapter that was deleted [N13]', () => {
  const held = aThread(
    [
      ['opened', 30],
      ['echoed', null],
    ],
    45,
  );
  const places = held.places.map((place) => ({ ...place, chapterGone: place.found === null }));
  const thread = { ...held, places, problems: [] };

  it('is to be looked at, and said to be kept out of requests, at the mark that keeps it out', () => {
    expect(groupOf(thread)).toBe('look');
    expect(hasTrouble(thread, 'heldBack', defaultSilence)).toBe(true);
    expect(placeToOpen(thread, 'heldBack')).toMatchObject({ chapterGone: true });
  });

  it.each([
    ['is paid off', { stage: 'paid' as const }],
    ['is not sent anyway', { send: false }],
    ['is due nowhere', { dueChapter: null }],
    ['has no such mark any more', { places: held.places }],
  ])('is not where it %s', (_, change) => {
    expect(hasTrouble({ ...thread, ...change }, 'heldBack', defaultSilence)).toBe(false);
  });
});

describe('the story of a thread [N13]', () => {
  const storyKinds = (...[marked, due, at = book]: Parameters<typeof aThread>) =>
    storyOf({ ...aThread(marked, due, at), due: due ? { documentId: 'd' } : null }, at).map(
      (part) => (part.kind === 'place' ? part.place.kind : part),
    );

  it('tells its places, the silence since, and where it is due, in the order of the book', () => {
    const opened = ['opened', 9] as const;
    expect(storyKinds([opened, ['echoed', 12]], 46)).toEqual([
      'opened',
      'echoed',
      { kind: 'silent', from: 13, to: 43, isForgotten: true },
      { kind: 'due', chapter: 46, isLate: false },
    ]);
    expect(storyKinds([opened, ['paid', 12]], 46)).toEqual(['opened', 'paid']);
    expect(storyKinds([['opened', 42]], 40)).toEqual([
      { kind: 'due', chapter: 40, isLate: true },
      'opened',
    ]);
  });

  it('leads from the report to the place that a line is about', () => {
    const paid = aThread([
      ['paid', 5],
      ['echoed', 8],
      ['opened', null],
    ]);
    expect(placeToOpen(paid, 'paidUnopened')?.kind).toBe('paid');
    expect(placeToOpen(paid, 'placeLost')?.kind).toBe('opened');
    expect(placeToOpen(paid, 'late')?.kind).toBe('echoed');
    expect(placeToOpen(aThread([]), 'late')).toBeUndefined();
  });
});

describe('a lane over the chapters of the book [N13]', () => {
  it('is dotted where a promise was silent too long, and goes on thinly to the chapter it is due in', () => {
    const { lines, signs, isLate } = laneOf(
      aThread(
        [
          ['opened', 9],
          ['echoed', 12],
        ],
        46,
      ),
      book,
      defaultSilence,
    );
    const at = (chapter: number) => percentOf(chapter, book);
    expect(lines).toEqual([
      { look: 'line', from: at(9), to: at(12) },
      { look: 'silent', from: at(12), to: at(43) },
      { look: 'future', from: at(43), to: at(46) },
    ]);
    expect(signs.map(({ look, at: place }) => [look, place])).toEqual([
      ['opened', at(9)],
      ['echoed', at(12)],
      ['due', at(46)],
    ]);
    expect(isLate).toBe(false);
  });

  it('is dotted also where it is late besides, as the sentence above counts it among the forgotten', () => {
    const thread = aThread([['opened', 1]], 30);
    expect(countThreads([thread], defaultSilence)).toMatchObject({ forgotten: 1, late: 1 });
    const { lines, isLate } = laneOf(thread, book, defaultSilence);
    expect([lines.map(({ look }) => look), isLate]).toEqual([['silent'], true]);
  });

  it('ends where it is paid off, and bears a late diamond where it should have been', () => {
    const paid = laneOf(
      aThread(
        [
          ['opened', 2],
          ['paid', 8],
        ],
        9,
      ),
      book,
      defaultSilence,
    );
    expect(paid.signs.map(({ look }) => look)).toEqual(['opened', 'paid']);
    expect(paid.lines).toHaveLength(1);
    expect(laneOf(aThread([['opened', 40]], 42), book, defaultSilence).isLate).toBe(true);
    const lost = laneOf(aThread([['opened', null]]), book, defaultSilence);
    expect(lost).toMatchObject({ lines: [], signs: [] });
  });

  it('stands below its volumes, each over its chapters; a book of one folder has none', () => {
    const documents = ['a', 'a', 'a', 'b'].map((group, index) => ({
      ...{ documentId: `document-${index}`, group },
    }));
    expect(volumesOf(documents, (group) => group.toUpperCase())).toEqual([
      { key: 'document-0', name: 'A', from: 0, to: 75 },
      { key: 'document-3', name: 'B', from: 75, to: 100 },
    ]);
    expect(volumesOf(documents.slice(0, 3), String)).toEqual([]);
    expect(volumesOf([], String)).toEqual([]);
  });

  const chapter = fc.integer({ min: 1, max: 1_000 });
  const places = fc.array(
    fc.tuple(fc.constantFrom<ThreadPlaceKind>('opened', 'echoed', 'paid'), fc.option(chapter)),
    { maxLength: 12 },
  );

  it('never leaves the book nor runs backwards, however many chapters there are (property)', () => {
    fc.assert(
      fc.property(places, fc.option(chapter), chapter, (marked, due, now) => {
        const long = { now, chapters: 1_000 };
        const { lines, signs } = laneOf(aThread(marked, due, long), long, defaultSilence);
        for (const { from, to } of lines) expect(to).toBeGreaterThan(from);
        for (const value of [
          ...lines.flatMap(({ from, to }) => [from, to]),
          ...signs.map(({ at }) => at),
        ]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        expect(new Set(signs.map(({ key }) => key)).size).toBe(signs.length);
      }),
    );
  });

  it('has few numbers above it, in order, the last written chapter among them (property)', () => {
    fc.assert(
      fc.property(chapter, chapter, (one, other) => {
        const ticks = ticksOf({ now: Math.min(one, other), chapters: Math.max(one, other) });
        expect(ticks.length).toBeLessThanOrEqual(13);
        expect(ticks).toContain(Math.min(one, other));
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the threads of a book, trouble first [N13]', () => {
  it('are looked at first where they are late, forgotten, quiet or lost', () => {
    expect(groupOf(aThread([['opened', 9]]))).toBe('look');
    expect(groupOf(aThread([['opened', 42]], 42))).toBe('look');
    expect(groupOf(aThread([['opened', 40]]))).toBe('open');
    expect(
      groupOf(
        aThread([
          ['opened', 4],
          ['paid', 40],
        ]),
      ),
    ).toBe('paid');
    expect(groupOf(aThread([['paid', 40]]))).toBe('look');
    expect(hasTrouble(aThread([['paid', 40]]), 'paidUnopened', 20)).toBe(true);
  });

  it('are counted, and how many are open in each chapter', () => {
    const items = [
      aThread([
        ['opened', 1],
        ['paid', 3],
      ]),
      aThread([['opened', 2]]),
    ];
    expect(countThreads(items, 20)).toEqual({ open: 1, forgotten: 1, late: 0, quiet: 0 });
    expect(openAtOnce(items, { now: 4, chapters: 5 })).toEqual([1, 2, 1, 1]);
  });
});
