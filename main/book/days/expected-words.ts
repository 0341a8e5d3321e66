/** Words of texts that are being written: they count once, when the text is there, and also if the program was killed (W3). */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';
import type { Moment } from './calendar.ts';
import type { ExpectedWords } from './service.ts';
import type { DaysStore, HourWords } from './store.ts';

type Waiting = {
  projectId: string;
  documentId: string;
  moment: Moment;
  words: HourWords;
  /** Null where the database took no row: then only this process knows of them. */
  sequence: number | null;
};

export const createExpectedWords = ({
  store,
  logger,
  tell,
}: {
  store: DaysStore;
  logger: Logger;
  /** Words of the book were counted. */
  tell(projectId: string): void;
}) => {
  /** Written, and not counted yet because the database took nothing. */
  const waiting = new Set<Waiting>();

  const logFailure = (error: unknown): void =>
    logger.log('warn', 'words that are being written could not be noted', {
      code: errorCodeOf(error),
    });

  const count = (one: Waiting): void => {
    const { projectId, documentId, moment, words, sequence } = one;
    if (sequence === null) store.add(projectId, documentId, moment, words);
    else store.settle(sequence);
    waiting.delete(one);
    tell(projectId);
  };

  return {
    /** Errors of the database are logged: no text stays unwritten because its words cannot be noted. */
    expect(words: Omit<Waiting, 'sequence'>, version: string): ExpectedWords {
      let sequence: number | null = null;
      try {
        sequence = store.expect({ ...words, version });
      } catch (error) {
        logFailure(error);
      }
      const one: Waiting = { ...words, sequence };
      return {
        settle() {
          waiting.add(one);
          for (const each of waiting) count(each);
        },
        drop() {
          if (sequence === null) return;
          try {
            store.dropExpected(sequence);
          } catch (error) {
            // The next opening of the book finds another text there, and drops it.
            logFailure(error);
          }
        },
      };
    },
    /** What a killed program left: it counts as far as the chapters hold it. Errors of the database. */
    recover(projectId: string, versionOf: (documentId: string) => string | null): void {
      const rows = store.listExpected(projectId);
      const isThere = ({ document_id: id, version }: (typeof rows)[number]): boolean =>
        versionOf(id) === version;
      for (const [index, row] of rows.entries()) {
        // What a later text was written over was there before it.
        const later = rows.slice(index).filter((one) => one.document_id === row.document_id);
        if (later.some(isThere)) store.settle(row.sequence);
        else store.dropExpected(row.sequence);
      }
      if (rows.length > 0) tell(projectId);
    },
  };
};
