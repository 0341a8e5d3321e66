/** Makes a synopsis of what a model answered, or says why it is none. Pure. */
import { Synopsis } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';

/** Models say no in few words, and begin with them. */
const refusal =
  /^(?:(?:很)?抱歉|对不起|我(?:无法|不能|没办法)|作为(?:一个|一名)?(?:AI|人工智能|语言模型)|I['’]?\s?(?:a)?m (?:very )?sorry|Sorry,|I (?:can(?:no|['’])t|am unable|won['’]t)|As an AI)/iu;
const longestRefusal = 400;

const heading = /^ {0,3}#{1,6}\s+/u;
const bullet = /^\s*(?:[-*+•]|\d{1,2}[.、)])\s+/u;
/** What announces the synopsis instead of being one. */
const label =
  /^\**\s*(?:(?:本章|全章|章节)?(?:梗概|概要|摘要|内容提要)|(?:chapter )?(?:synopsis|summary))\s*\**\s*[:：]\s*\**\s*/iu;
const announcement = /^[^\n]{0,60}(?:梗概|摘要|synopsis|summary)[^\n]{0,20}[:：]$/iu;
/** The line that stood for a paragraph the model was not given. */
const notice =
  /〔此段提到设防的条目，不予显示〕|\[This paragraph names a fenced entry and is not shown\]/gu;

/** A line that is nothing but a heading before other text is none of the synopsis. */
const withoutHeadings = (lines: readonly string[]): string[] => {
  const prose = lines.filter((line) => !heading.test(line));
  return prose.some((line) => line.trim() !== '')
    ? prose
    : lines.map((line) => line.replace(heading, ''));
};

const withoutQuotes = (text: string): string => {
  const quoted = /^(?:["“「])([^"“”「」]*)(?:["”」])$/u.exec(text);
  return quoted?.[1]?.trim() ?? text;
};

/**
 * `answer`: without thoughts and fences of code. MODEL_ANSWER_EMPTY, MODEL_CONTENT_REFUSED; MODEL_ANSWER_UNUSABLE for what is
 * longer than a synopsis may be, or was not finished: nothing is cut.
 */
export const cleanAnswer = (answer: string, finish: 'stop' | 'length'): string => {
  const lines = withoutHeadings(answer.replaceAll('\r\n', '\n').replace(notice, '').split('\n'))
    .map((line) => line.replace(bullet, '').trim())
    .filter((line) => line !== '');
  if (lines.length > 1 && announcement.test(lines[0] ?? '')) lines.shift();
  const text = withoutQuotes(lines.join('\n').replace(label, '').trim());
  if (text === '') throw new AppError('MODEL_ANSWER_EMPTY', 'The model wrote nothing.');
  if (refusal.test(text) && text.length <= longestRefusal) {
    throw new AppError('MODEL_CONTENT_REFUSED', 'The model refuses to write a synopsis.');
  }
  if (finish === 'length' || !Synopsis.safeParse(text).success) {
    throw new AppError('MODEL_ANSWER_UNUSABLE', 'The answer is longer than a synopsis may be.');
  }
  return text;
};
