/** Puts marks in place of names, so that patterns need not know them. Pure. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { AnalyzedText, MaskedText, ProseTools, ReadableText } from './claim.ts';

/** Two marks in turn, so that names beside each other stay two; the third is a pronoun in the possessive. */
export const marks = ['\uE000', '\uE001', '\uE002'] as const;
/** A name, or a pronoun that plainly stands for one. */
export const nameMark = `(?:${marks[0]}+|${marks[1]}+)`;
export const ownMark = `${marks[2]}+`;
const anyMark = /[\uE000-\uE002]/g;
const blank = '\u3000';
/** Of {@link AnalyzedText.voices}. */
const speech = 1;

/** Names that can only mean one entry, in the narration. */
const plainNames = (
  { names, owner }: ReadableText,
  { voices }: Pick<AnalyzedText, 'voices'>,
): NameMatch[] => {
  const isTold = (voice: number | undefined): boolean =>
    owner === null ? voice === 0 : voice !== speech;
  const owners = new Map<number, Set<string>>();
  for (const { start, entityId } of names) {
    owners.set(start, (owners.get(start) ?? new Set()).add(entityId));
  }
  return names.filter(({ start }) => owners.get(start)?.size === 1 && isTold(voices[start]));
};

type Finder = Pick<ProseTools, 'indexAt'>;
type Standing = { start: number; end: number; entityId: string; isOwn: boolean };

const hanPronoun = /(?<=[，；。！？\n]\s*)[他她](?!们|俩|的?[妈娘爹])/gu;
const latinPronoun = /(?<=^|[.!?]["”’]?\s+)(?:He|She|His|Her)\b(?=\s)/gu;
/** Somebody else is spoken of, whom no entry names. */
const otherPerson = /(?<=[a-z,;]\s+)\p{Lu}\p{Ll}+/u;

/** The one name that begins a sentence and is alone in it; null where somebody else may be meant. */
const onlyNameOf = (
  analyzed: AnalyzedText,
  names: readonly NameMatch[],
  index: number,
): NameMatch | null => {
  const sentence = analyzed.sentences[index];
  if (!sentence) return null;
  const inside = names.filter(({ start }) => start >= sentence.start && start < sentence.end);
  const [first] = inside;
  if (!first || inside.some(({ entityId }) => entityId !== first.entityId)) return null;
  const lead = analyzed.text.slice(sentence.start, first.start);
  return /\p{L}/u.test(lead) ? null : first;
};

/** Pronouns that can only mean the subject of their own sentence (Chinese), or of the one before (English). */
const findPronouns = (
  analyzed: AnalyzedText,
  names: readonly NameMatch[],
  { indexAt }: Finder,
): Standing[] => {
  const { narration, script, sentences } = analyzed;
  const expression = script === 'han' ? hanPronoun : latinPronoun;
  return [...narration.matchAll(expression)].flatMap((match): Standing[] => {
    const own = indexAt(sentences, match.index);
    const isInside = match.index > (sentences[own]?.start ?? 0) + 1;
    const from = script === 'han' && isInside ? own : own - 1;
    const before = onlyNameOf(analyzed, names, from);
    const sentence = sentences[from];
    if (!before || !sentence || before.start > match.index) return [];
    const told = narration.slice(sentence.start, script === 'han' ? match.index : sentence.end);
    const isFemale = /^(?:她|She|Her)/u.test(match[0]);
    const others =
      script === 'han'
        ? /[他她]/u
        : isFemale
          ? /\b(?:he|his|him|himself)\b/iu
          : /\b(?:she|her|hers|herself)\b/iu;
    const rest = analyzed.text.slice(before.end, sentence.end);
    if (others.test(told) || (script === 'latin' && otherPerson.test(rest))) return [];
    if (from !== own && analyzed.text.slice(sentence.end, match.index).includes('\n')) return [];
    if (
      sentence.end <= match.index &&
      narration.slice(sentence.start, sentence.end).includes('\n')
    ) {
      return [];
    }
    const isOwn = /^(?:His|Her)$/u.test(match[0]);
    const { entityId } = before;
    return [{ start: match.index, end: match.index + match[0].length, entityId, isOwn }];
  });
};

/** In an entry's description pronouns mean the entry, unless the sentence has named somebody else before. */
const findOwnPronouns = (
  analyzed: AnalyzedText,
  names: readonly NameMatch[],
  { owner, indexAt }: Finder & { owner: string },
): Standing[] =>
  [...analyzed.narration.matchAll(/[他她](?!们)|\b(?:he|she|his|her)\b/giu)].flatMap((match) => {
    const sentence = analyzed.sentences[indexAt(analyzed.sentences, match.index)];
    const isOther = names.some(
      ({ start, entityId }) =>
        start >= (sentence?.start ?? 0) && start < match.index && entityId !== owner,
    );
    if (isOther) return [];
    const isOwn = /^(?:his|her)$/iu.test(match[0]);
    return [{ start: match.index, end: match.index + match[0].length, entityId: owner, isOwn }];
  });

const describing = ({ text, voices }: AnalyzedText): string =>
  Array.from({ length: text.length }, (_, at) => (voices[at] === speech ? blank : text[at])).join(
    '',
  );

export const maskNames = (
  readable: ReadableText,
  tools: Pick<ProseTools, 'analyze' | 'indexAt'>,
): MaskedText => {
  const analyzed = tools.analyze(readable.text);
  const names = plainNames(readable, analyzed);
  const pronouns =
    readable.owner === null
      ? findPronouns(analyzed, names, tools)
      : findOwnPronouns(analyzed, names, { ...tools, owner: readable.owner });
  const standing = [
    ...names.map(({ start, end, entityId }) => ({ start, end, entityId, isOwn: false })),
    ...pronouns,
  ].toSorted((one, other) => one.start - other.start);
  const namedAt = new Map<number, string>();
  const parts: string[] = [];
  // A description has no verse and no letters: its short clauses are told plainly.
  const narration = readable.owner === null ? analyzed.narration : describing(analyzed);
  let from = 0;
  let turn = 0;
  for (const { start, end, entityId, isOwn } of standing) {
    if (start < from) continue;
    const mark = isOwn ? marks[2] : (marks[turn % 2] ?? marks[0]);
    turn += 1;
    parts.push(narration.slice(from, start).replace(anyMark, blank), mark.repeat(end - start));
    namedAt.set(start, entityId);
    from = end;
  }
  parts.push(narration.slice(from).replace(anyMark, blank));
  return { analyzed, masked: parts.join(''), namedAt };
};
