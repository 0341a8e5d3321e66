import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, storedFrom } from '#main/ai/contradictions/draft.ts';
import { keepFindings } from '#main/ai/contradictions/keep-findings.ts';
import { joinStatements, type Statements } from '#main/ai/contradictions/same-statement.ts';

const colours = ['绿', '褐', '蓝'] as const;
const beginnings = ['灯下看去，', '第二天清早，渡口上，', '谁都知道，', ''] as const;
const adverbs = ['', '分明', '其实'] as const;

const Sentence = fc.record({
  who: fc.constantFrom('裴照', '林晚'),
  colour: fc.constantFrom(...colours),
  beginning: fc.constantFrom(...beginnings),
  adverb: fc.constantFrom(...adverbs),
  chapter: fc.constantFrom('one', 'two', 'three'),
});
type Sentence = typeof Sentence extends fc.Arbitrary<infer T> ? T : never;

/** Of what the codex says of their eyes, and a sentence. */
const findingOf = ({ who, colour, beginning, adverb, chapter }: Sentence) => {
  const field = '眼睛：金色';
  const quote = `${who}的眼睛${adverb}是${colour}色的`;
  const text = `起风了。${beginning}${quote}。他没有说话。`;
  const start = text.indexOf(quote);
  const draft: Draft = {
    ...{ kind: 'eyes', by: 'rule', entityId: who, message: '' },
    places: [
      { source: 'entry', id: who, text: field, start: 0, end: field.length },
      { source: 'chapter', id: chapter, text, start, end: start + quote.length },
    ],
  };
  const [finding] = storedFrom([draft], 1);
  if (!finding) throw new Error('nothing was found');
  const statements: Statements = [[], [`${who} ${colour}`]];
  return { finding, statements };
};

const distinct = (sentences: readonly Sentence[]) =>
  new Map(sentences.map(findingOf).map((one) => [one.finding.findingId, one]));

describe('a contradiction whose sentence was moved and written anew [N15]', () => {
  it('stays dismissed where it says the same in much the same words, and hides no other', () => {
    fc.assert(
      fc.property(
        fc.array(Sentence, { maxLength: 4 }),
        fc.array(Sentence, { maxLength: 6 }),
        (before, now) => {
          const [old, found] = [distinct(before), distinct(now)];
          const lost = [...old.values()].map(({ finding }) => ({ ...finding, isDismissed: true }));
          const statements = joinStatements(
            [lost, [...old.values()].map((one) => one.statements)],
            [
              [...found.values()].map(({ finding }) => finding),
              [...found.values()].map((one) => one.statements),
            ],
          );
          const all = [...found.values()].map(({ finding }) => finding);
          const { put, remove } = keepFindings({ known: [], lost, found: all }, null, statements);
          expect(put).toHaveLength(all.length);
          expect(remove).toEqual([]);
          expect(new Set(put.map(({ findingId }) => findingId)).size).toBe(put.length);
          for (const [at, { findingId, isDismissed, places }] of put.entries()) {
            expect(places).toEqual(all[at]?.places);
            if (!isDismissed) continue;
            const said = statements.get(all[at]?.findingId ?? '')?.[1];
            expect(old.get(findingId)?.statements[1]).toEqual(said);
          }
          // A word put in and another chapter alone make it no other one, where nothing else says it.
          for (const [at, finding] of all.entries()) {
            const said = (id: string) => statements.get(id)?.[1][0];
            const rivals = all.filter(
              ({ findingId }) => said(findingId) === said(finding.findingId),
            );
            const twins = lost.filter(
              ({ findingId }) => said(findingId) === said(finding.findingId),
            );
            if (rivals.length > 1 || twins.length !== 1) continue;
            const [one, other] = [twins[0]?.places[1], finding.places[1]];
            const lead = (text: string | undefined) => text?.replace('起风了。', '');
            if (lead(one?.before) === lead(other.before)) expect(put[at]?.isDismissed).toBe(true);
          }
        },
      ),
    );
  });
});
