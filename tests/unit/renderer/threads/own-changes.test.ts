import { describe, expect, it } from 'vitest';
import { createOwnChanges } from '#renderer/features/threads/own-changes.ts';

/** A thread as it is stored: a change that expects another version fails. */
const stored = () => {
  const state = { version: 1, log: [] as string[] };
  return {
    state,
    change: (what: string) => async (expected: number) => {
      state.log.push(`begins ${what}`);
      await Promise.resolve();
      if (expected !== state.version) throw new Error('THREAD_CONFLICT');
      state.version += 1;
      state.log.push(`ends ${what}`);
      return { version: state.version };
    },
  };
};

describe('changes of a thread that one window makes [N13]', () => {
  it('go one after the other, each upon what the ones before it made', async () => {
    const { state, change } = stored();
    const { make } = createOwnChanges();
    await Promise.all(['note', 'send', 'due'].map((what) => make('a', 1, change(what))));
    expect(state.log).toEqual(
      ['note', 'send', 'due'].flatMap((what) => [`begins ${what}`, `ends ${what}`]),
    );
    // Begun before the first of them, and asked for after the last.
    expect(await make('a', 1, change('name'))).toEqual({ version: 5 });
    expect(await make('a', 3, change('name'))).toEqual({ version: 6 });
  });

  it('conflict with what another window made before them or in between', async () => {
    const { state, change } = stored();
    const { make } = createOwnChanges();
    await make('a', 1, change('note'));
    state.version += 1;
    await expect(make('a', 1, change('send'))).rejects.toThrow('THREAD_CONFLICT');
    // Read anew, it is meant; what was begun before the other window's change still is not.
    await make('a', 3, change('send'));
    await expect(make('a', 1, change('due'))).rejects.toThrow('THREAD_CONFLICT');
    await expect(make('b', 1, change('due'))).rejects.toThrow('THREAD_CONFLICT');
  });

  it('are made though the one before them failed', async () => {
    const { change } = stored();
    const { make } = createOwnChanges();
    const lost = make('a', 1, () => Promise.reject(new Error('HOST_UNREACHABLE')));
    const kept = make('a', 1, change('send'));
    await expect(lost).rejects.toThrow('HOST_UNREACHABLE');
    expect(await kept).toEqual({ version: 2 });
  });
});
