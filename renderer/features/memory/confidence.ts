import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { formatShare } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';

const steps = [
  { from: 0.9, word: 'certain' },
  { from: 0.7, word: 'likely' },
  { from: 0.4, word: 'perhaps' },
  { from: 0, word: 'unsure' },
] as const;

export type ConfidenceWord = (typeof steps)[number]['word'];

export const confidenceWord = (confidence: number): ConfidenceWord =>
  steps.find(({ from }) => confidence >= from)?.word ?? 'unsure';

/** How sure a habit is: a word and the number, `confidence` from 0 to 1. */
export const confidenceWords = (
  t: Translate,
  language: InterfaceLanguage,
  confidence: number,
): string =>
  t(`memory:confidence.${confidenceWord(confidence)}`, {
    share: formatShare(confidence, language),
  });
