/** Makes findings of complaints: an id, words for the writer, a place in the text. */
import type { Finding } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Complaint } from './judge-input.ts';
import { messageFor } from './messages.ts';
import { createKeys } from './finding-ids.ts';
import type { AnalyzedText } from './text/voices.ts';

/** Anything a check or a model complains about; a model brings its own message. */
export type Worded = Omit<Complaint, 'words'> & { message: string; by: 'rule' | 'model' };

/** Words the complaints of the exact checks. */
export const describeFindings = (complaints: readonly Complaint[], language: Language): Worded[] =>
  complaints.flatMap(({ words, ...complaint }): Worded[] =>
    complaint.kind === 'other'
      ? []
      : [{ ...complaint, message: messageFor(complaint.kind, words, language), by: 'rule' }],
  );

/**
 * Quotes, keys and orders. A complaint whose place does not lie in the text is discarded: without a quote there is
 * no finding (F13).
 */
export const findingsOf = (analyzed: AnalyzedText, complaints: readonly Worded[]): Finding[] => {
  const keyOf = createKeys(analyzed);
  return complaints
    .filter(({ start, end }) => start >= 0 && start < end && end <= analyzed.text.length)
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map((complaint) => {
      const quoted = { ...complaint, quote: analyzed.text.slice(complaint.start, complaint.end) };
      return { ...quoted, findingId: keyOf(quoted), waived: false };
    });
};
