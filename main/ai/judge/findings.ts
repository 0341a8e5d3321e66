/** Makes findings of complaints: an id, words for the writer, a place in the text. */
import { createHash } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Complaint } from './material.ts';
import { messageFor } from './messages.ts';
import { indexAt, type AnalyzedText } from './text/voices.ts';

/** White space and letter case do not make another finding. */
const normalised = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Gives findings their ids: what they rest on, their kind, their quote, the sentence around it, and a count for
 * equal ones. So a waiver survives edits elsewhere, and asks again when its own sentence changes.
 */
export const createKeys = (analyzed: AnalyzedText) => {
  const seen = new Map<string, number>();
  return (
    finding: Pick<Finding, 'kind' | 'constraintId' | 'entityId' | 'quote' | 'start'>,
  ): string => {
    const sentence = analyzed.sentences[indexAt(analyzed.sentences, finding.start)];
    const key = JSON.stringify([
      finding.constraintId ?? '',
      finding.entityId ?? '',
      finding.kind,
      normalised(finding.quote),
      normalised(sentence ? analyzed.text.slice(sentence.start, sentence.end) : ''),
    ]);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const digest = createHash('sha256').update(`${key}${occurrence}`).digest('base64url');
    return digest.slice(0, 24);
  };
};

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
