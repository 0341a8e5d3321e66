/** Writes each request down before it is sent, and how it ended after. */
import { createHash } from 'node:crypto';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { EgressOutcome, EgressPurpose } from '#shared/domain/egress.ts';
import type { Ledger } from './ledger.ts';
import type { MeasuredBody, Recipient } from './service.ts';

/** What the ledger says of a request beside its size and its way. */
export type RecordContext = {
  purpose: EgressPurpose;
  projectId?: string;
  assemblyId?: string;
  tokens?: number;
};

/** A request that stands in the ledger. */
export type RecordedRequest = {
  /** The server answered; the body may still come. */
  answered(httpStatus: number): void;
  /** It ended otherwise, or its answer did; later ends of one request change nothing. */
  ended(outcome: Extract<EgressOutcome, 'answered' | 'failed' | 'aborted' | 'notSent'>): void;
};

export type Recorder = {
  /** Throws DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED: then nothing may be sent. */
  record(
    context: RecordContext,
    request: { to: Recipient; method: string; body: Uint8Array | MeasuredBody },
  ): RecordedRequest;
  close(): void;
};

const originOf = (to: Recipient): string => {
  if (!(to instanceof URL)) return `stdio:${to.program}`;
  const { origin, protocol, host } = to;
  // Schemes that browsers do not know have no origin of their own.
  return origin === 'null' ? `${protocol}//${host}` : origin;
};

const addressBytesOf = (to: Recipient): number =>
  to instanceof URL ? Buffer.byteLength(to.pathname + to.search) : 0;

const hashOf = (body: Uint8Array | MeasuredBody): string =>
  'sha256' in body ? body.sha256 : createHash('sha256').update(body).digest('hex');

export const createRecorder = (
  ledger: Pick<Ledger, 'insert' | 'update'>,
  clock: Clock,
  logger: Logger,
): Recorder => {
  let closed = false;

  const insert = (row: Parameters<Ledger['insert']>[0]): number => {
    try {
      return ledger.insert(row);
    } catch (error) {
      throw explainStorageFailure(error);
    }
  };

  /** What was sent is sent: a full disk costs the row its ending, which is unknown then, and no answer its reader. */
  const update = (sequence: number, outcome: EgressOutcome, httpStatus: number | null): void => {
    if (closed) return;
    try {
      ledger.update(sequence, { outcome, httpStatus, endedAt: clock.now() });
    } catch (error) {
      logger.log('error', 'the end of a request was not recorded', { code: systemCode(error) });
    }
  };

  return {
    record({ purpose, projectId, assemblyId, tokens }, { to, method, body }) {
      const sequence = insert({
        at: clock.now(),
        purpose,
        projectId: projectId ?? null,
        origin: originOf(to),
        method,
        bytes: body.byteLength,
        addressBytes: addressBytesOf(to),
        tokens: tokens ?? null,
        sha256: hashOf(body),
        assemblyId: assemblyId ?? null,
      });
      let status: number | null = null;
      let hasEnded = false;
      return {
        answered(httpStatus) {
          status = httpStatus;
          update(sequence, 'answered', httpStatus);
        },
        ended(outcome) {
          if (hasEnded) return;
          hasEnded = true;
          update(sequence, outcome, status);
        },
      };
    },
    close() {
      closed = true;
    },
  };
};
