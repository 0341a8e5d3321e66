import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, hunksOf } from '#main/ai/runs/candidates/hunks.ts';
import { wordChanges } from '#main/ai/runs/candidates/word-changes.ts';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import { changeRuns, joinRuns, lengthOfRuns, runsOf } from '#shared/origin-runs.ts';
import { piecesOf } from '#shared/text-pieces.ts';

const model = 'model:new';

/** A text in which a model’s words are in brackets. */
const bracketed = (text: string, runs: OriginRuns): string => {
  let at = 0;
  return runs
    .map(([length, code]) => {
      at += length;
      const words = text.slice(at - length, at);
      return code === model ? `[${words}]` : words;
    })
    .join('');
};

/** What accepting all of `after` in the place of `before` makes of a text that the writer typed. */
const accepted = (before: string, after: string): string => {
  const hunks = hunksOf(before, after, 0);
  const chosen = new Set(hunks.map(({ index }) => index));
  const changes = changesOf({ before: '' }, hunks, chosen);
  return bracketed(after, changeRuns(runsOf(before.length, 'typed'), changes, model));
};

const ownCode: fc.Arbitrary<OriginCode> = fc.constantFrom('typed', 'pasted', 'unknown', 'model:a');
const piece = fc.constantFrom(
  ...['林', '远', '雪', '了', '，', '。', '𠀀', '葛\u{e0100}', ' ', '\n', '\n\n', '👩‍🚀'],
  ...['the', 'them', 'don’t', 'cafe\u0301', 'a', 'sea.', '12'],
);
const words = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
const known = words.chain((text) =>
  fc
    .array(ownCode, { minLength: text.length, maxLength: text.length })
    .map((codes) => ({ text, runs: joinRuns(codes.map((code) => [1, code] as const)) })),
);
const unitsOf = (runs: OriginRuns): OriginCode[] =>
  runs.flatMap(([length, code]) => Array.from({ length }, () => code));

describe('what an accepted text changes of the one whose place it takes [N14]', () => {
  it.each([
    ['此开卷第一回也。', '此开卷第一章也。', '此开卷第一[章]也。'],
    ['The early light fell.', 'The pale light fell.', 'The [pale] light fell.'],
    ['He stayed in the inn.', 'He strayed in the inn.', 'He [strayed] in the inn.'],
    ['I don’t know her.', 'I can’t know her.', 'I [can’t] know her.'],
    ['a very old man came', 'a rather young man came', 'a [rather young] man came'],
    ['林远把伞收起来，站着等船。', '林远收了伞，站着等船。', '林远收[了伞]，站着等船。'],
    ['雪停了。他走了。', '雪停了。她走了。', '雪停了。[她]走了。'],
    // Two sentences for three, which are one hunk.
    ['雪停了！他走远了！', '雪停了。他走。远了。', '雪停了[。]他走[。]远了[。]'],
    ['', '门开着。', '[门开着。]'],
    ['门开着。', '门开着。', '门开着。'],
  ])('of %j in %j is the model’s only what differs: %j', (before, after, expected) => {
    expect(accepted(before, after)).toBe(expected);
  });

  it.each([
    ['他走了很久，没有回头的意思。', '雨下了一夜，院子里的灯还亮着。'],
    ['He went home by the sea.', 'Nobody here was ever seen again.'],
    ['She saw the old man at the door.', 'Then nobody but the wind came to their house.'],
  ])(
    'is all of a sentence that was written anew, but for the mark both end with',
    (before, after) => {
      expect(accepted(before, after)).toBe(`[${after.slice(0, -1)}]${after.slice(-1)}`);
    },
  );

  it('is as long as the text; what is the same keeps what it was, and nothing becomes the writer’s (property)', () => {
    fc.assert(
      fc.property(known, words, fc.nat(50), (before, after, start) => {
        const runs = joinRuns(runsOf(start, 'imported'), before.runs);
        const changes = wordChanges({ start, removed: before.text, inserted: after });
        const now = changeRuns(runs, changes, model);
        expect(lengthOfRuns(now)).toBe(start + after.length);
        const [was, is] = [unitsOf(runs), unitsOf(now)];
        let [old, fresh] = [0, 0];
        for (const { from, to, inserted } of [
          ...changes,
          { from: start + before.text.length, to: 0, inserted: 0 },
        ]) {
          const length = from - start - old;
          // The very same words, whole, each with the origin it had; what is not known stays unknown.
          const same = before.text.slice(old, old + length);
          expect(after.slice(fresh, fresh + length)).toBe(same);
          expect(is.slice(start + fresh, start + fresh + length)).toEqual(
            was.slice(start + old, start + old + length),
          );
          expect(same.isWellFormed()).toBe(true);
          fresh += length;
          expect(is.slice(start + fresh, start + fresh + inserted)).toEqual(
            Array.from({ length: inserted }, () => model),
          );
          fresh += inserted;
          old = to - start;
        }
      }),
    );
  });

  it('takes no word from the writer where one of a sentence became another (property)', () => {
    const word: fc.Arbitrary<string> = fc.constantFrom('snow', 'fell', 'them', '雪', '停', '林');
    const own = fc.array(word, { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(own, fc.nat(), fc.constantFrom('the', 'doors', '夜'), (parts, draw, put) => {
        const at = draw % parts.length;
        const join = (list: readonly string[]): string => list.join(' ');
        const before = join(parts);
        const after = join(parts.with(at, put));
        const start = join(parts.slice(0, at)).length + (at > 0 ? 1 : 0);
        const removed = parts[at] ?? '';
        expect(wordChanges({ start: 0, removed: before, inserted: after })).toEqual([
          { from: start, to: start + removed.length, inserted: put.length },
        ]);
      }),
    );
  });

  it('cuts no word: every change begins and ends between pieces (property)', () => {
    fc.assert(
      fc.property(words, words, (removed, inserted) => {
        const placesOf = (text: string): Set<number> => {
          let at = 0;
          return new Set([0, ...piecesOf(text).map(({ length }) => (at += length))]);
        };
        const [old, fresh] = [placesOf(removed), placesOf(inserted)];
        let shift = 0;
        for (const change of wordChanges({ start: 0, removed, inserted })) {
          expect(old.has(change.from) && old.has(change.to)).toBe(true);
          expect(fresh.has(change.from + shift)).toBe(true);
          expect(fresh.has(change.from + shift + change.inserted)).toBe(true);
          shift += change.inserted - (change.to - change.from);
        }
      }),
    );
  });

  it('is found line by line in a passage too long to compare as one, and is all of it where lines went', () => {
    const letters = [...'天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往'];
    const line = (index: number): string =>
      Array.from({ length: 20 }, (_, at) => letters[(index * 7 + at * at) % 20]).join('');
    const fresh = Array.from({ length: 20 }, (_, at) => String.fromCharCode(0x8000 + at)).join('');
    const old = Array.from({ length: 150 }, (_, index) => `${line(index)}雪停了他走了\n`);
    const now = old.map((_one, index) => `${fresh}${index}雪停了他走了\n`);
    const passage = { start: 5, removed: old.join(''), inserted: now.join('') };
    const changes = wordChanges(passage);
    expect(changes).toHaveLength(150);
    expect(changes[1]).toEqual({ from: 32, to: 52, inserted: 21 });
    const fewer = now.slice(1).join('');
    expect(wordChanges({ ...passage, inserted: fewer })).toEqual([
      { from: 5, to: 5 + passage.removed.length, inserted: fewer.length },
    ]);
  });
});

describe('the pieces that texts are compared by', () => {
  it('are the text when joined (property)', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string()), (text) => {
        expect(piecesOf(text).join('')).toBe(text);
      }),
    );
  });
});
