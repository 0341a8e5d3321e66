import { call, openConversations, promptOf, readResult, usage } from './conversations.ts';

/**
 * A process for tests to kill: goes on with one conversation, step after step with two calls each, and prints a
 * line for every result that was stored. `<folder> <conversationId>`
 */
const [folder = '', conversationId = ''] = process.argv.slice(2);
const world = openConversations({}, folder);
world.settings.assistant.offloadTokens = 50;

for (let number = 1; ; number += 1) {
  const turn = await world.service.begin({ conversationId, text: `问${number}` });
  for (let step = 0; step < 4; step += 1) {
    await promptOf(turn, 1);
    const calls = ['a', 'b'].map((name) => call(`${process.pid}-${number}-${step}-${name}`));
    turn.addStep({ text: '', thought: '', calls, usage: usage() });
    for (const asked of calls) {
      await turn.addResult(asked, readResult('a.md', `${asked.callId}的内容，`.repeat(40)));
      process.stdout.write(`${asked.callId}\n`);
    }
  }
  turn.finish(`答${number}`, usage());
}
