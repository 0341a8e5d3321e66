/** What a claim says, as a key: the same whatever its words and its place. Pure. */
import type { Span } from '#main/base/prose/span.ts';
import type { Claim } from './claim.ts';
import type { Act, ReadText } from './read-claims.ts';

export const statementOf = ({ topic, value }: Pick<Claim, 'topic' | 'value'>): string =>
  JSON.stringify(
    value.kind === 'word'
      ? [topic, value.word, value.gender ?? null]
      : [topic, value.figure, value.isMinimum ?? false],
  );

export const deathOf = ({ entityId }: Pick<Act, 'entityId'>): string => `died ${entityId}`;
export const actOf = ({ entityId }: Pick<Act, 'entityId'>): string => `acts ${entityId}`;

/** All that is stated in a stretch of a text. */
export const statementsIn = (
  { claims, deaths, acts }: Pick<ReadText, 'claims' | 'deaths' | 'acts'>,
  { start, end }: Span,
): string[] => {
  const isThere = (one: Span): boolean => one.start < end && start < one.end;
  return [
    ...claims.filter(isThere).map(statementOf),
    ...deaths.filter(isThere).map(deathOf),
    ...acts.filter(isThere).map(actOf),
  ];
};
