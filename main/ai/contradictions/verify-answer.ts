/** Believes of a model's answer what its quotes prove: two of them, each in its passage, word for word. Pure. */
import { z } from 'zod';
import { endOfCharacter, startOfCharacter } from '#main/base/anchors/anchored-text.ts';
import { AppError } from '#shared/errors.ts';
import type { Passage } from './choose-passages.ts';
import type { Draft, DraftPlace } from './draft.ts';

/** Of one answer. */
const maxFindings = 40;
const longestMessage = 500;

const Quoted = z.object({ passage: z.string(), quote: z.string().min(1).max(1_000) });
const Finding = z.object({
  first: Quoted,
  second: Quoted,
  message: z.string().trim().min(1).max(longestMessage),
});
const Answer = z.object({ findings: z.array(z.unknown()).max(10_000) });

/** The first JSON object of an answer that may be wrapped in words. */
const readJson = (text: string): unknown => {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  try {
    return JSON.parse(text.slice(Math.max(0, from), to + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Null where the words do not stand in the passage, stand in it twice, or tear a character. */
const placeOf = (
  { passage: number, quote }: z.infer<typeof Quoted>,
  passages: ReadonlyMap<string, Passage>,
): DraftPlace | null => {
  const passage = passages.get(number);
  if (!passage || quote.trim() === '') return null;
  const { text, source, id } = passage;
  const told = text.slice(passage.start, passage.end);
  const words = quote.trim();
  const at = told.indexOf(words);
  if (at < 0 || told.indexOf(words, at + 1) >= 0) return null;
  const [start, end] = [passage.start + at, passage.start + at + words.length];
  if (startOfCharacter(text, start) !== start || endOfCharacter(text, end) !== end) return null;
  return { source, id, text, start, end };
};

const isSamePlace = (one: DraftPlace, other: DraftPlace): boolean =>
  one.source === other.source &&
  one.id === other.id &&
  one.start < other.end &&
  other.start < one.end;

export type VerifiedAnswer = {
  drafts: Draft[];
  /** Findings without two quotes. */
  leftOut: number;
};

/** `scope`: one of the two must stand in one of these chapters. MODEL_ANSWER_UNUSABLE for what is no such JSON. */
export const verifyAnswer = (
  answer: string,
  passages: ReadonlyMap<string, Passage>,
  { entityId, scope }: { entityId: string; scope: ReadonlySet<string> | null },
): VerifiedAnswer => {
  const parsed = Answer.safeParse(readJson(answer));
  if (!parsed.success) {
    throw new AppError(
      'MODEL_ANSWER_UNUSABLE',
      'The answer is not of the form that was asked for.',
    );
  }
  const drafts: Draft[] = [];
  const { findings } = parsed.data;
  for (const found of findings) {
    const finding = Finding.safeParse(found).data;
    const first = finding && placeOf(finding.first, passages);
    const second = finding && placeOf(finding.second, passages);
    if (!finding || !first || !second || isSamePlace(first, second)) continue;
    const places: Draft['places'] = [first, second];
    const isMeant =
      scope === null || places.some(({ source, id }) => source === 'chapter' && scope.has(id));
    if (!isMeant || drafts.length >= maxFindings) continue;
    drafts.push({ kind: 'other', by: 'model', entityId, message: finding.message, places });
  }
  return { drafts, leftOut: findings.length - drafts.length };
};
