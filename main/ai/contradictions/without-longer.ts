/** Names as the rules read them: not where they begin a longer one that the book often has and no entry (W2, N15). Pure. */
import type { NameMatcher } from '#main/book/knowledge/service.ts';
import { createLongerHanNames } from '#main/book/longer-han-name.ts';
import type { CheckOrder } from './check-order.ts';

/** What is said of 张三丰 says nothing of 张三. @param isOrdinary whether a dictionary of common words has it */
export const withoutLonger = (
  matcher: NameMatcher,
  { texts, entities }: Pick<CheckOrder, 'texts' | 'entities'>,
  isOrdinary: (word: string) => boolean,
): NameMatcher => {
  const names = [...new Set(entities.flatMap((entity) => entity.names))];
  const longer = createLongerHanNames({ names, others: names }, isOrdinary);
  for (const { text } of texts) longer.read(text);
  return {
    find: (text) =>
      matcher.find(text).filter(({ name, end }) => longer.at(text, name, end) === null),
  };
};
