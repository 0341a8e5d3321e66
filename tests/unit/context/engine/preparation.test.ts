import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fence } from '#shared/domain/fence.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { AssemblyInput } from '#main/context/engine/assembly-input.ts';
import { decide } from '#main/context/engine/decide.ts';
import { createPreparation, type Preparation } from '#main/context/engine/preparation.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import {
  aConstraint,
  aHit,
  anAssemblyInput,
  anEntity,
  aRule,
} from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const names = ['沈砚舟', '苏蔓', '林远'];

const aFence: fc.Arbitrary<Fence | null> = fc.constantFrom<Fence | null>(
  null,
  null,
  { notBeforeChapter: 4 },
  { knownBy: ['e0'] },
  { neverSend: true },
);

const aCodex = fc.tuple(aFence, aFence, aFence).map((fences) =>
  fences.map((fence, index) => {
    const other = names[(index + 1) % names.length] ?? '';
    return anEntity(`e${index}`, {
      name: names[index] ?? '',
      summary: `${names[index] ?? ''}住在渡口。他认得${other}。`,
      fence,
    });
  }),
);

/** The book's chapters, two of them with a fence each: another one makes another object, as in the program. */
const chaptersWith = (fences: readonly (Fence | null)[]): DocumentInfo[] =>
  anAssemblyInput().chapters.map((chapter, index) => {
    const fence = fences[index] ?? null;
    return fence ? { ...chapter, fence } : chapter;
  });

const aBook = fc.tuple(aFence, aFence).map(chaptersWith);

const aRequest = fc.record({
  codex: fc.nat(1),
  book: fc.nat(1),
  chapter: fc.integer({ min: 3, max: 7 }),
  pointOfViewEntityId: fc.constantFrom(null, 'e0', 'e1'),
  mute: fc.constantFrom<string[]>([], ['e1'], ['c0'], ['r1'], ['h1']),
  confirmed: fc.boolean(),
  sticky: fc.constantFrom<string[]>([], ['e2']),
  total: fc.constantFrom(250, 400, 3000),
});

const hits = ['潮水退到桩子外面。', '苏蔓把灯挂在门口。', '雨下了一夜，没有人来。'].map(
  (text, index) =>
    aHit(`h${index}`, 9 - index, text.repeat(6), {
      documentId: `document-${(index % 2) + 1}`,
      chapter: (index % 2) + 1,
      start: 5000 + index * 500,
      end: 5000 + index * 500 + text.length * 6,
    }),
);

const constraints = ['沈砚舟不得离开渡口', '少用比喻'].map((text, index) =>
  aConstraint(`c${index}`, { text }),
);

/** Everything that is said of a request: its prompt and each item, with score and reason. */
const decided = (input: AssemblyInput, total: number) => {
  const limits = { ...defaultBudget, total, maxInput: defaultMaxInput };
  const assembly = decide(input, limits, { tokens, tokenizer: tokens.info() }, 0);
  const { prompt, items, stablePrefixHash, layers, rulesOverLine } = assembly;
  return { prompt, items, stablePrefixHash, layers, rulesOverLine };
};

describe('what is prepared once for many requests', () => {
  it('is what would be made anew, whatever was asked and closed before [S3-32 N3]', () => {
    fc.assert(
      fc.property(
        fc.tuple(aCodex, aCodex),
        fc.tuple(aBook, aBook),
        fc.array(aRequest, { minLength: 1, maxLength: 12 }),
        (codices, books, requests) => {
          const remembered = createPreparation();
          for (const { codex, book, chapter, confirmed, mute, sticky, total, ...at } of requests) {
            const chapters = books[book] ?? [];
            const inputWith = (prepare: Preparation) =>
              anAssemblyInput({
                ...{ prepare, constraints, hits, chapters, ...at },
                document: chapters[chapter - 1] ?? anAssemblyInput().document,
                rules: [aRule('r0', 1, { confirmed }), aRule('r1', 0.5, { text: '苏蔓少说话' })],
                entities: codices[codex] ?? [],
                mute: new Set(mute),
                stickyEntityIds: new Set(sticky),
                findNames: (text) =>
                  names.flatMap((name, index) =>
                    text.includes(name) ? [{ entityId: `e${index}`, name, start: 0, end: 1 }] : [],
                  ),
              });
            expect(decided(inputWith(remembered), total)).toEqual(
              decided(inputWith(createPreparation()), total),
            );
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
