/** The one door through which requests leave this program, and the ledger that stands beside it (B12). */
import { lookup } from 'node:dns/promises';
import type { Database } from 'better-sqlite3';
import type { Clock, Logger } from '#main/platform.ts';
import type { Purse } from '#main/purse/service.ts';
import { createLedger } from './ledger.ts';
import { createModelDoor } from './model-door.ts';
import { openPage } from './open-page.ts';
import { createRecorder } from './recorder.ts';
import { createFetch } from './send-fetch.ts';
import { sendThrough } from './send-through.ts';
import type { EgressService } from './service.ts';

export const createEgress = (dependencies: {
  database: Database;
  clock: Clock;
  logger: Logger;
  purse: Purse;
}): EgressService => {
  const ledger = createLedger(dependencies.database);
  const recorder = createRecorder(ledger, dependencies.clock, dependencies.logger);
  return {
    fetchFor: (context) => createFetch(recorder, context),
    doorFor: (context) => createModelDoor(recorder, dependencies.purse, context),
    openPage: (context, request) => openPage(recorder, context, request),
    sendThrough: (context, request, send) => sendThrough(recorder, { context, request }, send),
    lookUp: (host) => lookup(host, { all: true }),
    list(filter) {
      ledger.markInterrupted();
      return ledger.list(filter);
    },
    forgetProject: ledger.detachProject,
    close: recorder.close,
  };
};
