/** Ids of findings: by them a finding of an earlier text is known again in a later one. */
import { createHash } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import { type AnalyzedText, indexAt } from './text/voices.ts';

/** White space and letter case do not make another finding. */
const normalised = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

const digestOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Lengths of an id's parts: what the finding is with its count, what it is, the sentence before it, the one after it. */
const idParts = [24, 12, 6, 6] as const;

/** What an id tells; an id of an earlier version tells `counted` alone. */
type FindingKey = { counted: string; kin: string; before: string; after: string };

/** Reads an id that {@link createKeys} gave. */
const readFindingId = (findingId: string): FindingKey => {
  let at = 0;
  const [counted = '', kin = '', before = '', after = ''] = idParts.map((length) => {
    at += length;
    return findingId.slice(at - length, at);
  });
  return { counted, kin, before, after };
};

/**
 * Gives findings their ids: what they rest on, their kind, their quote, the sentence around it, and a count for
 * equal ones. So a waiver survives edits elsewhere, and asks again when its own sentence changes. The sentences
 * beside it are told too: by them equal ones are told apart when one comes in before the others.
 */
export const createKeys = (analyzed: AnalyzedText) => {
  const seen = new Map<string, number>();
  return (
    finding: Pick<Finding, 'kind' | 'constraintId' | 'entityId' | 'quote' | 'start'>,
  ): string => {
    const index = indexAt(analyzed.sentences, finding.start);
    const sentenceAt = (at: number): string => {
      const sentence = analyzed.sentences[at];
      return normalised(sentence ? analyzed.text.slice(sentence.start, sentence.end) : '');
    };
    const key = JSON.stringify([
      finding.constraintId ?? '',
      finding.entityId ?? '',
      finding.kind,
      normalised(finding.quote),
      sentenceAt(index),
    ]);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const told = [`${key}${occurrence}`, key, sentenceAt(index - 1), sentenceAt(index + 1)];
    return idParts.map((length, part) => digestOf(told[part] ?? '', length)).join('');
  };
};

/** How well a finding is the known one: of equal ones by the sentences beside it, else by its count; 0 when it is not. */
const likeness = (known: FindingKey, found: FindingKey): number => {
  if (known.kin === '') return Number(known.counted === found.counted);
  const beside = Number(known.before === found.before) + Number(known.after === found.after);
  return 1 + beside * 2 + Number(known.counted === found.counted);
};

/** Ids by what they must share to be alike at all; those of an earlier version only their count. */
const gatherAlike = (ids: readonly string[]): Map<string, string[]> => {
  const alike = new Map<string, string[]>();
  for (const id of ids) {
    const { counted, kin } = readFindingId(id);
    for (const key of [counted, kin]) alike.set(key, [...(alike.get(key) ?? []), id]);
  }
  return alike;
};

/**
 * Which known id each of the ids of another text stands for. Equal findings are told apart by the sentences beside them, so
 * that one which comes in before the others takes nothing of theirs; each known one stands once.
 */
export function matchAlike(
  known: readonly string[],
  found: readonly string[],
): ReadonlyMap<string, string> {
  const alike = gatherAlike(found);
  const pairs = known
    .flatMap((knownId) => {
      const key = readFindingId(knownId);
      const candidates = alike.get(key.kin === '' ? key.counted : key.kin) ?? [];
      return candidates.map((foundId) => {
        return { knownId, foundId, like: likeness(key, readFindingId(foundId)) };
      });
    })
    .toSorted((one, other) => other.like - one.like);
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  for (const { knownId, foundId } of pairs) {
    if (matched.has(foundId) || taken.has(knownId)) continue;
    matched.set(foundId, knownId);
    taken.add(knownId);
  }
  return matched;
}
