import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { answered, type ConversationWorld, createConversationWorld } from './conversation-world.ts';
import type { RecordedCall, Script } from './model-server.ts';
import { scripted, wordsOf } from './scripted-steps.ts';

/** What one turn of the long run took. */
export type LongTurn = {
  turn: number;
  /** Model calls, summaries among them. */
  calls: number;
  /** Tokens of all its requests together, and of the largest, as the model counts them. */
  inputTokens: number;
  largest: number;
  /** Summaries written in it. */
  summaries: number;
};

export type LongRun = {
  world: ConversationWorld;
  turns: LongTurn[];
  messages: Output<'conversation:get'>['messages'];
  /** What every call of a tool showed the model, by its id. */
  observations: Map<string, string>;
  /** Everything the commands printed, by the id of the call. */
  printed: Map<string, string>;
};

/** A summary as a model writes it. */
export const summaryAnswer = `## 📌 Archived Session Summary
*(Contains context from [earlier] to [later])*

### 🎯 Objectives & Status
* **Original Goal**: keep the book's threads together

### 🏗️ Technical Context (Static)
* **Stack**: a novel in chapters
* **Environment**: the writing desk

### ✅ Completed Milestones (The "Done" Pile)
* [✓] chapters looked through - nothing lost

### 🧠 Key Insights & Decisions (Persistent Memory)
* **Decisions**: none changed
* **Learnings**: the key is on the table
* **User Preferences**: short answers

### 📂 File System State (Snapshot)
* nothing changed
`;

/** Numbers from `first` up, one a line, as a command prints them. */
const countedFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `${first + index}\n`).join('');

const command = (turn: number): { command: string; prints: string } => {
  const first = turn * 100_000;
  const count = 400 + (turn % 7) * 700;
  return { command: `seq ${first} ${first + count - 1}`, prints: countedFrom(first, count) };
};

/** What the scripted model does in a turn: a big command and a search in its output, reading, or searching. */
const plan = (turn: number): ((seen: string) => readonly (readonly [string, object])[])[] => {
  switch (turn % 4) {
    case 0:
      return [
        () => [['Bash', { command: command(turn).command }]],
        (seen) => {
          const id = /\[Bash output in context: ([\w-]+)\]/u.exec(seen)?.[1];
          return id ? [['context_grep', { id, pattern: `${turn}00333$` }]] : [['LS', {}]];
        },
      ];
    case 1:
      return [() => [['Read', { path: `chapter-${turn % 8}.md`, limit: 60 }]]];
    case 2:
      return [
        () => [
          ['Grep', { pattern: '钥匙' }],
          ['search_manuscript', { query: '渡口的雪' }],
        ],
      ];
    default:
      return [
        () => [['Read', { path: `chapter-${(turn + 3) % 8}.md`, limit: 40 }]],
        () => [['lookup_codex', { query: '林远' }]],
      ];
  }
};

const chapterText = (number: number): string =>
  `# 第${number + 1}章\n\n${Array.from(
    { length: 40 },
    (_, line) =>
      `第${number}章的第${line}段。林远把铜钥匙放在渡口的石阶上，雪落了一夜，船还没有来。`,
  ).join('\n\n')}\n`;

/**
 * A conversation of many turns with tools about a small book, on a scripted model with a narrow window: what it
 * sends is measured with the model's own tokenizer.
 */
export const runLongConversation = async (input: {
  turns: number;
  contextWindow: number;
  protocol: ToolProtocol;
}): Promise<LongRun> => {
  const world = await createConversationWorld();
  const { test, server, projectId } = world;
  const folder = join(test.folder, 'book');
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < 8; number += 1) {
    writeFileSync(join(folder, `chapter-${number}.md`), chapterText(number));
  }
  await test.call('projects:open', { path: folder });
  await test.call('knowledge:entities:create', {
    projectId,
    kind: 'character',
    name: '林远',
    summary: '守渡口的人。',
  });
  await test.call('retrieval:index', { projectId, wait: true });
  await test.call('settings:update', { tools: { bash: 'allow' } });
  await world.connect({ toolProtocol: input.protocol, contextWindow: input.contextWindow });

  const tokens = createTokens();
  const sizeOf = (call: RecordedCall): number => tokens.count(wordsOf(call));
  let turn = 0;
  let done = 0;
  let observed = '';
  let summaries = 0;
  const answer = (call: RecordedCall): Script => {
    const usage = { input: sizeOf(call) };
    if (isSummaryRequest(call)) {
      summaries += 1;
      return { pieces: [summaryAnswer], usage };
    }
    const next = plan(turn)[done];
    done += 1;
    return next
      ? scripted(input.protocol, { thought: '看看', calls: next(observed) }, { usage })
      : scripted(input.protocol, { answer: `第 ${turn} 次看过了。` }, { usage });
  };
  server.script(answer);

  const printed = new Map<string, string>();
  const observations = new Map<string, string>();
  test.app.events.on((name, payload) => {
    if (name !== 'conversation:step') return;
    if (payload.phase !== 'observed' || payload.callId === undefined) return;
    observed = payload.observation ?? '';
    observations.set(payload.callId, observed);
    if (payload.tool === 'Bash') printed.set(payload.callId, command(turn).prints);
  });

  const turns: LongTurn[] = [];
  for (turn = 1; turn <= input.turns; turn += 1) {
    done = 0;
    summaries = 0;
    const before = server.calls.length;
    answered(await world.ask(`第 ${turn} 问：钥匙现在在哪里？`));
    const sizes = server.calls.slice(before).map(sizeOf);
    turns.push({
      turn,
      calls: sizes.length,
      inputTokens: sizes.reduce((sum, size) => sum + size, 0),
      largest: Math.max(...sizes),
      summaries,
    });
  }
  return { world, turns, messages: await world.messages(), observations, printed };
};

/** Requests for a summary come without the assistant's own words and tools. */
export const isSummaryRequest = (call: RecordedCall): boolean =>
  wordsOf(call).includes('Archived Session Summary') &&
  !call.body['tools'] &&
  !JSON.stringify(call.body).includes('TodoWrite');
