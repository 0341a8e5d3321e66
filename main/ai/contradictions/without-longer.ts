/** Names as the rules read them: not where they begin a longer one that the book often has and no entry (W2, N15). Pure. */
import type { NameMatcher } from '#main/book/knowledge/service.ts';
import { createLongerHanNames } from '#main/book/longer-han-name.ts';
import { readFollowers } from '#main/book/name-followers.ts';
import type { CheckOrder } from './check-order.ts';

/** What is said of 张三丰 says nothing of 张三. @param isOrdinary whether a dictionary of common words has it */
export const withoutLonger = (
  matcher: NameMatcher,
  { texts, entities }: Pick<CheckOrder, 'texts' | 'entities'>,
  isOrdinary: (word: string) => boolean,
): NameMatcher => {
  const known = new Set(entities.flatMap((entity) => entity.names));
  const longer = createLongerHanNames([...known], { known, isOrdinary });
  for (const { text } of texts) {
    const matches = matcher.find(text);
    longer.compare(readFollowers(text, matches));
    longer.read(text, matches);
  }
  return {
    find: (text) => matcher.find(text).filter((match) => longer.at(text, match) === null),
  };
};
