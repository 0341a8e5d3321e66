import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Input } from '#shared/contract/index.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import { answered, createConversationWorld } from './conversation-world.ts';
import { scripted, type Step } from './scripted-steps.ts';

/** A step of the model, or a server's refusal, and what the writer does while the model thinks about it. */
export type SecretStep = Step & { before?: () => Promise<unknown>; refused?: number };

const headings = [
  '### 🎯 Objectives & Status',
  '### 🏗️ Technical Context (Static)',
  '### ✅ Completed Milestones (The "Done" Pile)',
  '### 🧠 Key Insights & Decisions (Persistent Memory)',
  '### 📂 File System State (Snapshot)',
];

/**
 * A conversation about a book of two chapters whose first holds a secret, with a scripted model behind real HTTP: what
 * was sent is told from the bytes of the requests.
 */
export const openChatOfSecrets = async (
  toolProtocol: ToolProtocol,
  { secret, title }: { secret: string; title?: string },
) => {
  const world = await createConversationWorld();
  const { test, server, projectId, conversationId } = world;
  await world.connect({ toolProtocol, contextWindow: 60_000 });
  const chapters = async () => (await test.call('projects:get', { projectId })).documents;
  const ids = (await chapters()).map(({ documentId }) => documentId);
  const idOf = (index: number): string => ids[index] ?? '';
  const write = async (index: number, text: string): Promise<void> => {
    const documentId = idOf(index);
    const { version } = await test.call('documents:read', { projectId, documentId });
    await test.call('documents:save', { projectId, documentId, text, expectedVersion: version });
  };
  await write(0, `# ${title ?? '一'}\n\n雪地里埋着${secret}。\n`);
  await write(1, '# 二\n\n沈砚在渡口等船，带着半块玉佩。\n\n船终于来了。\n');
  if (title !== undefined) {
    await test.call('documents:rename', { projectId, documentId: idOf(0), title });
  }
  const paths = (await chapters()).map(({ path }) => path);
  const bodies = (): string[] => server.calls.map(({ bytes }) => bytes.toString('utf8'));
  const script = (steps: readonly SecretStep[]): void => {
    server.script(
      ...steps.map(({ before, refused, ...step }) => async () => {
        await before?.();
        return refused === undefined ? scripted(toolProtocol, step) : { status: refused };
      }),
    );
  };
  /** The data as another program has it in hand. */
  const edit = (statement: string): void => {
    const database = new BetterSqlite3(join(test.folder, 'data', 'fabula.sqlite'));
    database.prepare(statement).run();
    database.close();
  };

  return {
    calls: () => server.calls.length,
    bodies,
    lastBody: (): string => bodies().at(-1) ?? '',
    /** Every byte that was sent since then. */
    sentSince: (from: number): string => bodies().slice(from).join('\n'),
    path: (index: number): string => paths[index] ?? '',
    async turn(text: string, steps: readonly SecretStep[], beside?: number): Promise<void> {
      script(steps);
      answered(await world.ask(text, beside === undefined ? {} : { documentId: idOf(beside) }));
    },
    /** The same with a note of the first chapter put into it. */
    async turnWithNote(text: string, words: string, steps: readonly SecretStep[]): Promise<void> {
      script(steps);
      const quoted = [{ documentId: idOf(0), words }];
      answered(await world.ask(`${words}\n\n${text}`, { documentId: idOf(1), quoted }));
    },
    fenceChapter: (index: number, fence: Fence | null) =>
      test.call('documents:update', { projectId, documentId: idOf(index), fence }),
    async entry(name: string, summary: string): Promise<string> {
      const input = { projectId, kind: 'character' as const, name, summary };
      return (await test.call('knowledge:entities:create', input)).entityId;
    },
    async changeEntry(
      entityId: string,
      change: Partial<Input<'knowledge:entities:update'>>,
    ): Promise<void> {
      const { items } = await test.call('knowledge:entities:list', { projectId });
      const expectedVersion = items.find((one) => one.entityId === entityId)?.version ?? 0;
      const input = { projectId, entityId, expectedVersion, ...change };
      await test.call('knowledge:entities:update', input);
    },
    projectInstructions: (text: string): void =>
      writeFileSync(join(test.folder, 'book', 'CODE_LAW.md'), text),
    async constraint(text: string): Promise<string> {
      const input = { projectId, type: 'plot' as const, text };
      return (await test.call('constraints:create', input)).constraintId;
    },
    async fenceConstraint(constraintId: string, fence: Fence | null): Promise<void> {
      const { items } = await test.call('constraints:list', { projectId });
      const expectedVersion = items.find((one) => one.constraintId === constraintId)?.version ?? 0;
      const input = { projectId, constraintId, expectedVersion, fence };
      await test.call('constraints:update', input);
    },
    removeConstraint: (constraintId: string) =>
      test.call('constraints:delete', { projectId, constraintId }),
    /** The writer asks for a summary of all but the latest rounds. */
    async summarise(
      text: string,
      how: { keepRounds: number; malformedFirst?: boolean; before?: () => Promise<unknown> },
    ): Promise<void> {
      const settings = await test.call('settings:get', {});
      const assistant = { ...settings.assistant, keepRounds: how.keepRounds };
      await test.call('settings:update', { assistant });
      const whole = headings.map((heading) => `${heading}\n* ${text}`).join('\n\n');
      server.script(
        async () => {
          await how.before?.();
          return { pieces: [how.malformedFirst ? text : whole] };
        },
        { pieces: [whole] },
      );
      await test.call('conversation:compact', { conversationId });
    },
    /** The last answer as a file of the conversation. */
    async keepAnswer(): Promise<{ id: string; address: string }> {
      const { messageId = '' } = (await world.messages()).at(-1) ?? {};
      const moved = await test.call('conversation:offload', { conversationId, messageId });
      return { id: moved.contextRefs[0] ?? '', address: moved.metadata.offload_path ?? '' };
    },
    /** As an earlier version left its messages. */
    forgetProvenance: (): void => edit('UPDATE conversation_messages SET provenance = NULL'),
    /** What the window shows of the conversation. */
    shown: async (): Promise<string> => JSON.stringify(await world.messages()),
    close: () => world.close(),
  };
};

export type ChatOfSecrets = Awaited<ReturnType<typeof openChatOfSecrets>>;
