import { describe, expect, it } from 'vitest';
import { type Draft, storedFrom } from '#main/ai/contradictions/draft.ts';
import { followFindings } from '#main/ai/contradictions/follow-text.ts';
import { joinMove, reverseMove } from '#main/book/text-move.ts';
import { type CheckScope, keepFindings } from '#main/ai/contradictions/keep-findings.ts';
import { describeFinding, relocate } from '#main/ai/contradictions/place-today.ts';
import type { StoredFinding } from '#main/book/findings/service.ts';

const first = '雨停了。沈砚的眼睛是蓝色的，他没有说话。';
const second = '灯亮着。沈砚的眼睛是绿色的，谁都看得见。';
const quoteIn = (text: string, id: string, quote: string) => {
  const start = text.indexOf(quote);
  return { source: 'chapter' as const, id, text, start, end: start + quote.length };
};
const draftOf = (one = first, other = second): Draft => ({
  ...{ kind: 'eyes', by: 'rule', entityId: 'yan', message: '' },
  places: [quoteIn(one, 'one', '沈砚的眼睛是蓝色的'), quoteIn(other, 'two', '沈砚的眼睛是绿色的')],
});
const findingOf = (draft: Draft, change: Partial<StoredFinding> = {}): StoredFinding => {
  const [finding] = storedFrom([draft], 1);
  if (!finding) throw new Error('nothing was found');
  return { ...finding, ...change };
};
const textOf =
  (texts: Record<string, string>) =>
  ({ id }: { id: string }): string | null =>
    texts[id] ?? null;
const nameOf = (): string => '沈砚';

/** Of findings that all stand where they stood. */
const keep = (
  known: readonly StoredFinding[],
  found: readonly StoredFinding[],
  scope: CheckScope,
) => keepFindings({ known, lost: [], found }, scope, new Map());

describe('findings that are kept [N15]', () => {
  it('know each other again by what they say, whatever is written elsewhere', () => {
    const before = findingOf(draftOf());
    const after = findingOf(draftOf(`新的一段。\n${first}`, `${second}又一句。`));
    expect(after.findingId).toBe(before.findingId);
    const twice = storedFrom([draftOf(), draftOf()], 1).map(({ findingId }) => findingId);
    expect(new Set(twice).size).toBe(2);
    const { put, remove } = keep([{ ...before, isDismissed: true }], [after], null);
    expect(put).toMatchObject([{ findingId: before.findingId, isDismissed: true, foundAt: 1 }]);
    expect(remove).toEqual([]);
  });

  it('stay dismissed where a word beside the quote is another one', () => {
    const known = { ...findingOf(draftOf()), isDismissed: true };
    const edited = first.replace('没有说话', '笑了');
    const now = relocate(known, textOf({ one: edited, two: second }));
    const found = findingOf(draftOf(edited));
    expect(found.findingId).not.toBe(known.findingId);
    const { put } = keep([now ?? known], [found], null);
    expect(put).toMatchObject([{ findingId: known.findingId, isDismissed: true }]);
  });

  it('are dismissed where another machine dismissed the same places under another id, and are told apart where both are found', () => {
    const edited = first.replace('没有说话', '笑了');
    const elsewhere = { ...findingOf(draftOf()), isDismissed: true };
    const brought = relocate(elsewhere, textOf({ one: edited, two: second })) ?? elsewhere;
    const found = findingOf(draftOf(edited));
    const { put, remove } = keep([brought, found], [found], null);
    expect(put).toMatchObject([{ findingId: elsewhere.findingId, isDismissed: true }]);
    expect(remove).toEqual([found.findingId]);
    const beside = findingOf(draftOf(edited), { findingId: 'beside' });
    const both = keep([brought, beside], [beside, { ...brought, isDismissed: false }], null);
    expect(both.put.map(({ findingId, isDismissed }) => [findingId, isDismissed])).toEqual([
      ['beside', false],
      [brought.findingId, true],
    ]);
  });

  it('that were dismissed swallow none that holds their few words, or is of another entry, in whichever order they are found', () => {
    const draft = draftOf();
    const few = findingOf({
      ...draft,
      places: [quoteIn(first, 'one', '蓝色'), quoteIn(second, 'two', '绿色')],
    });
    const longer = findingOf(draft, { findingId: 'longer' });
    const hers = findingOf({ ...draft, entityId: 'wan' }, { findingId: 'hers' });
    const dismissed = { ...few, isDismissed: true };
    for (const found of [
      [longer, hers],
      [longer, few],
      [few, hers, longer],
    ]) {
      const { put } = keep([dismissed], found, null);
      expect(put.map(({ findingId, isDismissed }) => [findingId, isDismissed])).toEqual(
        found.map(({ findingId }) => [findingId, findingId === few.findingId]),
      );
    }
    // Found again beside one that overlaps it, each stays what it is.
    const edited = findingOf(draftOf(first.replace('没有说话', '笑了')));
    const kept = keep([{ ...edited, isDismissed: true }], [longer, edited], null).put;
    expect(kept.map(({ findingId, isDismissed }) => [findingId, isDismissed])).toEqual([
      ['longer', false],
      [edited.findingId, true],
    ]);
  });

  it('go when the rules find them no more, but not those of other chapters, of a model, or dismissed', () => {
    const open = findingOf(draftOf(), { findingId: 'open' });
    const known = [
      open,
      { ...open, findingId: 'dismissed', isDismissed: true },
      { ...open, findingId: 'model', by: 'model' as const },
    ];
    expect(keep(known, [], null).remove).toEqual(['open']);
    expect(keep(known, [], new Set(['two'])).remove).toEqual(['open']);
    expect(keep(known, [], new Set(['three'])).remove).toEqual([]);
    expect(keep([], [open], new Set(['three'])).put).toEqual([]);
  });

  it('say where they are today, and which place is gone', () => {
    const finding = findingOf(draftOf());
    const moved = `开头。\n${first}`;
    const told = describeFinding(finding, textOf({ one: moved, two: second }), nameOf);
    expect(told?.state).toBe('open');
    for (const { start, end, quote } of told?.places.slice(0, 1) ?? []) {
      expect(moved.slice(start, end)).toBe(quote);
    }
    const half = textOf({ one: first, two: '全都重写了。' });
    const settled = describeFinding(finding, half, nameOf);
    expect(settled).toMatchObject({
      state: 'settled',
      places: [{ isGone: false }, { isGone: true }],
    });
    expect(describeFinding({ ...finding, isDismissed: true }, half, nameOf)).toBeNull();
    expect(describeFinding(finding, textOf({}), nameOf)).toBeNull();
  });

  it('follow their text through a split and back [W1]', () => {
    const text = `${first}\n\n${second}`;
    const start = first.length + 2;
    const finding = findingOf({
      ...draftOf(),
      places: [
        quoteIn(text, 'one', '沈砚的眼睛是蓝色的'),
        quoteIn(text, 'one', '沈砚的眼睛是绿色的'),
      ],
    });
    const move = joinMove('p', { documentId: 'one', text, version: 'v' }, [
      { documentId: 'one', start: 0, text: first, version: 'v1' },
      { documentId: 'two', start, text: second, version: 'v2' },
    ]);
    const [parted] = followFindings([finding], reverseMove(move));
    expect(parted?.places.map(({ id }) => id)).toEqual(['one', 'two']);
    const [joined] = followFindings([parted ?? finding], move);
    expect(joined?.places).toEqual(finding.places);
    expect(relocate(joined ?? finding, textOf({ one: text }))?.places).toEqual(finding.places);
  });
});
