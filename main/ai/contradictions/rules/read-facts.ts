/** Reads what a field or a relation of the codex states, where its words alone say it. Pure. */
import type { Claim, ClaimValue, ReadClaim } from './claim.ts';
import { chineseColourIn, chineseEyes, chineseHair, englishEyes, englishHair } from './colours.ts';
import { hanYear, readYear } from './figures.ts';
import { kinClaim } from './paired-claims.ts';
import { chineseRoles, englishRoles, withAge } from './roles.ts';

/** A field: what it is called, and what it says. */
export type FieldFact = { label: string; text: string };
/** A relation, read from its subject to its object. */
export type RelationFact = { subjectId: string; predicate: string; objectId: string };

type Read = Pick<Claim, 'kind' | 'topic' | 'value' | 'entityId'>;

/** Longer ones tell more than one thing. */
const longestValue = 40;
/** What makes a value none, two, or one of a time. */
const unsure =
  /染|曾|以前|后来|原|左眼|右眼|异色|不|没|无|或|假|变|未|可能|也许|[？?]|\b(?:not|never|no|dyed?|once|was|were|used|turn\w*|or|wig|lens\w*|contacts?|maybe|perhaps|unknown|odd|left eye|right eye|hazel|amber|violet|golden?|silver|white)\b/iu;

const word = (value: string): ClaimValue => ({ kind: 'word', word: value });
const only = <T>(found: readonly T[]): T | null => {
  const [first, ...more] = new Set(found);
  return first === undefined || more.length > 0 ? null : first;
};

const colourIn = (
  text: string,
  han: Parameters<typeof chineseColourIn>[1],
  latin: Readonly<Record<string, string>>,
): string | null => {
  if (/\p{Script=Han}/u.test(text)) return chineseColourIn(text, han);
  return only(
    text
      .toLowerCase()
      .match(/[a-z]+/gu)
      ?.flatMap((one) => latin[one] ?? []) ?? [],
  );
};

const yearIn = (text: string): number | null => {
  const han = only([...text.matchAll(new RegExp(`(${hanYear})年`, 'gu'))].map(([, year]) => year));
  if (han) return readYear(han);
  const year = only([...text.matchAll(/(?<!\d)(?:1\d{3}|20\d\d)(?!\d)/gu)].map(([one]) => one));
  return year === null ? null : Number(year);
};

type Field = {
  label: RegExp;
  kind: Claim['kind'];
  topic: string;
  value(text: string): ClaimValue | null;
};
const fields: readonly Field[] = [
  {
    label:
      /^(?:眼睛|眼眸|眸子|双眼|瞳孔|瞳色|眸色|眼色|眼睛颜色|瞳孔颜色|eyes?|eye colou?r|colou?r of (?:the |her |his )?eyes?)$/iu,
    ...{ kind: 'eyes', topic: 'eyes' },
    value(text) {
      const colour = colourIn(text, chineseEyes, englishEyes);
      return colour === null ? null : word(colour);
    },
  },
  {
    label: /^(?:头发|发色|头发颜色|hair|hair colou?r|colou?r of (?:the |her |his )?hair)$/iu,
    ...{ kind: 'hair', topic: 'hair' },
    value(text) {
      const colour = colourIn(text, chineseHair, englishHair);
      return colour === null || colour === 'white' ? null : word(colour);
    },
  },
  {
    label:
      /^(?:生年|出生|出生年|出生年份|出生日期|生于|born|birth|birth ?year|year of birth|birth ?date|date of birth)$/iu,
    ...{ kind: 'born', topic: 'born' },
    value(text) {
      const figure = yearIn(text);
      return figure === null ? null : { kind: 'figure', figure };
    },
  },
  {
    label: /^(?:惯用手|利手|dominant hand|handedness)$/iu,
    ...{ kind: 'side', topic: 'handed' },
    value(text) {
      const hand = only(text.toLowerCase().match(/左|右|\b(?:left|right)\b/gu) ?? []);
      return hand === null ? null : word(hand === '左' || hand === 'left' ? 'left' : 'right');
    },
  },
];

/** Null where nothing is sure. */
export const readField = ({ label, text }: FieldFact, entityId: string): Read | null => {
  const field = fields.find((one) => one.label.test(label.trim()));
  if (!field || text.length > longestValue || unsure.test(text)) return null;
  const value = field.value(text);
  return value && { kind: field.kind, topic: `${field.topic} ${entityId}`, value, entityId };
};

const roleWords = (roles: object): string =>
  Object.keys(roles)
    .toSorted((one, other) => other.length - one.length)
    .join('|');
/** 师父 alone may be said from either side: only what says “is” is read. */
const chinesePredicate = new RegExp(
  `^(?:就|便|乃)?是(?:其|他的|她的)?(?:亲|亲生)?(${roleWords(chineseRoles)})$`,
  'u',
);
const englishPredicate = new RegExp(
  `^(?:is |was )?(?:the |an? )?(?:(elder|older|eldest|oldest|big|younger|youngest|little|only) )?(${roleWords(englishRoles)}) (?:of|to)$`,
  'iu',
);

const kinOf = ({ subjectId, predicate, objectId }: RelationFact): ReadClaim[] => {
  const said = predicate.trim();
  const [, han] = chinesePredicate.exec(said) ?? [];
  const [, adjective = '', latin] = englishPredicate.exec(said) ?? [];
  const [kind, gender] = chineseRoles[han ?? ''] ?? englishRoles[latin?.toLowerCase() ?? ''] ?? [];
  if (!kind || !gender) return [];
  return kinClaim(subjectId, objectId, withAge(kind, adjective.toLowerCase()), gender);
};

/** Empty where nothing is sure. */
export const readRelation = (relation: RelationFact): Read[] =>
  kinOf(relation).flatMap((claim): Read[] =>
    claim ? [{ ...claim, kind: claim.topic.startsWith('only ') ? 'count' : 'kin' }] : [],
  );
