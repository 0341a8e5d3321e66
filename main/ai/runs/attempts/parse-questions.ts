/** Reads what a model answered when it was asked what to look up (E6). Pure. */
import { type LookUp, maxQuestionLength, maxQuestions } from '#shared/domain/look-up.ts';
import { showControls } from '#main/base/text/visible-controls.ts';

/** Thoughts some models write into the answer itself. */
const thoughts = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu;
/** Numbers, bullets and quotation marks around a line. */
const leading =
  /^(?:\s|[-*•·>]|\(?\d{1,2}[.)、）．:：]|[（(][一二三四五\d][)）]|[一二三][、．.]|["'“”「『])+/u;
const trailing = /[\s"'”’」』*]+$/u;
const isQuestion = /[\p{L}\p{N}].*[？?]$/u;
/** Said in a few words: an answer that tells or asks something else is no such one. */
const saysNone =
  /^(?:无|没有|不需要|无需|不用|(?:没有|无|不)(?:什么)?(?:需要?|用|要)(?:再|另外)?[查问][^?？\r\n]{0,12}|(?:none|no|nothing|n\/a)(?: (?:is |are )?(?:needed|required|necessary|questions?|look-?ups?)[^?？\r\n]{0,20})?)[\s\p{P}]*$/iu;

/**
 * Lines that end in a question mark, the first of them, as one line of text each: they are words to search with and are
 * sent to nobody. What else stands in the answer is no question; one that is too long is counted, not cut.
 */
export const parseQuestions = (answer: string): LookUp => {
  const said = answer.replace(thoughts, '').trim();
  if (saysNone.test(said)) return { questions: [] };
  const lines = said
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => showControls(line).replace(leading, '').replace(trailing, ''))
    .filter((line) => isQuestion.test(line));
  const asked = [...new Set(lines)];
  const questions = asked
    .filter(({ length }) => length <= maxQuestionLength)
    .slice(0, maxQuestions);
  const ignored = asked.length - questions.length;
  return {
    questions,
    ...(ignored > 0 ? { ignored } : {}),
    ...(questions.length === 0 ? { problem: 'unusable' as const } : {}),
  };
};
