/** Reads what a text states. Pure. */
import type { Span } from '#main/base/prose/span.ts';
import { chinesePatterns } from './chinese.ts';
import { chineseDeath, chineseUnsure, chineseVeto } from './chinese-deaths.ts';
import type {
  AnalyzedText,
  Claim,
  Entities,
  Found,
  MaskedText,
  Pattern,
  ProseTools,
  ReadableText,
} from './claim.ts';
import { englishDeath, englishPatterns, englishUnsure, englishVeto } from './english.ts';
import { maskNames } from './mask-names.ts';

/** Somebody named who acts, in the narration. */
export type Act = Span & { entityId: string };

export type ReadText = {
  claims: Claim[];
  /** Only of chapters. */
  acts: Act[];
  deaths: Act[];
  /** Topics about which a text says that they change: hair that is dyed. */
  changing: string[];
};

/** Nothing is stated where somebody supposes, asks, denies or only tells. */
const unsureHan =
  /如果|要是|倘若|假如|假使|若是|仿佛|好像|好似|似乎|像是|据说|听说|传说|都说|谣|梦|以为|假装|冒充|[吗？?]|[说讲](?=\p{Script=Han})(?![话完书])/u;
const unsureLatin =
  /\b(?:if|as if|as though|seem(?:s|ed)?|dream\w*|imagin\w+|suppos\w+|wish\w*|perhaps|maybe|might|could|would|according to|legend|rumou?r|(?:said|says|thought|believed|claimed|swore|told \w+) that|pretend\w*)\b|\?/iu;

const sentenceAt = (
  { sentences, narration }: AnalyzedText,
  at: number,
  { indexAt }: Pick<ProseTools, 'indexAt'>,
): string => {
  const sentence = sentences[indexAt(sentences, at)];
  return sentence ? narration.slice(sentence.start, sentence.end) : '';
};

const foundOf = (match: RegExpExecArray, { namedAt }: MaskedText): Found => ({
  groups: match.groups ?? {},
  entityOf(group) {
    const at = match.indices?.groups?.[group]?.[0];
    return at === undefined ? null : (namedAt.get(at) ?? null);
  },
});

type Language = {
  patterns: readonly Pattern[];
  unsure: RegExp;
  veto: { eyes: RegExp; hair: RegExp; side: RegExp };
  death: RegExp;
  unsureDeath: RegExp;
  dyed: RegExp;
};
const languages: Readonly<Record<AnalyzedText['script'], Language>> = {
  han: {
    patterns: chinesePatterns,
    unsure: unsureHan,
    veto: chineseVeto,
    death: chineseDeath,
    unsureDeath: chineseUnsure,
    dyed: /染/u,
  },
  latin: {
    patterns: englishPatterns,
    unsure: unsureLatin,
    veto: englishVeto,
    death: englishDeath,
    unsureDeath: englishUnsure,
    dyed: /\bdyed?\b/iu,
  },
};

const isVetoed = ({ kind, isLasting }: Pattern, sentence: string, { veto }: Language): boolean =>
  (kind === 'eyes' || kind === 'hair' || kind === 'side') &&
  isLasting !== true &&
  veto[kind].test(sentence);

const trimmed = (text: string, { start, end }: Span): Span => {
  const body = text.slice(start, end);
  return {
    start: start + body.length - body.trimStart().length,
    end: end - (body.length - body.trimEnd().length),
  };
};

const readPatterns = (
  read: MaskedText,
  owner: string | null,
  language: Language,
  tools: Pick<ProseTools, 'indexAt'>,
): Claim[] =>
  language.patterns.flatMap((pattern) => {
    if (pattern.isOwn && owner === null) return [];
    return [...read.masked.matchAll(pattern.expression)].flatMap((match): Claim[] => {
      const sentence = sentenceAt(read.analyzed, match.index, tools);
      if (language.unsure.test(sentence) || isVetoed(pattern, sentence, language)) return [];
      const end = match.index + match[0].length;
      const place = trimmed(read.analyzed.text, { start: match.index, end });
      if (place.end <= place.start) return [];
      return [pattern.read(foundOf(match, read), owner)].flat().flatMap((claim) =>
        claim === null
          ? []
          : [
              {
                ...claim,
                ...place,
                kind: claim.topic.startsWith('only ') ? 'count' : pattern.kind,
              },
            ],
      );
    });
  });

const readDeaths = (read: MaskedText, language: Language, tools: ProseTools): Act[] =>
  [...read.masked.matchAll(language.death)].flatMap((match): Act[] => {
    const entityId = foundOf(match, read).entityOf('x');
    const sentence = sentenceAt(read.analyzed, match.index, tools);
    if (entityId === null || language.unsureDeath.test(sentence)) return [];
    return [{ start: match.index, end: match.index + match[0].length, entityId }];
  });

const readActs = ({ analyzed, namedAt, masked }: MaskedText, tools: ProseTools): Act[] =>
  [...namedAt].flatMap(([start, entityId]): Act[] => {
    const mark = masked[start] ?? '';
    let nameEnd = start;
    while (masked[nameEnd] === mark) nameEnd += 1;
    // A pronoun names nobody.
    if (/^(?:他|她|he|she|his|her)$/iu.test(analyzed.text.slice(start, nameEnd))) return [];
    const end = tools.actionEnd(analyzed, { start, end: nameEnd });
    return end === null || tools.isFramed(analyzed, start) ? [] : [{ start, end, entityId }];
  });

const readDyed = (read: MaskedText, { dyed }: Language, tools: ProseTools): string[] =>
  [...read.namedAt].flatMap(([start, entityId]) =>
    dyed.test(sentenceAt(read.analyzed, start, tools)) ? [`hair ${entityId}`] : [],
  );

/** Two patterns may read the same words: each fact once, by its longest words. */
const withoutRepeats = (claims: readonly Claim[]): Claim[] => {
  const kept: Claim[] = [];
  for (const claim of claims.toSorted(
    (one, other) => other.end - other.start - (one.end - one.start),
  )) {
    const isThere = kept.some(
      ({ topic, start, end }) => topic === claim.topic && start < claim.end && end > claim.start,
    );
    if (!isThere) kept.push(claim);
  }
  return kept.toSorted((one, other) => one.start - other.start);
};

/** What is about places holds for places, what is about people for people. */
const fits = ({ kind, entityId }: Claim, entities: Entities): boolean => {
  if (entityId === null) return kind === 'weekday';
  const of = entities.get(entityId)?.kind;
  return kind === 'distance' ? of === 'location' : of === 'character';
};

/** With what the whole of a text states as a field or a relation, where its words do not state it themselves. */
export const withFacts = (
  read: ReadText,
  text: string,
  facts: readonly Omit<Claim, 'start' | 'end'>[],
  entities: Entities,
): ReadText => {
  const place = trimmed(text, { start: 0, end: text.length });
  const known = new Set(read.claims.map(({ topic }) => topic));
  const added = facts
    .filter(({ topic }) => !known.has(topic))
    .map((fact): Claim => ({ ...fact, ...place }))
    .filter((claim) => fits(claim, entities));
  return { ...read, claims: [...read.claims, ...added] };
};

export const readClaims = (
  readable: ReadableText,
  entities: Entities,
  tools: ProseTools,
): ReadText => {
  const read = maskNames(readable, tools);
  const language = languages[read.analyzed.script];
  const claims = readPatterns(read, readable.owner, language, tools);
  const isPerson = ({ entityId }: Act): boolean => entities.get(entityId)?.kind === 'character';
  const isChapter = readable.owner === null;
  return {
    claims: withoutRepeats(claims.filter((claim) => fits(claim, entities))),
    deaths: isChapter ? readDeaths(read, language, tools).filter(isPerson) : [],
    acts: isChapter ? readActs(read, tools).filter(isPerson) : [],
    changing: readDyed(read, language, tools),
  };
};
