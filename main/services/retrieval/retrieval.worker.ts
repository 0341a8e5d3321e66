import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { TaskReply, TaskRequest, WorkerData } from './protocol.ts';
import { openIndex } from './store/open.ts';
import { runTask } from './tasks.ts';
import { createAlphabet } from './text/alphabet.ts';
import { createTermSplitter, createTermVisitor } from './text/terms.ts';

/** The only writer of the index: one task at a time, in the order they were asked. */
const start = (port: NonNullable<typeof parentPort>, settings: WorkerData): void => {
  const pairs = readFileSync(
    path.join(settings.assets, 'vectors', 'traditional.txt'),
    'utf8',
  ).trim();
  const tools = {
    database: openIndex(settings.file, settings.binding),
    splitTerms: createTermSplitter(createTermVisitor(createAlphabet(pairs))),
  };
  const answer = (reply: TaskReply, moved: ArrayBuffer[]): void => port.postMessage(reply, moved);
  port.on('message', (request: TaskRequest | 'close') => {
    if (request === 'close') {
      tools.database.close();
      port.close();
      return;
    }
    try {
      const { output, moved } = runTask(tools, request);
      answer({ id: request.id, ok: true, output }, moved);
    } catch (error) {
      answer(
        {
          id: request.id,
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        },
        [],
      );
    }
  });
};

if (parentPort) start(parentPort, workerData);
