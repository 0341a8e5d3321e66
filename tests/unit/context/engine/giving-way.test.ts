import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assembly } from '#main/context/engine/assembly.ts';
import { decide } from '#main/context/engine/decide.ts';
import { type TokenCounter, sentenceStarts } from '#main/context/engine/trim-text.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { defaultBudget, type LayerName, layerNames, type Minimums } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import {
  aChapter,
  aConstraint,
  aHit,
  anAssemblyInput,
  aRule,
} from '#tests/helpers/assembly-input.ts';

/** A token is a UTF-16 code unit, so that a text of any number of tokens can be written down. */
const tokens: TokenCounter = {
  count: (text) => text.length,
  paragraphs: (text) =>
    [...text.matchAll(/[^\n]+\n*|\n+/gu)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
      tokens: length,
    })),
};
const tokenizer = { name: 'characters', exactness: 'exact', margin: 0 } as const;

type Change = Parameters<typeof anAssemblyInput>[0];

const run = (change: Change, total: number, minimums: Minimums = defaultBudget.minimums) =>
  decide(
    anAssemblyInput({ previous: null, ...change }),
    { ...defaultBudget, minimums, total, maxInput: defaultMaxInput },
    { tokens, tokenizer },
    0,
  );

/** Exactly so many characters of sentences, of characters no other number uses. */
const prose = (number: number, length: number): string => {
  const first = 0x4e00 + (number % 900) * 20;
  const sentence = `${Array.from({ length: 19 }, (_, step) => String.fromCodePoint(first + step)).join('')}。`;
  const text = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
  return `${text.slice(0, -1)}。`;
};

/** Tokens of a layer whole, with its headings, when nothing presses. */
const needOf = (change: Change): Record<LayerName, number> => {
  const { segments } = run(change, 60_000);
  const need = { rules: 0, settings: 0, retrieved: 0, immediate: 0 };
  for (const { layer, tokenCount } of segments) need[layer] += tokenCount;
  return need;
};
const sumOf = (need: Record<LayerName, number>): number =>
  need.rules + need.settings + need.retrieved + need.immediate;

const itemsOf = ({ items }: Assembly, layer: LayerName): AssemblyItem[] =>
  items.filter((item) => item.layer === layer);
const isWhole = (assembly: Assembly, layer: LayerName): boolean =>
  itemsOf(assembly, layer).every(({ reason }) => !['overBudget', 'cutToBudget'].includes(reason));

/** Rules, Settings and Immediate of the sizes asked for, and chunks; sizes are those of the layers with headings. */
const ofSizes = (sizes: Record<'rules' | 'settings' | 'immediate', number>, chunks: number[]) => {
  const change = (add: typeof sizes): Change => ({
    constraints: [aConstraint('c', { text: prose(1, 50 + add.rules) })],
    rules: [aRule('r', 0.9, { text: prose(2, 50 + add.settings) })],
    before: prose(3, 50 + add.immediate),
    hits: chunks.map((length, index) => aHit(`h${index}`, 20 - index, prose(10 + index, length))),
  });
  const none = needOf(change({ rules: 0, settings: 0, immediate: 0 }));
  return change({
    rules: sizes.rules - none.rules,
    settings: sizes.settings - none.settings,
    immediate: sizes.immediate - none.immediate,
  });
};

describe('the numbers of the source documents', () => {
  it('5,500 needed of 6,000: everything arrives whole [S3-07]', () => {
    const change = ofSizes({ rules: 800, settings: 500, immediate: 3000 }, [377, 377, 377]);
    expect(needOf(change)).toMatchObject({ rules: 800, settings: 500, immediate: 3000 });
    const assembly = run(change, 6000);
    for (const layer of layerNames) expect(isWhole(assembly, layer), layer).toBe(true);
    expect(assembly.tokenCount).toBe(sumOf(needOf(change)));
  });

  it('7,500 needed, 6,000 available, Retrieved 2,500: the other three stay whole and the least similar go [S3-09]', () => {
    const title =
      needOf(ofSizes({ rules: 60, settings: 60, immediate: 300 }, [100])).retrieved - 100;
    const heading = '[相关前文]\n'.length;
    const chunk = 250 - (title - heading);
    const chunks = [chunk - heading, ...Array.from({ length: 9 }, () => chunk)];
    const change = ofSizes({ rules: 900, settings: 600, immediate: 3500 }, chunks);
    expect(needOf(change)).toEqual({ rules: 900, settings: 600, retrieved: 2500, immediate: 3500 });
    const assembly = run(change, 6000);
    for (const layer of ['rules', 'settings', 'immediate'] as const) {
      expect(isWhole(assembly, layer), layer).toBe(true);
    }
    expect(itemsOf(assembly, 'retrieved').map(({ decision }) => decision)).toEqual([
      ...Array.from({ length: 4 }, () => 'included'),
      ...Array.from({ length: 6 }, () => 'dropped'),
    ]);
    expect(assembly.tokenCount).toBe(6000);
  });

  it('Immediate that fills what Rules and Settings leave keeps everything; Retrieved gives all it has [S3-08]', () => {
    const change = ofSizes({ rules: 500, settings: 408, immediate: 5092 }, [200, 200, 200]);
    const assembly = run(change, 6000);
    expect(isWhole(assembly, 'immediate')).toBe(true);
    expect(isWhole(assembly, 'settings')).toBe(true);
    expect(assembly.chunks).toBe(0);
    expect(assembly.tokenCount).toBe(6000);
  });

  it('one token more than that, and Immediate is cut so far that Retrieved keeps half its line [S3-08]', () => {
    const change = ofSizes({ rules: 500, settings: 409, immediate: 5092 }, [200, 200, 200, 200]);
    const assembly = run(change, 6000);
    expect(isWhole(assembly, 'settings')).toBe(true);
    expect(assembly.chunks).toBe(3);
    expect(assembly.prompt).toContain(prose(3, 60).slice(-20));
    expect(6000 - assembly.tokenCount).toBeLessThan(64);
  });

  it('one chunk of the rest goes where it fits, whatever greater one stayed out before it [F3]', () => {
    const change = ofSizes({ rules: 900, settings: 600, immediate: 3500 }, [1200, 700, 200]);
    const { items } = run(change, 6000);
    const decisions = new Map(items.map(({ id, decision }) => [id, decision]));
    expect(['h0', 'h1', 'h2'].map((id) => decisions.get(id))).toEqual([
      'trimmed',
      'included',
      'included',
    ]);
  });
});

describe('what passages leave goes to the text, over a passage that stands in its way', () => {
  it('repeats nothing and leaves nothing unused [S3-11]', () => {
    const document = aChapter(3);
    const before = Array.from({ length: 40 }, (_, index) => prose(300 + index, 200)).join('\n\n');
    const at = (start: number, id: string, score: number) =>
      aHit(id, score, before.slice(start, start + 400), {
        documentId: document.documentId,
        start,
        end: start + 400,
      });
    const hits = [at(2200, 'near', 9), at(1200, 'far', 8), aHit('other', 7, prose(1, 680))];
    const assembly = run({ document, before, hits }, 6000);
    expect(6000 - assembly.tokenCount).toBeLessThan(64);
    const sent = assembly.items.filter(({ decision }) => decision !== 'dropped');
    const text = sent.find(({ id }) => id.startsWith('before:'));
    for (const { source, start, end, id } of sent) {
      if (source !== 'retrieval' || id === 'other') continue;
      expect(end, id).toBeLessThanOrEqual(text?.start ?? 0);
      expect(start).toBeLessThan(end ?? 0);
    }
  });
});

const size = fc.integer({ min: 20, max: 1500 });
const demands = fc.record({
  constraints: fc.array(fc.integer({ min: 20, max: 200 }), { maxLength: 3 }),
  rules: fc.array(fc.integer({ min: 20, max: 400 }), { maxLength: 8 }),
  notes: fc.array(fc.integer({ min: 20, max: 200 }), { maxLength: 3 }),
  hits: fc.array(size, { maxLength: 15 }),
  before: fc.array(size, { minLength: 1, maxLength: 12 }),
  after: fc.array(size, { maxLength: 4 }),
  ending: fc.array(size, { maxLength: 2 }),
});
type Demands = typeof demands extends fc.Arbitrary<infer T> ? T : never;

/** The text after the cursor is cut between paragraphs, and the blank line there was counted beside its closing one. */
const lineEndsCountedTwice: Demands = {
  constraints: [124],
  rules: [],
  notes: [],
  hits: [46, 52, 94],
  before: [368],
  after: [1482, 1419, 288],
  ending: [],
};

/** What a heading takes at most. */
const longestHeading = 10;
/** Every item of a list is priced as if it were the last of its group, with the blank line behind it. */
const lineEndsOf = ({ constraints, rules, notes }: Demands): number =>
  constraints.length + rules.length + notes.length;

const textOf = (from: number, lengths: readonly number[]): string =>
  lengths.map((length, index) => prose(from + index, length)).join('\n\n');

const inputOf = (asked: Demands): Change => ({
  constraints: asked.constraints.map((length, index) =>
    aConstraint(`c${index}`, { text: prose(100 + index, length) }),
  ),
  rules: asked.rules.map((length, index) =>
    aRule(`r${index}`, 1 - index / 10, { text: prose(200 + index, length) }),
  ),
  notes: asked.notes.map((length, index) => ({
    noteId: `n${index}`,
    documentId: null,
    text: prose(300 + index, length),
    createdAt: index,
  })),
  hits: asked.hits.map((length, index) =>
    aHit(`h${index}`, 20 - index / 2, prose(400 + index, length)),
  ),
  before: textOf(500, asked.before),
  after: textOf(600, asked.after),
  previous:
    asked.ending.length === 0
      ? null
      : { document: aChapter(2), version: 'v', text: textOf(700, asked.ending) },
});

const whereCut = (item: AssemblyItem, text: string): string | null => {
  if (item.reason !== 'cutToBudget') return null;
  return item.id.startsWith('after:')
    ? text.slice(item.text.trimEnd().length)
    : text.slice(0, text.length - item.text.trimEnd().length);
};

/** The least that could still be taken of a text that was cut: the sentence at the cut. */
const nextSentence = (left: string, fromItsEnd: boolean): number => {
  const trimmed = left.trimEnd();
  const starts = sentenceStarts(trimmed);
  return fromItsEnd
    ? left.length - (starts.at(-1) ?? 0)
    : (sentenceStarts(left.trimStart())[0] ?? left.length);
};

describe('under any budget and any demand', () => {
  const room = fc.integer({ min: 1200, max: 12_000 });

  it('the total holds, and nothing that would fit stays out while tokens are unused (property) [S3-08 S3-38]', () => {
    fc.assert(
      fc.property(demands, room, (asked, total) => {
        const change = inputOf(asked);
        const assembly = run(change, total);
        expect(assembly.tokenCount).toBeLessThanOrEqual(total);
        expect(assembly.tokenCount).toBe(assembly.prompt.length);
        const spare = total - assembly.tokenCount - lineEndsOf(asked);
        for (const item of assembly.items) {
          if (item.decision !== 'dropped' || item.reason !== 'overBudget') continue;
          if (item.source === 'memory') continue;
          expect(item.fullTokenCount + longestHeading, item.id).toBeGreaterThan(spare);
        }
        // Of habits the most certain one that is silent decides: nothing less certain speaks in its place.
        const silent = assembly.items.find(
          ({ source, reason }) => source === 'memory' && reason === 'overBudget',
        );
        if (silent) expect(silent.fullTokenCount + longestHeading).toBeGreaterThan(spare);
        for (const item of assembly.items) {
          const isAfter = item.id.startsWith('after:');
          const whole = isAfter ? (change?.after ?? '') : (change?.before ?? '');
          if (item.id.startsWith('ending:')) continue;
          const left = whereCut(item, whole);
          if (left === null || spare <= 64) continue;
          expect(nextSentence(left, !isAfter), item.id).toBeGreaterThan(spare - 2);
        }
      }),
      { numRuns: 600, examples: [[lineEndsCountedTwice, 3767]] },
    );
  });

  it('Retrieved gives way before Settings, Settings before Immediate (property) [S3-08 S3-09]', () => {
    fc.assert(
      fc.property(demands, room, fc.integer({ min: 0, max: 800 }), (asked, total, retrieved) => {
        const minimums = { ...defaultBudget.minimums, retrieved };
        const change = inputOf(asked);
        const need = needOf(change);
        const assembly = run(change, total, minimums);
        const min = Math.min(need.retrieved, retrieved);
        const three = need.rules + need.settings + need.immediate + lineEndsOf(asked);
        if (three + min <= total) {
          expect(isWhole(assembly, 'settings')).toBe(true);
          expect(isWhole(assembly, 'immediate')).toBe(true);
        }
        const line = Math.max(minimums.settings, Math.floor(total * 0.1));
        if (three - need.settings + Math.min(need.settings, line) + min <= total) {
          expect(isWhole(assembly, 'immediate')).toBe(true);
        }
        if (sumOf(need) + lineEndsOf(asked) <= total) {
          expect(assembly.tokenCount).toBe(sumOf(need));
        }
        const half = Math.floor(Math.floor(total * 0.25) / 2);
        const floor = Math.max(half, retrieved) - lineEndsOf(asked);
        if (!isWhole(assembly, 'immediate') && total >= 4800 && need.retrieved <= floor) {
          expect(assembly.layers.retrieved.tokens).toBe(need.retrieved);
        }
      }),
      { numRuns: 400 },
    );
  });
});
