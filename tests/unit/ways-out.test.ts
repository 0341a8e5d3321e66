import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../main', import.meta.url));

/** By what a source shows that it sends to somebody else, or asks one to who does. */
const signs =
  /\bfetch\(|\.(?:fetchFor|doorFor|openPage|sendThrough)\(|\b(?:streamText|generateText)\(|\.(?:embed|sendChat|complete)\(|streaming\/ask-with-retries\.ts'|request as https?Request|from 'undici'|ClientTransport\(/u;

/** Every source that sends: what it sends, and what keeps fenced words out of it. */
const known: Readonly<Record<string, string>> = {
  // A turn of a conversation, a summary of one: made of open rows alone. Walked: every-path, fenced-later.
  'assistant/agent/loop/ask-for-step.ts': 'a prompt, which the conversation makes of open rows',
  'assistant/agent/loop/compaction.ts': 'a part of open rows; asked again before each request',
  'ai/runs/chat/chat.ts': 'what it is given by ask-for-step',
  // A run, written anew for its faults, asked again: an assembly of this moment. Walked: every-path.
  'ai/runs/attempts/attempt-run.ts': 'an assembly; not sent once more when a fence went up',
  // What a model is asked before it writes. Walked: every-path, ai-look-up.
  'ai/runs/attempts/look-up-first.ts':
    'the end of the text before the cursor and the task, as the assembly has them',
  // The judge. Walked: every-path, never-send.
  'ai/runs/model-judge.ts': 'a text and the constraints that are open to its chapter',
  'ai/runs/models/create-models.ts': 'what it is given by the judge and by summaries',
  // Synopses that are proposed. Walked: every-path, synopses/proposals.
  'ai/synopses/ask-synopsis.ts':
    'a chapter as read-chapter leaves it; asked again before each request',
  // Contradictions that a model looks for. Walked: every-path, contradictions/asked.
  'ai/contradictions/ask-entry.ts':
    'paragraphs as read-open-book leaves them, read anew before each request',
  // Either of them, once more when the purse has room. Walked: synopses/job.
  'jobs/waiting-for-purse.ts': 'what it is given; the door asks anew whether it is open',
  // What carries the three of them.
  'ai/runs/index.ts': 'nothing: it hands out what sends',
  'ai/runs/streaming/stream-answer.ts': 'what ask is given',
  // No word of the book.
  'ai/runs/models/check-connection.ts': 'one constant question. Walked: every-path',
  // The embedder. Walked: every-path, never-send.
  'context/retrieval/embed-missing.ts': 'passages that are sendable now',
  'context/retrieval/index.ts': 'a question that is sendable now',
  'context/retrieval/embedders/embedder-door.ts': 'what it is given by these two',
  // A model that is published: its name, and no word of a book.
  'context/retrieval/published/download-model.ts': 'the name of a model',
  // A model of the writer's own: files of this machine, asked for nothing but vectors.
  'context/retrieval/model/model-reading.ts':
    'nothing: passages go only to an embedder that is a worker of this program',
  'context/retrieval/model/near-cursor.ts':
    'nothing: the place is told only to an embedder that is a worker of this program',
  // What the model itself asks for, with permission: its words come from prompts that held nothing fenced.
  'assistant/agent/mcp/connection.ts': 'the input of a call of the model',
  'assistant/agent/mcp/book-scope.ts': 'nothing: it names the book of what a connection sends',
  'assistant/agent/tools/web/web-read.ts': 'an address the model names',
  // What a program asks that the writer lent the book to. Walked: served/mcp.
  'assistant/agent/offered-tools/hand-over.ts': 'answers that no fence closes',
  // The whole book with git: only when the writer says so.
  'book/git/exchange.ts':
    'versions; nothing while something is fenced and the writer has not allowed it. Walked: git/remotes',
  // The one door, which all of them pass.
  'egress/open-page.ts': 'what the page reader gives',
  'egress/send-fetch.ts': 'what all others give',
};

const sources = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return sources(folder, path);
    return path.endsWith('.ts') ? [path] : [];
  });

it('every source that sends anything is known, and what keeps fenced words out of it [N3]', () => {
  const found = sources(main).filter((path) => signs.test(readFileSync(join(main, path), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(known).sort());
});
