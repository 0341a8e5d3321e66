import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage } from '#main/ai/contradictions/choose-passages.ts';
import { openParagraphs, passageAround } from '#main/ai/contradictions/open-passages.ts';
import { verifyAnswer } from '#main/ai/contradictions/verify-answer.ts';

const chapter = '雨停了。沈砚说他从没见过海。\n\n他在海边长大，𠮷先生教过他。他笑了，他笑了。';
const passage = (source: Passage['source'], text: string, from = 0, to = text.length): Passage => ({
  ...{ source, id: source, chapter: 1, text, start: from, end: to },
});
const passages = new Map([
  ['P1', passage('entry', '沈砚，四十岁，从没见过海。')],
  ['P2', passage('chapter', chapter, 16)],
]);
const entity = { entityId: 'yan', scope: null };
const quoted = (number: string, quote: unknown) => ({ passage: number, quote });
const good = {
  first: quoted('P1', '从没见过海'),
  second: quoted('P2', '他在海边长大'),
  message: '见没见过海对不上。',
};
const verify = (findings: unknown) => verifyAnswer(JSON.stringify({ findings }), passages, entity);

describe('what is believed of a model that looks for contradictions [N15]', () => {
  it('takes two quotes that stand in their passages, at their offsets in the whole text', () => {
    const answer = `好的。\n\`\`\`json\n${JSON.stringify({ findings: [good] })}\n\`\`\``;
    const { drafts, leftOut } = verifyAnswer(answer, passages, entity);
    expect(leftOut).toBe(0);
    expect(drafts).toMatchObject([{ kind: 'other', by: 'model', entityId: 'yan' }]);
    for (const { places } of drafts) {
      expect(places.map(({ text, start, end }) => text.slice(start, end))).toEqual([
        '从没见过海',
        '他在海边长大',
      ]);
    }
  });

  it.each([
    ['words that stand nowhere', { ...good, second: quoted('P2', '他在山里长大') }],
    ['words of a part that was not sent', { ...good, second: quoted('P2', '雨停了') }],
    ['words of another passage', { ...good, first: quoted('P2', '从没见过海') }],
    ['a passage that is none', { ...good, first: quoted('P9', '从没见过海') }],
    ['one quote', { first: good.first, message: good.message }],
    ['the same place twice', { ...good, first: good.second }],
    ['words that stand there twice', { ...good, second: quoted('P2', '他笑了') }],
    ['half a character', { ...good, second: quoted('P2', '\uDFB7先生') }],
    ['nothing but space', { ...good, second: quoted('P2', ' ') }],
    ['an endless quote', { ...good, second: quoted('P2', '海'.repeat(2_000)) }],
    ['no message', { ...good, message: '' }],
    ['no object', 'P1 和 P2'],
  ])('leaves out %s, and counts it', (_what, finding) => {
    expect(verify([finding])).toEqual({ drafts: [], leftOut: 1 });
    expect(verify([finding, good])).toMatchObject({ drafts: [{ by: 'model' }], leftOut: 1 });
  });

  it.each([
    '',
    'nothing',
    '[]',
    '{"findings":{}}',
    '{"findings":[',
    '{}',
    'null',
    '{'.repeat(10_000),
  ])('refuses what is no such answer: %.20s', (answer) => {
    expect(() => verifyAnswer(answer, passages, entity)).toThrow(
      expect.objectContaining({ code: 'MODEL_ANSWER_UNUSABLE' }),
    );
  });

  it('takes only what touches the chapters it was asked about, and not without end', () => {
    const answer = JSON.stringify({ findings: [good] });
    const elsewhere = { ...entity, scope: new Set(['another']) };
    expect(verifyAnswer(answer, passages, elsewhere)).toEqual({ drafts: [], leftOut: 1 });
    const many = verify(Array.from({ length: 5_000 }, () => good));
    expect(many.drafts.length).toBeLessThanOrEqual(40);
    expect(many.drafts.length + many.leftOut).toBe(5_000);
  });

  it('shows a model no paragraph of which a line was closed, and tears no character', () => {
    const line = fc.constantFrom(
      '沈砚走了。',
      '',
      'He left.',
      '𠮷'.repeat(900),
      '秘密在此。',
      '> 引文',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(1_800), (lines, place) => {
        const text = lines.join('\n');
        const shown = lines.map((one) => (one === '秘密在此。' ? '〔不予显示〕' : one)).join('\n');
        for (const paragraph of openParagraphs(text, shown)) {
          expect(text.slice(paragraph.start, paragraph.end)).not.toContain('秘密');
          const { start, end } = passageAround(text, paragraph, paragraph.start + place);
          expect(start).toBeGreaterThanOrEqual(paragraph.start);
          expect(end).toBeLessThanOrEqual(paragraph.end);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
        }
        expect(openParagraphs(text, `${shown}\n`)).toEqual([]);
      }),
    );
  });
});
