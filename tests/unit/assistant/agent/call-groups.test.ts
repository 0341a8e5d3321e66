import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCalls, startGroup } from '#main/assistant/agent/loop/call-groups.ts';
import { createGate } from '#tests/helpers/gate.ts';

const result = (text: string) => ({ status: 'success' as const, text, data: {} });
const unstopped = new AbortController().signal;

describe('which calls of one answer run beside each other', () => {
  it('leaves them in order, and whatever may change something alone [S2-08]', () => {
    const names = (groups: { toolName: string }[][]) =>
      groups.map((group) => group.map(({ toolName }) => toolName));
    const calls = ['Read', 'Grep', 'Edit', 'Read', 'Bash', 'Bash', 'Read', 'Read', 'Read', 'Read'];
    const isReadOnly = (name: string) => name === 'Read' || name === 'Grep';
    expect(
      names(
        groupCalls(
          calls.map((toolName) => ({ toolName })),
          isReadOnly,
          3,
        ),
      ),
    ).toEqual([
      ['Read', 'Grep'],
      ['Edit'],
      ['Read'],
      ['Bash'],
      ['Bash'],
      ['Read', 'Read', 'Read'],
      ['Read'],
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ toolName: fc.constantFrom('Read', 'Grep', 'Edit', 'Bash') })),
        fc.integer({ min: 1, max: 5 }),
        (given, max) => {
          const groups = groupCalls(given, isReadOnly, max);
          expect(groups.flat()).toEqual(given);
          for (const group of groups) {
            expect(group.length).toBeLessThanOrEqual(max);
            if (group.length > 1) expect(group.every((c) => isReadOnly(c.toolName))).toBe(true);
          }
        },
      ),
    );
  });

  it('starts the next while the last is under way, and answers in the order of the calls', async () => {
    const later = createGate();
    const started = await startGroup(
      ['slow', 'quick'],
      (call) =>
        Promise.resolve(async () => {
          if (call === 'slow') await later.opened;
          else later.open();
          return result(call);
        }),
      unstopped,
    );
    const ended = [];
    for (const { call, outcome } of started) ended.push({ call, ...(await outcome) });
    expect(ended).toEqual([
      { call: 'slow', result: result('slow') },
      { call: 'quick', result: result('quick') },
    ]);
  });

  it('asks for one leave at a time, and for none after a stop', async () => {
    const stop = new AbortController();
    const answers = [createGate(), createGate()];
    const told: string[] = [];
    const starting = startGroup(
      [0, 1, 2],
      async (call) => {
        told.push(`asked ${call}`);
        await answers[call]?.opened;
        if (stop.signal.aborted) throw new Error('stopped');
        return async () => {
          told.push(`ran ${call}`);
          return result(String(call));
        };
      },
      stop.signal,
    );
    expect(told).toEqual(['asked 0']);
    answers[0]?.open();
    await expect.poll(() => told).toEqual(['asked 0', 'ran 0', 'asked 1']);
    stop.abort();
    answers[1]?.open();
    const started = await starting;
    expect(await Promise.all(started.map(({ outcome }) => outcome))).toEqual([
      { result: result('0') },
      { thrown: expect.objectContaining({ message: 'stopped' }) },
    ]);
    expect(told).toEqual(['asked 0', 'ran 0', 'asked 1']);
  });
});
