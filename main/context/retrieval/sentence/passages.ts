import { joinedSentences } from '../vector/windows.ts';
import type { SentenceReader } from './understand.ts';

/** Reads passages sentence by sentence, so that it can be left off in the middle of one. */
export type PassageReader = {
  /**
   * 8-bit rows of the passage's sentences; null when the time is up before its end. Called again
   * with the same passage it goes on where it was, and reads one sentence at least.
   * @param until as `performance.now()` tells it
   */
  read(projectId: string, text: string, until: number): readonly Int8Array[] | null;
};

type Begun = { text: string; sentences: string[]; rows: (readonly Int8Array[])[] };

export const createPassageReader = (reader: () => SentenceReader): PassageReader => {
  /** One a project: two that are read in turns must not begin over and over. */
  const begun = new Map<string, Begun>();

  const begin = (text: string): Begun => ({
    text,
    sentences: joinedSentences(text).map(({ start, end }) => text.slice(start, end)),
    rows: [],
  });

  return {
    read(projectId, text, until) {
      const known = begun.get(projectId);
      const { sentences, rows } = known?.text === text ? known : begin(text);
      begun.set(projectId, { text, sentences, rows });
      for (const sentence of sentences.slice(rows.length)) {
        rows.push(reader().sentence(sentence));
        if (performance.now() >= until) break;
      }
      if (rows.length < sentences.length) return null;
      begun.delete(projectId);
      return rows.flat();
    },
  };
};
