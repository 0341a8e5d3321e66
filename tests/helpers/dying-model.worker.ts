/** The worker of a sentence model that dies once, in the middle: the mark it leaves in the folder says that it has. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ModelOrder } from '#main/context/retrieval/model/protocol.ts';
import '#main/context/retrieval/model/sentence-model.worker.ts';

const { modelFile }: ModelOrder = workerData;
const mark = path.join(path.dirname(modelFile), 'died');
let heard = 0;
parentPort?.on('message', () => {
  heard++;
  if (heard <= 6 || existsSync(mark)) return;
  writeFileSync(mark, '');
  process.exit(1);
});
