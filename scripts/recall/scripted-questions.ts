/** Questions that no model wrote, before a text is asked for (E6): by a rule, with no passage in mind. */
import { maxQuestionLength } from '#shared/domain/look-up.ts';

/** Whose words a question has: those of the sentence at the cursor, or also those of somebody who knows what it recalls. */
export type QuestionRule = 'own words' | 'told';

const asQuestion = (words: string): string => {
  const mark = /\p{Script=Han}/u.test(words) ? '？' : '?';
  const bare = words.replace(/\s+/gu, ' ').trim();
  return `${bare.slice(0, maxQuestionLength - 1)}${mark}`;
};

/** `own words`: the sentence at the cursor. `told`: that, and the note in which the table says what it recalls. */
export const scriptQuestions = (
  { cursorQuote, note }: { cursorQuote: string; note?: string },
  rule: QuestionRule,
): string[] => {
  const told = rule === 'told' && note ? [note] : [];
  return [cursorQuote, ...told].map(asQuestion);
};
