import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '#main/context/engine/decide.ts';
import type { Limits } from '#main/context/engine/limits.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { AppError } from '#shared/errors.ts';
import { defaultBudget, layerNames } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import {
  aChapter,
  aConstraint,
  aHit,
  anAssemblyInput,
  anEntity,
  aRule,
} from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const limits = (total: number): Limits => ({ ...defaultBudget, total, maxInput: defaultMaxInput });
const run = (change: Parameters<typeof anAssemblyInput>[0], total = 6000) =>
  decide(anAssemblyInput(change), limits(total), { tokens, tokenizer: tokens.info() }, 100);

const sentence = (seed: string): string =>
  `${seed}的雪落在门槛上，灯下的人没有抬头，只听见潮水涨上来的声音。`;
/** Prose of its own characters, so that two passages share next to no pairs of characters. */
const passage = (id: number, length: number): string =>
  Array.from({ length }, (_, index) => {
    const first = 0x4e00 + ((id * 97 + index * 13) % 900) * 20;
    return `${Array.from({ length: 18 }, (_unused, step) => String.fromCodePoint(first + step)).join('')}。`;
  }).join('');

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe('decide', () => {
  it('S3-01 puts the layers in their fixed order and S3-04 sends a marker of each', () => {
    const { prompt } = run({
      constraints: [aConstraint('c', { text: '记号甲' })],
      entities: [anEntity('e', { summary: '记号乙' })],
      rules: [aRule('r', 0.9, { text: '记号丙' })],
      hits: [aHit('h', 2, `${sentence('远处')}记号丁`)],
      before: '记号戊。',
    });
    const places = ['记号甲', '记号乙', '记号丙', '记号丁', '记号戊'].map((mark) =>
      prompt.indexOf(mark),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  it('F5 its tokens are the count of its prompt, however its texts begin (property)', () => {
    const beginning = fc.constantFrom(
      '',
      '\n',
      '\n\n',
      '　　',
      ' ',
      '\n　　',
      '/',
      ' /',
      '\u0085',
      '\r',
    );
    const text = fc
      .tuple(beginning, fc.integer({ min: 1, max: 60 }), beginning)
      .map(([first, sentences, second]) =>
        [first, sentence('窗外').repeat(sentences), second, sentence('海上')].join('\n'),
      );
    fc.assert(
      fc.property(text, text, text, fc.nat(6000), (before, after, ending, room) => {
        const hits = [aHit('h', 2, `${sentence('远处')}记号`), aHit('i', 1, ending.trim())];
        const { document } = anAssemblyInput();
        const previous = { document: aChapter(2), version: 'v1', text: ending };
        const { prompt, tokenCount } = run({ before, after, previous, hits, document }, 600 + room);
        expect(tokenCount).toBe(tokens.count(prompt));
      }),
      { numRuns: 60 },
    );
  });

  it('S3-03 works for a new project: three layers empty, Immediate holds the text', () => {
    const assembly = run({ previous: null, hits: [] });
    expect(assembly.layers.rules.tokens).toBe(0);
    expect(assembly.layers.settings.tokens).toBe(0);
    expect(assembly.layers.retrieved.tokens).toBe(0);
    expect(assembly.prompt).toContain('林远坐在灯下');
    expect(assembly.stablePrefixLength).toBe(0);
  });

  it('S3-23 renders constraints exactly, in both languages', () => {
    const constraints = [
      aConstraint('a', { text: '严格第一人称叙述' }),
      aConstraint('b', { text: '本世界没有魔法' }),
    ];
    expect(run({ constraints }).prompt).toMatch(
      /^\[创作约束 - 不可违反\]\n1\. 严格第一人称叙述\n2\. 本世界没有魔法\n\n/u,
    );
    expect(run({ constraints, language: 'en' }).prompt).toMatch(
      /^\[Writing constraints - must not be violated\]\n1\. 严格/u,
    );
  });

  it('F5 the segments concatenate to the prompt and their tokens add up to the total', () => {
    const assembly = run({
      constraints: [aConstraint('a'), aConstraint('b')],
      entities: [anEntity('x')],
      rules: [aRule('r', 1)],
      hits: [aHit('h', 2, sentence('远处'))],
      additionalInput: '写雪。',
    });
    expect(assembly.segments.map((segment) => segment.text).join('')).toBe(assembly.prompt);
    expect(assembly.tokenCount).toBe(tokens.count(assembly.prompt));
    const items = assembly.items.reduce((sum, item) => sum + item.tokenCount, 0);
    expect(items + assembly.framingTokens).toBe(assembly.tokenCount);
  });

  it('S3-09 drops the least similar chunks first, one at a time, until it fits', () => {
    const hits = Array.from({ length: 12 }, (_, index) =>
      aHit(`h${index}`, 12 - index * 0.5, passage(index, 8)),
    );
    const assembly = run({ hits, before: passage(99, 90) }, 4000);
    const retrieved = assembly.items.filter((item) => item.source === 'retrieval');
    const included = retrieved.filter((item) => item.decision === 'included');
    expect(included.length).toBeGreaterThan(0);
    expect(included.length).toBeLessThan(12);
    expect(included.map((item) => item.id)).toEqual(
      retrieved.slice(0, included.length).map((item) => item.id),
    );
    for (const item of retrieved.slice(included.length)) {
      expect(item).toMatchObject({ decision: 'dropped', reason: 'overBudget' });
    }
  });

  it('F3 one oversized chunk never evicts a smaller one that fits', () => {
    const hits = [aHit('huge', 9, passage(1, 200)), aHit('small', 5, passage(2, 2))];
    const { items } = run({ hits, before: passage(3, 60) }, 4000);
    expect(items.find((item) => item.id === 'huge')?.decision).toBe('trimmed');
    expect(items.find((item) => item.id === 'small')?.decision).toBe('included');
  });

  it('N2 granting what a dropped passage lacks admits exactly that passage', () => {
    const hits = Array.from({ length: 10 }, (_, index) =>
      aHit(`h${index}`, 10 - index * 0.3, passage(index, 4 + (index % 5))),
    );
    const before = passage(99, 120);
    const plain = run({ hits, before }, 3600);
    const included = (assembly: typeof plain) =>
      assembly.items.filter((item) => item.decision !== 'dropped').map((item) => item.id);
    const out = plain.items.filter((item) => item.admitTokens !== undefined);
    expect(out.length).toBeGreaterThan(2);
    for (const item of out) {
      const granted = run({ hits, before, admit: new Set([item.id]) }, 3600);
      expect(included(granted).toSorted()).toEqual([...included(plain), item.id].toSorted());
      expect(item.admitTokens).toBeGreaterThan(0);
    }
  });

  it('S3-10 keeps the most confident rules', () => {
    const rules = Array.from({ length: 40 }, (_, index) =>
      aRule(`r${index}`, 1 - index / 40, { text: passage(index, 2) }),
    );
    const { items } = run({ rules, before: passage(7, 40) }, 3000);
    const decisions = items.filter((item) => item.source === 'memory').map((item) => item.decision);
    const kept = decisions.lastIndexOf('included');
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(kept).toBeLessThan(39);
    expect(decisions.slice(0, kept).every((decision) => decision === 'included')).toBe(true);
  });

  it('S3-10 a rule nobody confirmed stays out with its reason', () => {
    const { items, prompt } = run({ rules: [aRule('r', 1, { confirmed: false, text: '未确认' })] });
    expect(items.find((item) => item.id === 'r')).toMatchObject({ reason: 'unconfirmed' });
    expect(prompt).not.toContain('未确认');
  });

  it('S3-13 keeps of 100 entities those the text mentions', () => {
    const entities = Array.from({ length: 100 }, (_, index) =>
      anEntity(`e${index}`, { name: `人物${index}`, summary: passage(index, 1) }),
    );
    const assembly = run({
      entities,
      mentions: [
        { entityId: 'e77', name: '人物77', start: 0, end: 4 },
        { entityId: 'e99', name: '人物99', start: 5, end: 9 },
      ],
    });
    const kept = assembly.items.filter(
      (item) => item.source === 'knowledge' && item.decision === 'included',
    );
    expect(kept.length).toBeLessThan(100);
    expect(kept.map((item) => item.id)).toEqual(expect.arrayContaining(['e77', 'e99']));
    expect(assembly.rulesOverLine).toBe(true);
    expect(kept.reduce((sum, item) => sum + item.tokenCount, 0)).toBeLessThanOrEqual(900);
  });

  it('S3-26 answers CONTEXT_INPUT_TOO_LARGE when the writer’s constraints exceed the total', () => {
    const constraints = Array.from({ length: 80 }, (_, index) =>
      aConstraint(`c${index}`, { text: passage(index, 4) }),
    );
    expect(codeOf(() => run({ constraints }, 2800))).toBe('CONTEXT_INPUT_TOO_LARGE');
  });

  it('answers CONTEXT_INPUT_TOO_LARGE when what must be sent exceeds 64k tokens [S3-42]', () => {
    expect(codeOf(() => run({ additionalInput: passage(1, 3300) }, 200_000))).toBe(
      'CONTEXT_INPUT_TOO_LARGE',
    );
  });

  it('F11 a fact valid from chapter 5 is absent from a chapter-4 request and present in chapter 5', () => {
    const entities = [anEntity('late', { validFromChapter: 5, summary: '第五章起才有的事' })];
    const four = run({ entities, document: aChapter(4) });
    expect(four.prompt).not.toContain('第五章起才有的事');
    expect(four.items.find((item) => item.id === 'late')).toMatchObject({
      reason: 'notYetValid',
      chapter: 5,
    });
    expect(run({ entities, document: aChapter(5) }).prompt).toContain('第五章起才有的事');
  });

  it('N3 what is fenced occurs nowhere in the assembly, not even in the explanation', () => {
    const canary = '金丝雀暗号';
    const assembly = run({
      document: aChapter(3),
      constraints: [aConstraint('c', { text: canary, fence: { notBeforeChapter: 5 } })],
      entities: [
        anEntity('e', { name: canary, summary: canary, fence: { neverSend: true } }),
        anEntity('p', { summary: canary, fence: { knownBy: ['somebody'] } }),
        anEntity('o'),
      ],
      relations: [
        {
          relationId: 'r',
          subjectId: 'o',
          predicate: canary,
          objectId: 'p',
          validFromChapter: null,
          validToChapter: null,
          fence: null,
          version: 1,
        },
      ],
      hits: [aHit('h', 3, `${sentence('旧事')}${canary}`)],
      findNames: (text) =>
        text.includes(canary)
          ? [
              {
                entityId: 'e',
                name: canary,
                start: text.indexOf(canary),
                end: text.indexOf(canary) + 5,
              },
            ]
          : [],
    });
    expect(assembly.prompt).not.toContain(canary);
    const shown = assembly.items.filter((item) => item.id !== 'h');
    expect(JSON.stringify(shown)).not.toContain(canary);
    const reasons = new Map(assembly.items.map((item) => [item.id, item.reason]));
    expect(reasons.get('c')).toBe('fencedUntilChapter');
    expect(reasons.get('e')).toBe('neverSend');
    expect(reasons.get('p')).toBe('fencedFromPointOfView');
    expect(reasons.get('h')).toBe('fencedByName');
  });

  it('N3 passages of later chapters stay out unless the writer allows them', () => {
    const hits = [aHit('later', 3, sentence('后来'), { documentId: 'document-6' })];
    expect(run({ hits }).items.find((item) => item.id === 'later')).toMatchObject({
      reason: 'laterChapter',
      chapter: 6,
    });
    const allowed = run({ hits, allowLaterChapters: true });
    expect(allowed.items.find((item) => item.id === 'later')?.decision).toBe('included');
  });

  it('S3-11 text already in Immediate is not retrieved again; near copies are sent once', () => {
    const text = passage(1, 6);
    const hits = [
      aHit('same', 9, text, { documentId: 'document-3', start: 0, end: text.length }),
      aHit('copy1', 8, passage(5, 6)),
      aHit('copy2', 7, passage(5, 6)),
    ];
    const { items } = run({ before: text, hits });
    const reasons = new Map(items.map((item) => [item.id, item.reason]));
    expect(reasons.get('same')).toBe('alreadyInImmediate');
    expect(reasons.get('copy1')).toBe('similarPassage');
    expect(reasons.get('copy2')).toBe('nearDuplicate');
  });

  it('S3-18 the prefix does not depend on cursor text, hits or mentions while everything fits', () => {
    const stable = {
      constraints: [aConstraint('c')],
      entities: [anEntity('a'), anEntity('b')],
      rules: [aRule('r', 1)],
    };
    const first = run({ ...stable });
    const second = run({
      ...stable,
      before: '别的文字。',
      mentions: [{ entityId: 'b', name: 'b', start: 0, end: 1 }],
      hits: [aHit('h', 1, sentence('远处'))],
    });
    expect(second.stablePrefixHash).toBe(first.stablePrefixHash);
    expect(run({ ...stable, rules: [aRule('r', 1), aRule('s', 0.5)] }).stablePrefixHash).not.toBe(
      first.stablePrefixHash,
    );
  });

  it('S3-38 and F4: under any budget the count holds and the sentence before the cursor survives (property)', () => {
    const text = fc
      .array(
        fc.constantFrom(
          '潮水涨了。',
          '“谁？”她问。',
          'A bell rang. ',
          '\n\n',
          '雪下了一夜，没有停。',
        ),
        {
          minLength: 1,
          maxLength: 400,
        },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.integer({ min: 3000, max: 9000 }),
        text,
        text,
        fc.array(text, { maxLength: 12 }),
        fc.array(text, { maxLength: 12 }),
        fc.array(text, { maxLength: 30 }),
        (total, before, previous, rules, summaries, passages) => {
          const last = '他把灯吹灭了。';
          const ending = '这一章到此为止。';
          const assembly = run(
            {
              before: `${before}${last}`,
              after: previous,
              previous: { document: aChapter(2), version: 'v', text: `${previous}${ending}` },
              rules: rules.map((body, index) => aRule(`r${index}`, index / 12, { text: body })),
              entities: summaries.map((body, index) => anEntity(`e${index}`, { summary: body })),
              hits: passages.map((body, index) => aHit(`h${index}`, 30 - index, body)),
            },
            total,
          );
          expect(assembly.tokenCount).toBeLessThanOrEqual(total);
          expect(assembly.tokenCount).toBe(tokens.count(assembly.prompt));
          expect(assembly.segments.map((segment) => segment.text).join('')).toBe(assembly.prompt);
          expect(assembly.prompt).toContain(last);
          expect(assembly.prompt).toContain(ending);
          for (const layer of layerNames)
            expect(assembly.layers[layer].tokens).toBeGreaterThanOrEqual(0);
          for (const item of assembly.items) {
            expect(item.decision === 'dropped' ? item.tokenCount : 1).toBe(
              item.decision === 'dropped' ? 0 : 1,
            );
          }
        },
      ),
      { numRuns: 120 },
    );
  });
});
