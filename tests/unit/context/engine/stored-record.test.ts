import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssemblyRecord, RecordedItem } from '#main/context/engine/record.ts';
import { readRecord, writeRecord } from '#main/context/engine/stored-record.ts';

const environment: AssemblyRecord['environment'] = {
  budgetVersion: 1,
  total: 8000,
  cursorPosition: 12,
  chapter: 3,
  pointOfViewEntityId: null,
  documentVersion: 'v1',
  previousVersion: null,
  allowLaterChapters: false,
  skillId: 'continue',
  additionalHash: 'a',
  language: 'zh-CN',
  tokenizer: 'o200k_base',
  mute: [],
  admit: [],
  chapters: 'c',
};

const anItem = fc
  .record({
    id: fc.string({ minLength: 1 }),
    title: fc.string(),
    group: fc.constantFrom('passages', 'synopses', 'entities', 'before'),
    decision: fc.constantFrom('included', 'dropped', 'trimmed'),
    reason: fc.constantFrom('overBudget', 'laterChapter', 'nearDuplicate'),
    chapter: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  })
  .map((item) =>
    RecordedItem.parse({
      ...item,
      layer: 'retrieved',
      tokens: item.decision === 'dropped' ? 0 : 7,
      textHash: item.decision === 'dropped' ? null : 'hash',
      bodyHash: 'body',
      revision: '1',
      fence: null,
      documentId: 'document',
    }),
  );

const record = (items: RecordedItem[]): AssemblyRecord => ({
  segments: [],
  items,
  promptHash: 'p',
  environment,
});

describe('a kept record', () => {
  it('has all its items again in their order, with decision, reason and title [N1]', () => {
    fc.assert(
      fc.property(fc.array(anItem, { maxLength: 30 }), (items) => {
        const told = (all: readonly RecordedItem[]) =>
          all.map(({ id, title, group, decision, reason, chapter, tokens }) => ({
            ...{ id, title, group, decision, reason, chapter, tokens },
          }));
        const again = readRecord(writeRecord(record(items)));
        expect(told(again.items)).toEqual(told(items));
        const sent = items.filter(({ decision }) => decision !== 'dropped');
        expect(again.items.filter(({ decision }) => decision !== 'dropped')).toEqual(sent);
      }),
    );
  });

  it('of an earlier version is read as it was written [N1]', () => {
    fc.assert(
      fc.property(fc.array(anItem), (items) => {
        expect(readRecord(JSON.stringify(record(items))).items).toEqual(items);
      }),
    );
  });

  it('takes little room for a passage that was left out', () => {
    const items = Array.from({ length: 200 }, (_, index) =>
      RecordedItem.parse({
        id: `passage-${index}`,
        title: '第三章 §4',
        layer: 'retrieved',
        group: 'passages',
        decision: 'dropped',
        reason: 'overBudget',
        tokens: 0,
        textHash: null,
        bodyHash: 'b'.repeat(64),
        revision: '0:300:300',
        fence: null,
        documentId: 'document',
      }),
    );
    expect(writeRecord(record(items)).length).toBeLessThan(JSON.stringify(items).length / 5);
  });
});
