import { describe, expect, it } from 'vitest';
import { decide } from '#main/context/engine/decide.ts';
import type { Limits } from '#main/context/engine/limits.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { AppError } from '#shared/errors.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import {
  aChapter,
  aConstraint,
  aHit,
  anAssemblyInput,
  anEntity,
} from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const run = (
  change: Parameters<typeof anAssemblyInput>[0],
  total: number,
  { minimums, shares } = defaultBudget as Pick<Limits, 'minimums' | 'shares'>,
) =>
  decide(
    anAssemblyInput(change),
    { shares, minimums, total, maxInput: defaultMaxInput },
    { tokens, tokenizer: tokens.info() },
    100,
  );

/** Sentences that no other number's share characters with. */
const prose = (number: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => {
    const first = 0x4e00 + ((number * 97 + index * 13) % 900) * 20;
    return `${Array.from({ length: 18 }, (_unused, step) => String.fromCodePoint(first + step)).join('')}。`;
  }).join('');

describe('what hardly fits', () => {
  it('F4 keeps the sentence before the cursor and the ending before at any budget that has room for both', () => {
    const last = '他把灯吹灭了。';
    const ending = '这一章到此为止。';
    const change = {
      constraints: [aConstraint('c', { text: prose(1, 4) })],
      entities: [6, 7, 8, 9].map((number) => anEntity(`e${number}`, { summary: prose(number, 1) })),
      before: `${prose(3, 30)}${last}`,
      after: prose(4, 10),
      previous: { document: aChapter(2), version: 'v', text: `${prose(5, 20)}${ending}` },
    };
    const min = tokens.count(
      run({ ...change, entities: [], before: last, after: '', previous: null }, 6000).prompt,
    );
    const room = min + tokens.count(`[上一章结尾]\n${ending}\n\n`) + 12;
    const minimums = { rules: 0, settings: 0, retrieved: 0, immediate: 0 };
    const shares = { rules: 0.9, settings: 0, retrieved: 0, immediate: 0.1 };
    for (let total = room; total < room + 400; total += 7) {
      const { prompt, tokenCount } = run(change, total, { minimums, shares });
      expect(tokenCount).toBeLessThanOrEqual(total);
      expect(prompt, `${total} tokens`).toContain(last);
      expect(prompt, `${total} tokens`).toContain(ending);
    }
  });

  it('S3-09 F3 goes on to a less similar passage when a better one is too big for what is left', () => {
    const hits = [
      aHit('first', 9, prose(1, 40)),
      aHit('second', 8, prose(2, 40)),
      aHit('small', 7, prose(3, 2)),
    ];
    const one = tokens.count(prose(1, 40));
    const { items } = run({ hits }, Math.round(one * 1.6));
    const decisions = new Map(items.map(({ id, decision }) => [id, decision]));
    expect(['first', 'second', 'small'].map((id) => decisions.get(id))).toEqual([
      'included',
      'dropped',
      'included',
    ]);
  });

  it('sends 60,000 tokens, cuts a text of 70,000 and refuses an instruction of as many [S3-42]', () => {
    const line = '雪落在门槛上，灯下的人没有抬头。\n\n';
    const lines = (count: number): string => line.repeat(Math.floor(count / tokens.count(line)));
    expect(run({ before: lines(60_000) }, 200_000).tokenCount).toBeGreaterThan(59_000);
    const cut = run({ before: lines(70_000) }, 200_000);
    expect(cut.tokenCount).toBeGreaterThan(63_000);
    expect(cut.tokenCount).toBeLessThanOrEqual(64_000);
    expect(cut.layers.immediate.truncated).toBe(true);
    try {
      run({ additionalInput: lines(70_000) }, 200_000);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        code: 'CONTEXT_INPUT_TOO_LARGE',
        message: expect.stringContaining('narrow retrieval'),
        details: { limit: 64_000 },
      });
    }
  });
});
