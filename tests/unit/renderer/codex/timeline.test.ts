import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinedMarks,
  markWidth,
  placeOf,
  spanOf,
  timelineLines,
  type TimelineMark,
  timelineOf,
} from '#renderer/features/codex/timeline/rows.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

const entity = (entityId: string, given: Partial<Entity> = {}): Entity => ({
  ...{ entityId, name: entityId, aliases: [], summary: '', kind: 'character', inclusion: 'auto' },
  ...{ details: [], validFromChapter: null, validToChapter: null, fence: null, tokenCount: 0 },
  ...{ version: 1, createdAt: 0, updatedAt: 0 },
  ...given,
});
const relation = (
  subjectId: string,
  objectId: string,
  given: Partial<Relation> = {},
): Relation => ({
  ...{ relationId: `${subjectId}-${objectId}`, subjectId, objectId, predicate: '嫁' },
  ...{ validFromChapter: null, validToChapter: null, fence: null, version: 1 },
  ...given,
});
const detail = (detailId: string, fromChapter: number | null) => ({
  ...{ detailId, label: '左手', text: '断了小指', fromChapter },
});

describe('the timeline of a codex [W1]', () => {
  it('has what happens, holds or changes when, in the order of the book, and names events without a chapter apart', () => {
    const entities = [
      entity('林远', { details: [detail('a', null), detail('b', 7), detail('c', 7)] }),
      entity('阿禾'),
      entity('大潮', { kind: 'event', validFromChapter: 4, validToChapter: 5 }),
      entity('分家', { kind: 'event' }),
      entity('省城', { kind: 'location', validToChapter: 3 }),
    ];
    const relations = [
      relation('阿禾', '林远', { validFromChapter: 6 }),
      relation('林远', '阿禾'),
      relation('林远', 'gone', { validFromChapter: 2 }),
    ];
    const rows = timelineOf(entities, relations);
    expect(
      rows.map(({ name, group, marks }) => [name, group, marks.map((one) => one.look)]),
    ).toEqual([
      ['省城', 'entries', ['ends']],
      ['大潮', 'events', ['begins', 'ends']],
      ['阿禾 嫁 林远', 'relations', ['begins']],
      ['林远', 'entries', ['changes']],
      ['分家', 'undated', []],
    ]);
    // Each group has its heading, with how many there are; a group without a row has none.
    expect(
      timelineLines(rows).map((line) =>
        line.kind === 'head' ? [line.group, line.count] : line.row.name,
      ),
    ).toEqual([
      ...[['events', 1], '大潮', ['entries', 2], '省城', '林远'],
      ...[['relations', 1], '阿禾 嫁 林远', ['undated', 1], '分家'],
    ]);
    expect(timelineLines([])).toEqual([]);
    expect(rows[3]?.marks).toEqual([
      {
        look: 'changes',
        chapter: 7,
        changes: [detail('b', 7), detail('c', 7)].map(({ label, text }) => ({ label, text })),
      },
    ]);
  });

  it('draws what lasts one chapter as the whole of it, from where it begins to where it ends', () => {
    const day = { validFromChapter: 5, validToChapter: 5 };
    expect(spanOf(day, 10)).toEqual({ from: 40, to: 50 });
    expect(placeOf({ look: 'begins', chapter: 5 }, 10)).toBe(40);
    expect(placeOf({ look: 'ends', chapter: 5 }, 10)).toBe(50);
    expect(placeOf({ look: 'changes', chapter: 5, changes: [] }, 10)).toBe(45);
    expect(spanOf({ validFromChapter: null, validToChapter: null }, 10)).toEqual({
      from: 0,
      to: 100,
    });
    expect(spanOf({ validFromChapter: 12, validToChapter: 3 }, 10)).toEqual({ from: 100, to: 100 });
  });

  it('loses no entry that names a chapter, has marks in order and lines within the book, whatever is given', () => {
    const chapter = fc.option(fc.integer({ min: 1, max: 40 }));
    const anyEntity = fc
      .record({
        kind: fc.constantFrom('event' as const, 'character' as const),
        validFromChapter: chapter,
        validToChapter: chapter,
        from: chapter,
      })
      .map(({ from, ...given }) => ({ ...given, details: [detail('a', from)] }));
    const property = fc.property(fc.array(anyEntity, { maxLength: 12 }), (given) => {
      const entities = given.map((one, index) => entity(`e${index}`, one));
      const all = timelineOf(entities, []);
      const [rows, undated] = [true, false].map((isDated) =>
        all.filter(({ group }) => (group !== 'undated') === isDated),
      ) as [typeof all, typeof all];
      const dated = entities.filter(
        ({ validFromChapter, validToChapter, details }) =>
          validFromChapter !== null || validToChapter !== null || details[0]?.fromChapter !== null,
      );
      expect(rows.map(({ key }) => key).sort()).toEqual(
        dated.map(({ entityId }) => entityId).sort(),
      );
      expect(undated.map(({ key }) => key)).toEqual(
        entities
          .filter((one) => one.kind === 'event' && !dated.includes(one))
          .map(({ entityId }) => entityId),
      );
      for (const row of rows) {
        const chapters = row.marks.map((mark) => mark.chapter);
        expect(chapters).toEqual(chapters.toSorted((a, b) => a - b));
        const { from, to } = spanOf(row, 30);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(100);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('has one mark for what begins and ends with the same chapter', () => {
    const given = { validFromChapter: 5, validToChapter: 5, details: [detail('a', 5)] };
    const [row] = timelineOf([entity('停电', { kind: 'event', ...given })], []);
    expect(row?.marks.map(({ look }) => look)).toEqual(['only', 'changes']);
    expect(placeOf({ look: 'only', chapter: 5 }, 10)).toBe(45);
  });

  it('joins what lies nearer than a mark is wide, and nothing else', () => {
    const [begins, changes, ends]: TimelineMark[] = [
      { look: 'begins', chapter: 3 },
      { look: 'changes', chapter: 4, changes: [] },
      { look: 'ends', chapter: 9 },
    ] as const;
    const marks = [begins, changes, ends].flatMap((mark) => mark ?? []);
    // Ten px a chapter.
    expect(joinedMarks(marks, 100, 1_000)).toEqual([
      { place: 2.75, marks: [begins, changes] },
      { place: 9, marks: [ends] },
    ]);
    expect(joinedMarks(marks, 100, 10_000).map((one) => one.marks.length)).toEqual([1, 1, 1]);
    expect(joinedMarks([], 100, 1_000)).toEqual([]);
  });

  it('draws no two marks over each other and loses none, however many there are and however narrow it is', () => {
    const mark = fc.record({
      look: fc.constantFrom('begins' as const, 'only' as const, 'ends' as const),
      chapter: fc.integer({ min: 1, max: 220 }),
    });
    const width = fc.integer({ min: 0, max: 2_000 });
    const property = fc.property(fc.array(mark, { maxLength: 60 }), width, (given, px) => {
      const joined = joinedMarks(given, 200, px);
      const inOrder = given.toSorted((one, other) => placeOf(one, 200) - placeOf(other, 200));
      expect(joined.flatMap(({ marks }) => marks)).toEqual(inOrder);
      for (const [at, { place }] of joined.entries()) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
        const before = joined[at - 1];
        if (before === undefined) continue;
        expect(((place - before.place) / 100) * px).toBeGreaterThanOrEqual(markWidth - 0.001);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});
