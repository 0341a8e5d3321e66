import { readFileSync } from 'node:fs';
import type { ToolProtocol } from '#shared/domain/model-profile.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { isSummaryRequest, summaryAnswer } from './long-conversation.ts';
import type { RecordedCall, Script } from './model-server.ts';
import { scripted, wordsOf } from './scripted-steps.ts';
import { type ServedChat, startServedChat } from './served-chat.ts';

/** As long as summaries are: some 750 tokens. */
const longSummary = summaryAnswer.replace(
  'the key is on the table',
  '钥匙在渡口的石阶上，雪落了一夜，船还没有来；林远守着灯。'.repeat(16),
);

/** What a long conversation with big results cost, measured from outside the program. */
export type HeavyRun = {
  chat: ServedChat;
  conversationId: string;
  turns: number;
  /** Model calls; those for summaries among them. */
  calls: number;
  summaryCalls: number;
  /** Summaries in the conversation, and their tokens. */
  summaries: number;
  summaryTokens: number;
  /** Tokens of the largest request. */
  largest: number;
  /** Of everything the tools answered. */
  resultBytes: number;
  /** Resident memory of the program in MB, after every tenth turn. */
  resident: number[];
};

const chapters = 8;
const linesOfChapter = 600;

const chapterText = (chapter: number): string =>
  `# 第${chapter + 1}章\n\n${Array.from(
    { length: linesOfChapter },
    (_, line) =>
      `第${chapter}章的第${line}段。林远把铜钥匙放在渡口的石阶上，雪落了一夜，船还没有来，灯还亮着。`,
  ).join('\n')}\n`;

const linesOfPage = 135;

/** In each turn three pages of chapters, one after the other: 43 KB together, most of what the window holds. */
const stepsOf = (turn: number): (readonly [string, object])[] =>
  [0, 1, 2].map((page) => [
    'Read',
    {
      path: `chapter-${(turn + page) % chapters}.md`,
      offset: 1 + ((turn * 37 + page * 150) % (linesOfChapter - linesOfPage)),
      limit: linesOfPage,
    },
  ]);

const residentMegabytes = (pid: number): number => {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
};

/**
 * `turns` turns on the shipped program with about 43 KB of results each, on a scripted model over HTTP. Linux only:
 * it reads the program's memory where the system shows it.
 */
export const runHeavyConversation = async (input: {
  turns: number;
  contextWindow: number;
  protocol: ToolProtocol;
  entry?: string;
}): Promise<HeavyRun> => {
  const { protocol, contextWindow, entry } = input;
  const chat = await startServedChat({
    chapters: Object.fromEntries(
      Array.from({ length: chapters }, (_, index) => [`chapter-${index}.md`, chapterText(index)]),
    ),
    model: { contextWindow, toolProtocol: protocol },
    ...(entry === undefined ? {} : { entry }),
  });
  const tokens = createTokens();
  let turn = 0;
  let done = 0;
  const run = { calls: 0, summaryCalls: 0, largest: 0 };
  const answer = (call: RecordedCall): Script => {
    const input_ = tokens.count(wordsOf(call));
    // The server would keep every request of the run in memory.
    chat.server.calls.length = 0;
    run.calls += 1;
    run.largest = Math.max(run.largest, input_);
    const usage = { input: input_ };
    if (isSummaryRequest(call)) {
      run.summaryCalls += 1;
      return { pieces: [longSummary], usage };
    }
    const next = stepsOf(turn)[done];
    done += 1;
    return next
      ? scripted(protocol, { thought: '看看', calls: [next] }, { usage })
      : scripted(
          protocol,
          { answer: `第 ${turn} 次看过了：${'钥匙还在石阶上，雪没有停，船没有来。'.repeat(12)}` },
          { usage },
        );
  };
  chat.server.script(answer);
  const conversationId = await chat.open();
  const { pid } = chat.served().process;
  const resident: number[] = [];
  for (turn = 1; turn <= input.turns; turn += 1) {
    done = 0;
    await chat.tell(conversationId, `第 ${turn} 问：钥匙现在在哪里？`);
    if (turn % 10 === 0 && pid !== undefined) resident.push(residentMegabytes(pid));
  }
  const messages = await chat.messages(conversationId);
  const results = messages.filter(({ role }) => role === 'tool');
  const summaries = messages.filter(({ role }) => role === 'system');
  let resultBytes = 0;
  for (const { messageId } of results) {
    const { content } = await chat.call('conversation:original', { conversationId, messageId });
    resultBytes += Buffer.byteLength(content);
  }
  const measured: HeavyRun = {
    chat,
    conversationId,
    turns: input.turns,
    ...run,
    summaries: summaries.length,
    summaryTokens: summaries.reduce((sum, { content }) => sum + tokens.count(content), 0),
    resultBytes,
    resident,
  };
  return measured;
};
