import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFormDrafts, inCalls } from '#renderer/app/form-drafts.ts';
import { entryOf, formOf, kindOf } from '#renderer/app/form-kind.ts';
import type { FormDraft } from '#shared/domain/form-draft.ts';

const scope = { projectId: 'book', form: 'note:new' };

/** A page and what it was heard to say; `answer` settles the calls. */
const openPage = (
  answer: () => Promise<unknown> = () => Promise.resolve(),
  lost: readonly string[] = [],
) => {
  const kept: FormDraft[] = [];
  const dropped: string[] = [];
  const failures: unknown[] = [];
  let ids = 0;
  const forms = createFormDrafts({
    async keep(_projectId, drafts) {
      kept.push(...structuredClone(drafts));
      await answer();
      return lost.filter((draftId) => drafts.some((one) => one.draftId === draftId));
    },
    drop(_projectId, draftIds) {
      dropped.push(...draftIds);
      return answer();
    },
    makeId() {
      ids += 1;
      return `draft-${ids}`;
    },
    onFailure: (error) => failures.push(error),
    onWaiting: () => {},
  });
  return { forms, kept, dropped, failures };
};

describe('what stands in forms of a page [W4 W10]', () => {
  it('is told once, with a rising step, and dropped when it is saved', async () => {
    const { forms, kept, dropped } = openPage();
    forms.tell(scope, { text: '灯' });
    await forms.flush();
    forms.tell(scope, { text: '灯' });
    await forms.flush();
    forms.tell(scope, { text: '灯亮了' });
    await forms.flush();
    expect(kept.map(({ draftId, step, fields }) => [draftId, step, fields])).toEqual([
      ['draft-1', 1, '{"text":"灯"}'],
      ['draft-1', 2, '{"text":"灯亮了"}'],
    ]);
    forms.drop(scope);
    await forms.flush();
    expect(dropped).toEqual(['draft-1']);
    forms.tell(scope, { text: '又' });
    await forms.flush();
    expect(kept.at(-1)).toMatchObject({ draftId: 'draft-2', step: 1 });
  });

  it('is not spoken of where it was let go before it was told', async () => {
    const { forms, kept, dropped } = openPage();
    forms.tell(scope, { text: '灯' });
    forms.drop(scope);
    await forms.flush();
    expect([kept, dropped]).toEqual([[], []]);
  });

  it('is told again where that failed, which is said once', async () => {
    let isFull = true;
    const { forms, kept, dropped, failures } = openPage(() =>
      isFull ? Promise.reject(new Error('full')) : Promise.resolve(),
    );
    forms.tell(scope, { text: '灯' });
    await forms.flush();
    await forms.flush();
    expect([kept.length, failures.length]).toEqual([2, 1]);
    isFull = false;
    await forms.flush();
    await forms.flush();
    expect(kept.length).toBe(3);
    isFull = true;
    forms.drop(scope);
    await forms.flush();
    isFull = false;
    await forms.flush();
    expect(new Set(dropped)).toEqual(new Set(['draft-1']));
    expect(failures.length).toBe(2);
  });

  it('begins anew where another page has its draft, which is not taken up here again', async () => {
    const { forms, kept, dropped } = openPage(undefined, ['draft-1']);
    forms.tell(scope, { text: '灯' });
    await forms.flush();
    expect(kept.map(({ draftId, step }) => [draftId, step])).toEqual([
      ['draft-1', 1],
      ['draft-2', 1],
    ]);
    expect(kept[1]?.fields).toBe('{"text":"灯"}');
    expect([forms.has('draft-1'), forms.has('draft-2')]).toEqual([true, true]);
    forms.drop(scope);
    await forms.flush();
    expect(dropped).toEqual(['draft-2']);
  });

  it('waits for its form, is taken up once, and a second draft of the same form after it', async () => {
    const { forms, dropped } = openPage();
    const left = (draftId: string, text: string) => ({
      ...{ form: scope.form, draftId, step: 4, fields: JSON.stringify({ text }) },
      ...{ pageId: 'dead', changedAt: 1 },
    });
    forms.put(scope.projectId, [left('newer', '新'), left('older', '旧')]);
    expect(forms.waiting('another book')).toEqual([]);
    expect(forms.takeUp(scope)).toEqual({ text: '新' });
    expect(forms.takeUp(scope)).toBeNull();
    expect(forms.waiting(scope.projectId)).toEqual([{ form: 'note:new', fields: { text: '旧' } }]);
    forms.put(scope.projectId, [left('newer', '新')]);
    forms.drop(scope);
    expect(forms.takeUp(scope)).toEqual({ text: '旧' });
    forms.leaveBook(scope.projectId);
    expect(forms.takeUp(scope)).toEqual({ text: '旧' });
    forms.leave(scope);
    // Left before it was known that it is saved.
    forms.drop(scope);
    expect(forms.waiting(scope.projectId)).toEqual([]);
    await forms.flush();
    expect(dropped).toEqual(['newer', 'older']);
  });

  it('goes in calls that each can be carried by, none left out and none cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40_000 }), { maxLength: 150 }), (lengths) => {
        const drafts = lengths.map((length) => ({ fields: 'x'.repeat(length) }));
        const calls = inCalls(drafts);
        expect(calls.flat()).toEqual(drafts);
        for (const call of calls) {
          const units = call.reduce((sum, { fields }) => sum + fields.length, 0);
          expect(call.length === 1 || (units <= 15_000 && call.length <= 100)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is known by what the form is of', () => {
    expect(formOf('entity', null)).toBe('entity:new');
    expect(entryOf('entity', 'entity:new')).toBeNull();
    expect(entryOf('entity', formOf('entity', 'e1'))).toBe('e1');
    expect(entryOf('note', 'entity:e1')).toBeNull();
    expect([kindOf('thread:t:name'), kindOf('none')]).toEqual(['thread', null]);
  });
});
