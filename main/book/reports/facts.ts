/** What is read of a chapter once and kept by its version; compact, for it crosses from the worker and back. */
import type { ReportRemark } from '#shared/domain/report.ts';
import type { Script } from '#main/base/prose/script.ts';

/** A place that is a slip by itself. `right`: how it should read; '' where that is not known. */
export type Slip = { remark: ReportRemark; start: number; end: number; right: string };

/** Offsets are UTF-16 code units of the chapter's text. */
export type ProseFacts = {
  script: Script;
  /** Every word once, one a line. */
  words: string;
  /** The words of the text in order, as indices into `words`, and where they stand. */
  tokens: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  /** Four numbers each: start, end, first token, token behind the last. */
  sentences: Uint32Array;
  paragraphs: Uint32Array;
  /** Speech: start and end of each quotation. */
  speech: Uint32Array;
  slips: Slip[];
  /** Every habit once, one a line, and where they stand: three numbers each, index, start, end. */
  habits: { labels: string; places: Uint32Array };
  /** Of each word of `words`, how often it stands with a capital. */
  capitals: Uint32Array;
};

/** Where a list of words or names stands in a chapter: three numbers each, index into the list, start, end. */
export type ListedPlaces = Uint32Array;

/** Words that no dictionary has, each once, one a line; four numbers for each place: index, start, end, how it begins. */
export type UnknownWords = { words: string; places: Uint32Array };

/** What is known of a chapter; what is absent is read. */
export type KnownFacts = {
  prose?: ProseFacts | undefined;
  names?: ListedPlaces | undefined;
  watched?: ListedPlaces | undefined;
  unknown?: UnknownWords | undefined;
};
