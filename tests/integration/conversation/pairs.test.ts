import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { ToolCall, Turn } from '#main/assistant/conversation/service.ts';
import {
  call,
  count,
  openConversations,
  projectId,
  promptOf,
  readResult,
  unpaired,
  usage,
} from '#tests/helpers/conversations.ts';

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('step' as const), calls: fc.nat(3) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('result' as const), size: fc.nat(300) }) },
  fc.record({ kind: fc.constant('note' as const) }),
  fc.record({ kind: fc.constant('finish' as const) }),
  fc.record({ kind: fc.constant('stop' as const), partial: fc.boolean() }),
  fc.record({ kind: fc.constant('kill' as const), resume: fc.boolean() }),
  fc.record({ kind: fc.constant('relieve' as const) }),
  fc.record({
    kind: fc.constant('compact' as const),
    urgency: fc.constantFrom('due' as const, 'pressing' as const, 'asked' as const),
  }),
);

it('calls and results stay pairs through any sequence of calls, kills, resumes and compactions [S2-14 S4-16]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 40 }),
      fc.option(fc.nat(2), { nil: null }),
      async (actions, ephemeral) => {
        const world = openConversations();
        try {
          world.settings.assistant.offloadTokens = 100;
          world.settings.assistant.keepRounds = 1;
          const { conversationId } = world.service.create({ projectId });
          let { service } = world;
          let turn: Turn | null = null;
          let open: ToolCall[] = [];
          let names = 0;
          for (const done of actions) {
            turn ??= await service.begin({ conversationId, text: '问' });
            if (open.length === 0) expect(unpaired(await promptOf(turn, ephemeral))).toEqual([]);
            if (done.kind === 'step') {
              // Half of the ids come again and again, as some servers' do.
              open = Array.from({ length: done.calls }, (_, index) => {
                names += 1;
                return call(index % 2 === 0 ? `call_${index}` : `call-${names}`);
              });
              turn.addStep({ text: '', thought: '', calls: open, usage: usage() });
            } else if (done.kind === 'result') {
              const asked = open.pop();
              if (asked) await turn.addResult(asked, readResult('a.md', '字'.repeat(done.size)));
            } else if (done.kind === 'relieve') {
              await turn.evictOldest(count);
            } else if (done.kind === 'compact') {
              const contextWindow = 20_000;
              const ask = async () => '归纳';
              const writer = { ask, window: contextWindow, count, took: () => usage() };
              const { urgency } = done;
              const request = { conversationId, contextWindow, count, writer, urgency };
              await service.compact({ ...request, tokens: 18_000 }, new AbortController().signal);
            } else {
              open = [];
              if (done.kind === 'note') turn.addNote('读不懂。');
              else if (done.kind === 'finish') turn.finish('答', usage());
              else if (done.kind === 'stop') {
                turn.abort(new AppError('CANCELLED', 'stop'), done.partial ? '一半' : '');
              } else {
                // As after kill -9: nobody ended the turn, and its owner is silent for long.
                service = world.another();
                world.time.now += 10 * 60_000;
                turn = done.resume ? resumed(service, conversationId) : null;
                continue;
              }
              if (done.kind !== 'note') turn = null;
            }
          }
          turn?.abort(new AppError('CANCELLED', 'stop'), '');
          const { prompt } = await service.preview({ conversationId, text: '今' }, '', count);
          expect(unpaired(prompt)).toEqual([]);
        } finally {
          await world.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

const resumed = (
  service: ReturnType<typeof openConversations>['service'],
  conversationId: string,
): Turn => {
  expect(service.info(conversationId).interrupted).toBe(true);
  return service.resume(conversationId);
};
