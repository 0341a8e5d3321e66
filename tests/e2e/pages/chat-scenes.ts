import { expect } from 'vitest';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { ModelServer } from '#tests/helpers/model-server.ts';
import { wordsOf } from '#tests/helpers/scripted-steps.ts';
import type { assistantModel } from './assistant.ts';
import { type DeskModels, soon } from './desk.ts';
import { toolCall } from './chat-desk.ts';
import { writeModel } from './write-model.ts';

/** A window, in a browser or in Electron, with the chat open and a scripted model connected. */
export type ChatScene = Pick<DeskModels, 'page' | 'word'> & {
  chat: ReturnType<typeof assistantModel>;
  server: ModelServer;
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
};

/** A command prints more than a conversation holds, and the model searches the file it became (S1-17). */
export async function followBigOutput({ chat, server, call }: ChatScene): Promise<void> {
  await call('settings:update', { tools: { bash: 'allow' } });
  server.script(
    { calls: [toolCall('Bash', { command: 'seq 1 20000' })] },
    (request) => {
      const id = /\[Bash output in context: ([\w-]+)\]/u.exec(wordsOf(request))?.[1] ?? '';
      return { calls: [toolCall('context_grep', { id, pattern: '^19999$' })] };
    },
    (request) => ({ pieces: [wordsOf(request).includes('19999') ? '数到了。' : '没有找到。'] }),
  );
  await chat.ask('数到多少？');
  await chat.answered('数到了');
  expect(await chat.lastRound.locator('.chat-step').count()).toBe(2);
  await call('settings:update', { tools: { bash: 'off' } });
}

/** Leave is asked for in place, and a refusal is an answer the model gets. */
export async function refuseCommand({ chat, server, call }: ChatScene): Promise<void> {
  await call('settings:update', { tools: { bash: 'ask' } });
  server.script({ calls: [toolCall('Bash', { command: 'echo snow' })] }, { pieces: ['没跑成。'] });
  await chat.ask('跑一下');
  await chat.permission.getByText('echo snow', { exact: true }).waitFor();
  await chat.decide('refuse').click();
  await chat.answered('没跑成');
  await call('settings:update', { tools: { bash: 'off' } });
}

/** An edit is proposed, shown on the page, and in the file only once it is accepted. */
export async function acceptEdit(
  { page, chat, server }: ChatScene,
  edit: { path: string; from: string; to: string },
  onDisk: () => Promise<string>,
): Promise<void> {
  server.script(
    { calls: [toolCall('Edit', { path: edit.path, old_string: edit.from, new_string: edit.to })] },
    { pieces: ['改好了。'] },
  );
  const before = await onDisk();
  await chat.ask('改得冷一点');
  await chat.answered('改好了');
  expect(await onDisk()).toBe(before);
  await chat.button('change.show').click();
  await writeModel(page, 'zh-CN').bar.waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(onDisk, soon).toBe(before.replace(edit.from, edit.to));
  await chat.show();
}

/** Stopping closes the provider's connection and keeps what came. */
export async function stopAnswer({ page, chat, server }: ChatScene): Promise<void> {
  server.script({ pieces: ['钥匙有', '七把'], pause: 30, end: 'stall' });
  const aborted = server.nextAbort();
  await chat.ask('几把？');
  await chat.streaming.getByText('钥匙有七把').waitFor();
  await page.keyboard.press('Control+.');
  await aborted;
  await page.getByText(chat.say('resume.stopped')).waitFor();
}

/** Older rounds become a summary, and their originals open in their place. */
export async function summarise({ page, chat, server, call }: ChatScene): Promise<void> {
  await call('settings:update', { assistant: { keepRounds: 1 } });
  for (const answer of ['第一答。', '第二答。']) {
    server.script({ pieces: [answer] });
    await chat.ask('再说一次');
    await chat.answered(answer);
  }
  const all = await chat.rounds.count();
  server.script({ pieces: ['## 📌 Archived Session Summary\n\n问过几次。'] });
  await chat.field.fill('/compact');
  // The first Enter takes the suggestion.
  await chat.suggestions.waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await chat.summary.getByText(chat.say('summary.title', { count: all - 1 })).waitFor(soon);
  await chat.button('summary.show').click();
  await chat.summary.getByText('第一答。').waitFor();
}

/** A turn in the middle of which the program is to be killed: a tool has answered, the model is speaking. */
export async function speakInTheMiddle(
  { chat, server }: ChatScene,
  chapter: string,
): Promise<void> {
  server.script(
    { calls: [toolCall('Read', { path: chapter })] },
    { pieces: ['雪', '落了'], pause: 20, end: 'stall' },
  );
  await chat.ask('雪落了多久？');
  await chat.streaming.getByText('雪落了').waitFor();
}

/** After the program came back: the turn is there, goes on when asked, and answers with what was read. */
export async function goOn({ chat, server }: ChatScene): Promise<void> {
  server.script((request) => ({
    pieces: [wordsOf(request).includes('窗外的雪落了一夜') ? '雪落了一夜。' : '不知道。'],
  }));
  await chat.button('resume.action').click();
  await chat.answered('雪落了一夜');
}
