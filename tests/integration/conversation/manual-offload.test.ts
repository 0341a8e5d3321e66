import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildContext } from '#main/assistant/conversation/index.ts';
import type { Turn } from '#main/assistant/conversation/service.ts';
import {
  act,
  call,
  type ConversationsWorld,
  openConversations,
  projectId,
  promptOf,
  unpaired,
  usage,
  big,
  readNumbered,
  placeholderOf,
  contentAt,
} from '#tests/helpers/conversations.ts';

let world: ConversationsWorld;
let conversationId: string;
let turn: Turn;
beforeEach(async () => {
  world = openConversations();
  ({ conversationId } = world.service.create({ projectId }));
  turn = await world.service.begin({ conversationId, text: '读四个文件' });
});
afterEach(() => world.close());

const read = (number: number, text?: string) => readNumbered(turn, number, text);
const placeholder = (path: string) => placeholderOf(conversationId, path);
const readPath = (path: string) => contentAt(world, conversationId, path);

describe('offloading by hand', () => {
  it('moves an old message to a file and takes it back, the same file each time [S1-20]', async () => {
    const result = await read(1, '短');
    turn.finish('答案', usage());
    const [question, , , answer] = world.service.get(conversationId).messages;
    const ids = [question?.messageId ?? '', answer?.messageId ?? '', result];
    for (const id of ids) {
      const { content, metadata } = await world.service.offload(conversationId, id);
      expect(content).toBe(
        placeholder(metadata.offload_path?.replace(`context://${conversationId}/`, '') ?? ''),
      );
    }
    const files = (await world.files.list({ conversationId, limit: 100 })).items.length;
    for (const id of ids) {
      const restored = await world.service.restore(conversationId, id);
      expect(restored.content).not.toContain('[Content offloaded]');
      await world.service.offload(conversationId, id);
    }
    expect((await world.files.list({ conversationId, limit: 100 })).items.length).toBe(files);
    expect(existsSync(join(world.context, conversationId, `user_message/${ids[0]}.json`))).toBe(
      true,
    );
    expect(
      existsSync(join(world.context, conversationId, `assistant_message/${ids[1]}.json`)),
    ).toBe(true);
  });

  it('takes what a step asked for out of the prompt too, and leaves its calls paired [S1-20]', async () => {
    const asked = call('w', 'Write', { path: '三.md', content: big('三') });
    await act(turn, asked, { status: 'success', text: '提出了', data: {} });
    turn.finish('好', usage());
    const step = world.service.get(conversationId).messages[1]?.messageId ?? '';
    const { metadata } = await world.service.offload(conversationId, step);
    turn = await world.service.begin({ conversationId, text: '然后' });
    const prompt = await promptOf(turn);
    expect(unpaired(prompt)).toEqual([]);
    expect(JSON.stringify(prompt)).not.toContain(big('三'));
    const text = buildContext(prompt.history, prompt.scratchpad, prompt.question);
    expect(text).toContain(
      `[assistant] Thought: ${placeholder(`assistant_message/${step}.json`)}\nAction: Write[{"path":"三.md","content":"<removed to save context>"}]`,
    );
    const file = await readPath(`assistant_message/${step}.json`);
    expect(metadata.offload_path).toContain(step);
    expect(JSON.parse(file).content).toContain(big('三'));
    await expect(world.service.restore(conversationId, step)).resolves.toBeDefined();
    expect(JSON.stringify((await promptOf(turn)).history)).toContain(big('三'));
  });

  it('keeps calls in the file that a provider’s own protocol has beside the words [S1-20]', async () => {
    const asked = call('w', 'Write', { path: '三.md', content: big('三') });
    turn.addStep({ text: '写好了', thought: '写好了', calls: [asked], usage: usage() });
    await turn.addResult(asked, { status: 'success', text: '提出了', data: {} });
    turn.finish('好', usage());
    const step = world.service.get(conversationId).messages[1]?.messageId ?? '';
    await world.service.offload(conversationId, step);
    const file = await readPath(`assistant_message/${step}.json`);
    expect(JSON.parse(file).content).toBe(
      `Thought: 写好了\nAction: Write[${JSON.stringify(asked.input)}]`,
    );
  });

  it('leaves alone what is being worked with [S2-14]', async () => {
    const result = await read(1);
    await expect(world.service.offload(conversationId, result)).rejects.toMatchObject({
      code: 'CONVERSATION_BUSY',
    });
  });
});
