import { describe, expect, it } from 'vitest';
import { compareRecords } from '#main/context/engine/compare.ts';
import { decide } from '#main/context/engine/decide.ts';
import { recordAssembly, recordedAssembly, recordedInput } from '#main/context/engine/record.ts';
import { sha256 } from '#main/context/engine/prefix.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { aHit, anAssemblyInput } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const recordOf = (change: Parameters<typeof anAssemblyInput>[0]) => {
  const input = anAssemblyInput(change);
  const limits = { ...defaultBudget, total: 3000, maxInput: defaultMaxInput };
  const assembly = decide(input, limits, { tokens, tokenizer: tokens.info() }, 100);
  const request = {
    projectId: 'p',
    documentId: input.document.documentId,
    cursorPosition: input.before.length,
    skillId: input.skill.skillId,
  };
  const budget = { version: 1, ...defaultBudget };
  const source = { assembly: recordedAssembly(assembly), input: recordedInput(input) };
  return recordAssembly({ ...source, request, budget }, sha256).record;
};

const passage = (number: number): string =>
  Array.from({ length: 10 }, (_, index) => {
    const first = 0x4e00 + ((number * 97 + index * 13) % 900) * 20;
    return `${Array.from({ length: 18 }, (_unused, step) => String.fromCodePoint(first + step)).join('')}。`;
  }).join('');

describe('compareRecords', () => {
  it('N1 names the setting when a longer instruction takes the room of passages', () => {
    const hits = Array.from({ length: 6 }, (_, index) => aHit(`h${index}`, 6, passage(index)));
    const changes = compareRecords(
      recordOf({ hits }),
      recordOf({ hits, additionalInput: '写得慢一点，再慢一点。'.repeat(120) }),
    );
    const removed = changes.filter(({ change }) => change === 'removed');
    expect(removed.length).toBeGreaterThan(0);
    for (const { cause } of changes) expect(cause).toBe('setting');
  });

  it('N1 finds nothing between a request and itself', () => {
    const record = recordOf({ hits: [aHit('h', 1, passage(1))] });
    expect(compareRecords(record, record)).toEqual([]);
  });
});
