import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldDrafts, type Kept } from '#renderer/features/threads/field-drafts.ts';

const scope = { projectId: 'book', field: 'note' as const };

/** One thread as it is stored; what `answer` gives back decides when a change of it is answered. */
const stored = (answer: () => Promise<void> = () => Promise.resolve()) => {
  const state: { kept: Kept; saved: string[]; told: unknown[] } = {
    kept: { threadId: 'a', title: 'Key', note: 'A', version: 1 },
    saved: [],
    told: [],
  };
  const drafts = createFieldDrafts({
    async update({ from }, given, onFailure) {
      await answer();
      if (from.version !== state.kept.version) {
        onFailure(`not ${from.version}`);
        return null;
      }
      state.kept = { ...state.kept, ...given, version: from.version + 1 };
      state.saved.push(state.kept.note);
      return state.kept;
    },
    onUnkept: (_draft, failure) => state.told.push(failure),
    current: () => state.kept,
  });
  const typed = () => drafts.of({ ...scope, threadId: 'a' });
  return {
    state,
    drafts,
    typed,
    type: (text: string) => drafts.type({ ...scope, thread: state.kept }, text),
    leave: () => drafts.keep({ ...scope, threadId: 'a' }),
  };
};

describe('what is typed into the fields of a thread [N13]', () => {
  it('is kept once, however often the field is left', async () => {
    const { state, type, leave, typed } = stored();
    type('AB ');
    await Promise.all([leave(), leave()]);
    await leave();
    expect([state.saved, typed()]).toEqual([['AB'], undefined]);
  });

  it('is neither cut nor lost where it is too long: it stays in its field, and is kept once it is shorter [W4]', async () => {
    const { state, type, leave, typed } = stored();
    const pasted = '潮'.repeat(2_001);
    type(pasted);
    await leave();
    expect([state.saved, state.told, typed()?.text]).toEqual([[], [], pasted]);
    type(pasted.slice(1));
    await leave();
    expect([state.saved, typed()]).toEqual([[pasted.slice(1)], undefined]);
  });

  it('counts as a change when it is what stood there before the words that are being saved', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { state, type, leave, typed } = stored(() => {
      begin();
      return answered;
    });
    type('AB');
    const first = leave();
    await begun;
    type('A');
    const second = leave();
    answer();
    await Promise.all([first, second]);
    expect([state.saved, typed()]).toEqual([['AB', 'A'], undefined]);
  });

  it('stays with what another window wrote beside it, until the writer chooses', async () => {
    const { state, drafts, type, leave, typed } = stored();
    type('mine');
    state.kept = { ...state.kept, note: 'theirs', version: 2 };
    await Promise.all([leave(), leave()]);
    expect(typed()).toMatchObject({ text: 'mine', isUnkept: true });
    expect(state.told).toEqual(['not 1']);
    // Neither the field's end nor leaving it again decides that.
    await leave();
    expect(state.kept.note).toBe('theirs');
    await drafts.keepMine({ ...scope, threadId: 'a' });
    expect([state.kept.note, typed()]).toEqual(['mine', undefined]);

    type('mine too');
    state.kept = { ...state.kept, note: 'theirs too', version: 9 };
    await leave();
    drafts.drop({ ...scope, threadId: 'a' });
    expect([state.kept.note, typed()]).toEqual(['theirs too', undefined]);
  });

  it('is kept where another window changed something else of the thread meanwhile', async () => {
    const { state, type, leave, typed } = stored();
    type('mine');
    state.kept = { ...state.kept, title: 'Their key', version: 2 };
    await leave();
    expect(state.kept).toMatchObject({ title: 'Their key', note: 'mine', version: 3 });
    expect(typed()).toBeUndefined();
    expect(state.told).toEqual([]);
  });

  it('is kept with the name it had where a name is emptied, and apart from the other field', async () => {
    const { state, drafts, type, leave } = stored();
    drafts.type({ projectId: 'book', field: 'title', thread: state.kept }, '  ');
    type('AB');
    await Promise.all([drafts.keepAll(), leave()]);
    expect(state.kept).toMatchObject({ title: 'Key', note: 'AB' });
  });

  it('is what the thread has in the end, however typing, leaving and answers follow upon each other', async () => {
    const step = fc.oneof(
      fc.constantFrom('A', 'AB', 'B').map((text) => ({ text })),
      fc.constant('leave' as const),
      fc.constant('wait' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { state, type, leave, typed } = stored();
        const left: Promise<void>[] = [];
        let last = 'A';
        for (const one of steps) {
          if (one === 'wait') await Promise.resolve();
          else if (one === 'leave') left.push(leave());
          else {
            last = one.text;
            type(one.text);
          }
        }
        await Promise.all([...left, leave()]);
        expect([state.kept.note, typed()]).toEqual([last, undefined]);
      }),
    );
  });
});
