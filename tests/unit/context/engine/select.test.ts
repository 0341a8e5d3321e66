import { describe, expect, it } from 'vitest';
import { type Candidate, eachGroup, groupNames } from '#main/context/engine/candidate.ts';
import { type Headings, selectItems } from '#main/context/engine/select.ts';

const byGroup = (value: number): Headings => eachGroup(() => value);

const passage = (id: string, score: number, cost: number) => {
  const candidate: Candidate = {
    id,
    group: 'passages',
    source: 'retrieval',
    title: id,
    body: id,
    reason: 'similarPassage',
    excluded: null,
    score,
    revision: '1',
    fence: null,
  };
  return { candidate, cost, counted: null };
};

const tokens = { count: () => 0, paragraphs: () => [] };
const counting = { headings: byGroup(5), tokens };

const select = (room: number, admit: readonly string[] = []) => {
  const priced = [passage('a', 9, 60), passage('b', 8, 50), passage('c', 7, 20)];
  const allowed = { ...byGroup(0), passages: room };
  return selectItems(priced, { allowed, room, extendsTexts: true }, counting, new Set(admit));
};
const included = ({ selected: chosen }: ReturnType<typeof select>): string[] =>
  chosen.filter(({ decision }) => decision === 'included').map(({ candidate }) => candidate.id);

describe('selectItems', () => {
  it('N2 says to the token what a passage lacks: so much admits it and one less does not', () => {
    const plain = select(100);
    expect(included(plain)).toEqual(['a', 'c']);
    const missing = plain.selected.find(({ candidate }) => candidate.id === 'b')?.admitTokens ?? 0;
    expect(missing).toBe(5 + 60 + 20 + 50 - 100);
    expect(included(select(100 + missing))).toEqual(['a', 'b', 'c']);
    expect(included(select(100 + missing - 1))).not.toEqual(['a', 'b', 'c']);
    expect(included(select(100, ['b']))).toEqual(['a', 'b', 'c']);
  });

  it('F6 decides about every candidate once, whatever its group', () => {
    const priced = groupNames.map((group) => ({
      ...passage(group, 1, 10),
      candidate: { ...passage(group, 1, 10).candidate, group },
    }));
    const nothing = { allowed: byGroup(0), room: 0, extendsTexts: true };
    const { selected: chosen } = selectItems(priced, nothing, counting, new Set());
    expect(chosen.map(({ candidate }) => candidate.id)).toEqual([...groupNames]);
    for (const { reason } of chosen) expect(reason).not.toBe('malformed');
  });
});
