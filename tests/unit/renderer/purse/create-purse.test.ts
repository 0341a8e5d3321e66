import { describe, expect, it } from 'vitest';
import { createPurse } from '#renderer/features/purse/create-purse.ts';
import type { PurseState, Spending } from '#shared/domain/purse.ts';
import { createGate } from '#tests/helpers/gate.ts';

const nothing: Spending = {
  ...{ tokens: 0, money: 0, currency: null, elsewhere: [] },
  ...{ estimatedTokens: 0, unpricedTokens: 0, requests: 0 },
};

/** A purse whose program answers when it is let to, or refuses. */
const openPurse = async () => {
  let stored: PurseState = {
    ...{ perDay: {}, perMonth: {}, perRequest: {}, askAbove: {}, currency: '¥' },
    spent: { perDay: nothing, perMonth: nothing },
    reserved: { tokens: 0, money: 0 },
    ...{ purposes: [], day: '2026-03-29' },
  };
  const program = { answer: Promise.resolve(), failure: null as Error | null };
  const answered = async (): Promise<PurseState> => {
    const { failure, answer } = program;
    const now = stored;
    await answer;
    if (failure) throw failure;
    return now;
  };
  const purse = createPurse({
    get: answered,
    async update(change) {
      if (program.failure === null) stored = { ...stored, ...(change as Partial<PurseState>) };
      return answered();
    },
  });
  await purse.getState().load();
  return { purse, program, stored: () => stored };
};

describe('a cap that is changed', () => {
  it('tells its own failure, be it that the purse is read meanwhile [N12 F24]', async () => {
    const { purse, program } = await openPurse();
    const gate = createGate();
    Object.assign(program, { answer: gate.opened, failure: new Error('refused') });
    const changing = purse.getState().update({ perDay: { tokens: 5 } });
    changing.catch(() => undefined);
    await Promise.resolve();
    Object.assign(program, { answer: Promise.resolve(), failure: null });
    await purse.getState().load();
    gate.open();
    await expect(changing).rejects.toThrow('refused');
    // What could be read is no failure of the reading.
    expect(purse.getState().failure).toBeNull();
  });

  it('is stored where an earlier reading failed, and takes that for no failure of its own [N12 F24]', async () => {
    const { purse, program } = await openPurse();
    program.failure = new Error('unread');
    await purse.getState().load();
    program.failure = null;
    await purse.getState().update({ perDay: { tokens: 5 } });
    expect(purse.getState().purse?.perDay).toEqual({ tokens: 5 });
  });

  it('is computed from what the change before it made, however late that is answered [N12]', async () => {
    const { purse, program, stored } = await openPurse();
    const gate = createGate();
    program.answer = gate.opened;
    const first = purse.getState().update(({ perDay }) => ({ perDay: { ...perDay, tokens: 5 } }));
    const second = purse.getState().update(({ perDay }) => ({ perDay: { ...perDay, money: 2 } }));
    gate.open();
    await Promise.all([first, second]);
    expect(stored().perDay).toEqual({ tokens: 5, money: 2 });
    expect(purse.getState().purse?.perDay).toEqual({ tokens: 5, money: 2 });
  });

  it('goes on after one that was refused [N12]', async () => {
    const { purse, program, stored } = await openPurse();
    program.failure = new Error('refused');
    const refused = purse.getState().update({ perDay: { tokens: 5 } });
    await expect(refused).rejects.toThrow('refused');
    program.failure = null;
    await purse.getState().update({ perMonth: { tokens: 9 } });
    expect(stored()).toMatchObject({ perDay: {}, perMonth: { tokens: 9 } });
  });
});
