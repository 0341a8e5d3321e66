import { EditorState } from '@codemirror/state';
import { type DecorationSet, EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyHunks, hunksOf } from '#main/ai/runs/candidates/hunks.ts';
import { fitIntoPlace } from '#main/ai/runs/output/fit-into-place.ts';
import { InsertedText, readableText } from '#renderer/features/candidates/inserted-text.ts';
import {
  createCandidateMarks,
  type Decision,
  showPending,
} from '#renderer/features/candidates/marks.ts';
import { pendingOf } from '#renderer/features/candidates/pending.ts';
import type { Candidate } from '#shared/domain/candidate.ts';

const marks = createCandidateMarks({
  onView: () => undefined,
  onPending: () => undefined,
  onText: () => undefined,
  onChoose: () => undefined,
  onStep: () => false,
  onHost: () => undefined,
});

/** The lines of a page that have words, as its decorations show them. */
const readPage = (state: EditorState): string[] => {
  const [drawn] = state
    .facet(EditorView.decorations)
    .filter((one): one is DecorationSet => typeof one !== 'function');
  let text = '';
  let at = 0;
  for (const cursor = drawn?.iter(); cursor?.value; cursor.next()) {
    const { from, to, value } = cursor;
    text += state.doc.sliceString(at, from);
    at = Math.max(at, from);
    const widget: unknown = value.spec.widget;
    if (widget instanceof InsertedText) text += readableText(widget.shown);
    else if (value.point && to > from) at = to;
  }
  return linesOf(text + state.doc.sliceString(at));
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

const sentence = fc.constantFrom(
  '雪停了。',
  '他走了',
  '（本章完）',
  '“走。”',
  'He left. ',
  'She stayed',
  '赵云不答，',
);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const prose = (breaks: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .array(fc.tuple(paragraph, breaks), { maxLength })
    .map((parts) => parts.map(([words, end]) => words + end).join(''));
const chapter = fc.constantFrom('\n\n', '\n').chain((style) => prose(fc.constant(style), 4));
const answer = fc
  .tuple(
    fc.constantFrom('', '\n', '\n\n'),
    prose(fc.constantFrom('\n\n', '\n', '\n\n\n', '\n \n'), 4),
  )
  .map((parts) => parts.join(''));

type Trial = { chapter: string; start: number; end: number; answer: string };

const offer = (trial: Trial): Candidate | null => {
  const { start, end } = trial;
  const original = trial.chapter.slice(start, end);
  const around = { before: trial.chapter.slice(0, start), after: trial.chapter.slice(end) };
  const text = fitIntoPlace(trial.answer, { ...around, original });
  if (trial.answer.trim() === '' || text === original) return null;
  return {
    candidateId: 'c',
    origin: 'skill',
    program: null,
    newPath: null,
    runId: 'r',
    projectId: 'p',
    documentId: 'd',
    skillId: 'continue',
    assemblyId: 'a',
    start,
    end,
    original,
    text,
    hunks: hunksOf(original, text, start),
    partial: false,
    stale: false,
    instruction: '',
    model: null,
    createdAt: 0,
  };
};

/** The page with every part decided on, and the chapter as accepting the same parts would write it. */
const decide = (trial: Trial, candidate: Candidate, coins: Iterator<boolean>) => {
  const { start, end, original, hunks } = candidate;
  const begun = EditorState.create({ doc: trial.chapter, extensions: marks.extension });
  const pending = pendingOf(candidate, begun.doc);
  const decisions = new Map(
    pending.hunks.map(({ id }): [string, Decision] => [
      id,
      coins.next().value === true ? 'accepted' : 'rejected',
    ]),
  );
  const effects = showPending.of({
    pending: [pending],
    arranged: { shown: [pending], passages: [] },
    decisions,
    findingsOf: () => [],
  });
  const taken = pending.hunks.filter(({ id }) => decisions.get(id) === 'accepted');
  const chosen = new Set(taken.flatMap(({ indexes }) => indexes));
  const before = trial.chapter.slice(0, start);
  const written = applyHunks({ original, start, beside: { before } }, hunks, chosen);
  return {
    page: readPage(begun.update({ effects }).state),
    chapter: `${before}${written}${trial.chapter.slice(end)}`,
  };
};

const place = fc.nat(200);
const trials = fc
  .tuple(chapter, place, place, fc.boolean(), answer)
  .map(([text, one, other, isInsertion, words]): Trial => {
    const [a, b] = [one % (text.length + 1), other % (text.length + 1)];
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    return { chapter: text, start, end: isInsertion ? start : end, answer: words };
  });

describe('what the page shows of a candidate', () => {
  it('is what is written, whichever parts are accepted (property) [F14]', () => {
    fc.assert(
      fc.property(trials, fc.infiniteStream(fc.boolean()), (trial, coins) => {
        const candidate = offer(trial);
        fc.pre(candidate !== null);
        if (!candidate) return;
        const { page, chapter: written } = decide(trial, candidate, coins);
        expect(page).toEqual(linesOf(written));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every paragraph that stood there and every one accepted apart (property) [F14]', () => {
    fc.assert(
      fc.property(trials, fc.infiniteStream(fc.boolean()), (trial, coins) => {
        const atEnd = trial.chapter.trimEnd();
        const end = { ...trial, chapter: atEnd, start: atEnd.length, end: atEnd.length };
        fc.pre(/(?:[。”]|(?:^|[\n。”])（本章完）)$/u.test(atEnd));
        const candidate = offer(end);
        fc.pre(candidate !== null);
        if (!candidate) return;
        const { chapter: written } = decide(end, candidate, coins);
        const accepted = linesOf(written).slice(linesOf(atEnd).length);
        expect(linesOf(written).slice(0, linesOf(atEnd).length)).toEqual(linesOf(atEnd));
        const offered = linesOf(candidate.text).map((line) => line.trim());
        for (const line of accepted) expect(offered).toContain(line.trim());
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [
      '（本章完）',
      '马超出阵。\n\n赵云不答，只把枪一横。',
      [false, true],
      '（本章完）\n\n赵云不答，只把枪一横。',
    ],
    ['The end.', 'He came.\n\nShe left.', [false, true], 'The end.\n\nShe left.'],
    ['雪停了。', '他走了。\n\n门开着。', [true, true], '雪停了。\n\n他走了。\n\n门开着。'],
    ['雪停了，他', '走了。\n\n门开着。', [true, false], '雪停了，他走了。'],
    ['雪停了，他', '走了。\n\n门开着。', [false, true], '雪停了，他\n\n门开着。'],
  ])('%s + %s, %j', (text, words, coins, expected) => {
    const trial = { chapter: text, start: text.length, end: text.length, answer: words };
    const candidate = offer(trial);
    if (!candidate) throw new Error('nothing is offered');
    const { page, chapter: written } = decide(trial, candidate, coins.values());
    expect(written).toBe(expected);
    expect(page).toEqual(linesOf(expected));
  });
});
