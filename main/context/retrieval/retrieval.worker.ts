import { parentPort, workerData } from 'node:worker_threads';
import { reportError } from '#main/base/failures/error-report.ts';
import type { TaskReply, TaskRequest, WorkerData } from './protocol.ts';
import { runTask } from './tasks.ts';
import { createTools } from './tools.ts';

/** The only writer of the index: one task at a time, in the order they were asked. */
const start = (port: NonNullable<typeof parentPort>, settings: WorkerData): void => {
  const tools = createTools(settings);
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
      answer({ id: request.id, ok: false, report: reportError(error) }, []);
    }
  });
};

if (parentPort) start(parentPort, workerData);
