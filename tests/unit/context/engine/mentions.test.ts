import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { focusOf } from '#main/context/engine/focus.ts';
import { createMentionFinder } from '#main/context/engine/mentions.ts';
import { templatesFor } from '#main/context/engine/prompt-templates.ts';
import { rankRules } from '#main/context/engine/rank-rules.ts';
import { anAssemblyInput, anEntity } from '#tests/helpers/assembly-input.ts';

const names = ['沈砚舟', '乌篷渡', 'Imogen'];
const matcher = compileNames(
  names.map((name) => ({ entityId: name, names: [name] })),
  createMatcherTools(),
);

const paragraph = fc
  .array(fc.constantFrom(...names, '雪还在下。', ' and so on, ', '他没有说话，'), { maxLength: 60 })
  .map((parts) => parts.join(' '));
const chapter = fc
  .array(paragraph, { minLength: 1, maxLength: 8 })
  .map((paragraphs) => paragraphs.join('\n\n'));

describe('names around the cursor', () => {
  it('are those that stand wholly before, after or in what is asked, where the focus has them (property)', () => {
    const find = createMentionFinder();
    fc.assert(
      fc.property(chapter, fc.nat(), fc.nat(30), paragraph, (text, at, length, asked) => {
        const start = at % (text.length + 1);
        const end = Math.min(text.length, start + length);
        const wish = asked.slice(0, 2000);
        const focus = focusOf(text.slice(0, start), text.slice(end), wish);
        const mentions = find(matcher, { text, start, end, asked: wish });
        const expected = names.flatMap((name) =>
          [...focus.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'gu'))].map(({ index }) => index),
        );
        for (const { name, start: from, end: to } of mentions) {
          expect(focus.slice(from, to)).toBe(name);
        }
        expect(mentions.map(({ start: from }) => from).toSorted((a, b) => a - b)).toEqual(
          expected.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are looked for once in each paragraph, however many cursors stand in it [E4]', () => {
    let read = 0;
    const counting = {
      find(text: string) {
        read += text.length;
        return matcher.find(text);
      },
    };
    const find = createMentionFinder();
    const text = Array.from({ length: 20 }, (_, index) => `第${index}段，沈砚舟又来了。`).join(
      '\n',
    );
    for (let at = 0; at <= text.length; at += 1) {
      find(counting, { text, start: at, end: at, asked: '' });
    }
    expect(read).toBeLessThanOrEqual(text.length);
    find({ find: counting.find }, { text, start: 5, end: 5, asked: '' });
    expect(read).toBeGreaterThan(text.length);
  });

  it('make an entry one that is named, also as the first word of what is asked at the end of a chapter [E7]', () => {
    const before = '雪下了一夜。';
    const entity = anEntity('e', { name: '沈砚舟' });
    const input = { before, after: '', additionalInput: '沈砚舟开门。' };
    const focus = focusOf(before, '', input.additionalInput);
    const mentions = createMentionFinder()(
      compileNames([{ entityId: 'e', names: [entity.name] }], createMatcherTools()),
      { text: before, start: before.length, end: before.length, asked: input.additionalInput },
    );
    const assemblyInput = anAssemblyInput({ ...input, entities: [entity], focus, mentions });
    const at = { chapter: 3, pointOfViewEntityId: null };
    const forbidden = { hidden: new Set<string>(), mentionedIn: () => false, placesIn: () => [] };
    const [candidate] = rankRules(assemblyInput, {
      templates: templatesFor('zh-CN'),
      at,
      forbidden,
    });
    expect(candidate).toMatchObject({ id: 'e', named: true });
  });
});
