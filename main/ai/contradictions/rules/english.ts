/** What is read as a fact in English. Each pattern stands around names, which are marks (`mask-names.ts`). */
import type { ClaimValue, Found, Pattern, ReadClaim } from './claim.ts';
import { latinNumber, readFigure } from './figures.ts';
import { nameMark, ownMark } from './mask-names.ts';
import { englishEyes, englishHair } from './colours.ts';
import { distanceClaim, kinClaim, noSiblingsClaim } from './paired-claims.ts';
import { englishRoles, withAge } from './roles.ts';

const x = `(?<x>${nameMark})`;
/** Somebody’s: a name in the genitive, or a possessive that stands for one. */
const own = `(?:(?<x>${nameMark})['’]s?|(?<z>${ownMark}))`;
const owned = `(?<y>${nameMark})['’]s?`;
const clause = '(?<=^|[.;,:\\n]\\s*)';
const expression = (source: string): RegExp => new RegExp(source, 'dgu');
const word = (value: string): ClaimValue => ({ kind: 'word', word: value });
const few = (max: number): string => `(?:(?!not\\b|never\\b|no\\b)[\\w’'-]+,? ){0,${max}}?`;

/** Words behind which the colour is another's, or is only seen: her cat had green eyes, she had admired his. */
const elsewhere =
  'not|never|no|had|has|have|was|were|is|are|with|for|of|to|on|in|at|from|by|upon|the|his|their|your|my|always|ever|only|once|just|seen|met|known|found|caught|painted|drawn|chosen|thought|given|taken|forgotten|\\w+ed|\\w+ing';
const adjective = `(?!(?:${elsewhere})\\b)[\\w-]+`;
const wordsOf = (max: number): string => `(?:${adjective},? ){0,${max}}?`;
/** Behind a genitive two words are adjectives where a comma parts them; else the first may be whose eyes they are. */
const adjectives = `(?:(?:${adjective}, )?${adjective},? )?`;

const aboutX = (found: Found, owner: string | null): string | null =>
  found.entityOf('x') ?? found.entityOf('z') ?? owner;

const coloured =
  (topic: 'eyes' | 'hair', colours: Readonly<Record<string, string>>) =>
  (found: Found, owner: string | null): ReadClaim => {
    const entityId = aboutX(found, owner);
    const bucket = colours[(found.groups.v ?? '').toLowerCase()];
    return entityId !== null && bucket
      ? { topic: `${topic} ${entityId}`, value: word(bucket), entityId }
      : null;
  };
const colourOf = (colours: Readonly<Record<string, string>>): string => {
  const names = Object.keys(colours).toSorted((one, other) => other.length - one.length);
  const cased = names.map((name) => `[${name[0]?.toUpperCase()}${name[0]}]${name.slice(1)}`);
  return `(?<![-\\w])(?<v>${cased.join('|')})(?![-\\w]| and \\w+ (?:eyes|hair))`;
};
const looksOf = (kind: 'eyes' | 'hair', colours: Readonly<Record<string, string>>): Pattern[] => {
  const read = coloured(kind, colours);
  const colour = colourOf(colours);
  const hyphened = colour.replace(
    '(?![-\\w]|',
    `(?=-${kind === 'eyes' ? 'eyed' : 'haired'}\\b)(?!`,
  );
  const verb = kind === 'eyes' ? '(?:were|are)' : '(?:was|is)';
  return [
    { kind, expression: expression(`${own} ${adjectives}${colour} ${kind}\\b`), read },
    { kind, expression: expression(`${own} ${kind} ${verb} ${wordsOf(2)}${colour}`), read },
    { kind, expression: expression(`${x} (?:had|has) ${wordsOf(3)}${colour} ${kind}\\b`), read },
    { kind, expression: expression(`${x}, an? ${few(3)}with ${few(2)}${colour} ${kind}\\b`), read },
    { kind, expression: expression(`${x} (?:was|is) an? ${wordsOf(2)}${hyphened}`), read },
    {
      kind,
      isOwn: true,
      expression: expression(`${clause}(?:[Aa]n? )?${few(2)}${hyphened}`),
      read,
    },
    { kind, isOwn: true, expression: expression(`${clause}${few(2)}${colour} ${kind}\\b`), read },
  ];
};

const readBirth = (found: Found, owner: string | null): ReadClaim => {
  const entityId = aboutX(found, owner);
  if (entityId === null) return null;
  const figure = Number(found.groups.v);
  return { topic: `born ${entityId}`, value: { kind: 'figure', figure }, entityId };
};
const born =
  '[Bb]orn (?:on [^.,;!?]{1,20}?,? )?(?:in |at )?(?:the [a-z ]{1,14}of )?(?<v>1\\d{3}|20\\d\\d)\\b';
const births: readonly Pattern[] = [
  {
    kind: 'born',
    expression: expression(`${x},? (?:who )?(?:was |had been |is )?${born}`),
    read: readBirth,
  },
  {
    kind: 'born',
    isOwn: true,
    expression: expression(`${clause}(?:Was )?${born}`),
    read: readBirth,
  },
];

const role = `(?:(?<a>elder|older|eldest|oldest|big|younger|youngest|little|kid|baby|only|own) )?(?<r>${Object.keys(
  englishRoles,
)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})(?![-\\w])(?!['’]s)`;
const readKin = (found: Found, owner: string | null): ReadClaim[] => {
  const [kind, gender] = englishRoles[found.groups.r ?? ''] ?? [];
  if (!kind || !gender) return [];
  const aged = withAge(kind, found.groups.a ?? '');
  return kinClaim(found.entityOf('x') ?? owner, found.entityOf('y'), aged, gender);
};
const y = `(?<y>${nameMark})`;
const kin: readonly Pattern[] = [
  { kind: 'kin', expression: expression(`${x} (?:was|is) ${owned} ${role}`), read: readKin },
  {
    kind: 'kin',
    expression: expression(`${x} (?:was|is) (?:the |an? )${role} of ${y}`),
    read: readKin,
  },
  { kind: 'kin', expression: expression(`${owned} ${role} ${x}(?!['’])`), read: readKin },
  { kind: 'kin', expression: expression(`${owned} ${role}, ${x},(?! and| or)`), read: readKin },
  { kind: 'kin', expression: expression(`${x}, ${owned} ${role},`), read: readKin },
  {
    kind: 'kin',
    isOwn: true,
    expression: expression(`${clause}${owned} ${role}(?=[.,;]|$)`),
    read: readKin,
  },
];

const side = '(?<s>left|right)';
const theirs = `(?:his|her|the|${ownMark})`;
const sided =
  (feature: string) =>
  (found: Found, owner: string | null): ReadClaim => {
    const entityId = aboutX(found, owner);
    const { s, p = '', m = '' } = found.groups;
    if (entityId === null || s === undefined) return null;
    return { topic: `${feature} ${p} ${m} ${entityId}`, value: word(s), entityId };
  };
const is = '(?:was|is|had been|has been|went|being)';
const failing = `(?:quite |stone |half )?(?<m>lame|blind|deaf) (?:in|of) ${theirs} ${side} (?<p>leg|foot|eye|ear)\\b`;
const mark = '(?<m>scar|birthmark|mole|tattoo)';
const place = '(?<p>cheek|shoulder|hand|arm|leg|temple|wrist|thigh|knee)\\b';
const readHanded = (found: Found, owner: string | null): ReadClaim => {
  const entityId = aboutX(found, owner);
  const hand = (found.groups.s ?? '').toLowerCase();
  return entityId === null ? null : { topic: `handed ${entityId}`, value: word(hand), entityId };
};
const bothWays = (named: string, alone: string, read: Pattern['read']): Pattern[] => [
  { kind: 'side', expression: expression(`${x}${named}`), read, isLasting: read === readHanded },
  {
    kind: 'side',
    isOwn: true,
    expression: expression(`${clause}${alone}`),
    read,
    isLasting: read === readHanded,
  },
];
const sides: readonly Pattern[] = [
  ...bothWays(
    `,? ${is} ${failing}`,
    failing.replace('(?<m>lame|blind|deaf)', '(?<m>[Ll]ame|[Bb]lind|[Dd]eaf)'),
    (found, owner) => {
      const m = found.groups.m?.toLowerCase();
      return sided('failing')({ ...found, groups: { ...found.groups, m } }, owner);
    },
  ),
  ...bothWays(
    ` (?:limps|limped) (?:on|with) ${theirs} ${side} (?<p>leg)`,
    `[Ll]imps (?:on|with) ${theirs} ${side} (?<p>leg)`,
    sided('limp'),
  ),
  ...bothWays(
    ` (?:had |has )?lost ${theirs} ${side} (?<p>arm|hand|leg|foot|eye|ear)\\b`,
    `[Ll]ost ${theirs} ${side} (?<p>arm|hand|leg|foot|eye|ear)\\b`,
    sided('lost'),
  ),
  ...bothWays(
    ` ${is} missing (?:a|one|two) fingers? (?:on|from|of) ${theirs} ${side} hand`,
    `[Mm]issing (?:a|one|two) fingers? (?:on|from|of) ${theirs} ${side} hand`,
    sided('finger'),
  ),
  ...bothWays(
    ` (?:had|has|bore|wore) an? ${few(3)}${mark} (?:on|across|over|along|down) ${theirs} ${side} ${place}`,
    `(?:[Hh]as )?(?:[Aa] )?${few(2)}${mark} (?:on|across|over|along|down) ${theirs} ${side} ${place}`,
    sided('mark'),
  ),
  {
    kind: 'side',
    expression: expression(`${x} [a-z]+ed the ${mark} on ${theirs} ${side} ${place}`),
    read: sided('mark'),
  },
  {
    kind: 'side',
    expression: expression(`[Tt]he ${mark} (?:on|across|over) ${own} ${side} ${place}`),
    read: sided('mark'),
  },
  ...bothWays(
    `,? (?:was|is|being) (?<s>left|right)-handed`,
    `(?:[Ii]s )?(?<s>[Ll]eft|[Rr]ight)-handed`,
    readHanded,
  ),
];

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const weekday = `(?<w>${days.join('|')})`;
const month = `(?<m>${months.join('|')})`;
const dayOfMonth = '(?<d>\\d{1,2})(?:st|nd|rd|th)?';
const date = `(?:${dayOfMonth} ${month},? |${month.replace('<m>', '<n>')} ${dayOfMonth.replace('<d>', '<e>')},? )(?<y>\\d{4})\\b`;
const readDate: Pattern['read'] = ({ groups }) => {
  const { d, e, m, n, y: inYear = '', w = '' } = groups;
  const topic = `weekday ${inYear}-${months.indexOf(m ?? n ?? '') + 1}-${Number(d ?? e)}`;
  return { topic, value: { kind: 'figure', figure: days.indexOf(w) }, entityId: null };
};
const dates: readonly Pattern[] = [
  { kind: 'weekday', expression: expression(`${weekday},? (?:the )?${date}`), read: readDate },
  {
    kind: 'weekday',
    expression: expression(`${date},? (?:was|is|fell on) an? ${weekday}`),
    read: readDate,
  },
];

/** In kilometres. */
const units: Readonly<Record<string, number>> = {
  mile: 1.609,
  league: 4.8,
  kilometre: 1,
  kilometer: 1,
};
const readDistance = (found: Found, owner: string | null): ReadClaim => {
  const figure = readFigure(found.groups.n ?? '');
  const unit = units[(found.groups.u ?? '').replace(/s$/u, '')];
  const far = figure === null || unit === undefined ? null : figure * unit;
  return distanceClaim(found.entityOf('x') ?? owner, found.entityOf('y'), far);
};
const far = `(?:about |some |only |over |more than |less than |nearly |almost |barely |at least |just |not )*(?<n>${latinNumber}) (?<u>miles?|leagues?|kilomet(?:re|er)s?)`;
const distances: readonly Pattern[] = [
  {
    kind: 'distance',
    expression: expression(`${x} (?:was|is|lay|lies|stood|stands) ${far} from ${y}`),
    read: readDistance,
  },
  { kind: 'distance', expression: expression(`${far} from ${x} to ${y}`), read: readDistance },
  {
    kind: 'distance',
    expression: expression(`from ${x} to ${y} (?:was|is) ${far}`),
    read: readDistance,
  },
  {
    kind: 'distance',
    isOwn: true,
    expression: expression(`(?:[A-Za-z]+ )?${far} from ${y}`),
    read: readDistance,
  },
];

const readCount = (found: Found, owner: string | null): ReadClaim[] => {
  const entityId = aboutX(found, owner);
  const { n = '', w = '', a } = found.groups;
  const figure = readFigure(n);
  if (entityId === null || figure === null || figure === 0) return [];
  const claims: ReadClaim[] = [];
  const value: ClaimValue = { kind: 'figure', figure, isMinimum: a !== undefined };
  if (figure > 1) claims.push({ topic: `count ${w} ${entityId}`, value, entityId });
  if (/brother|sister/u.test(w)) {
    const some: ClaimValue = { kind: 'figure', figure, isMinimum: true };
    claims.push({ topic: `only ${entityId}`, value: some, entityId });
  }
  return claims;
};
const readNone = (found: Found, owner: string | null): ReadClaim =>
  noSiblingsClaim(aboutX(found, owner));
const several = `(?<n>${latinNumber}) (?<a>(?:elder|older|younger|little|small|half|step|grown|surviving|other) ?)?(?<w>brothers|sisters|sons|daughters|children)\\b`;
const none = '(?:an only child|no brothers or sisters|no siblings)';
const counts: readonly Pattern[] = [
  { kind: 'count', expression: expression(`${x} (?:had|has) ${several}`), read: readCount },
  {
    kind: 'count',
    isOwn: true,
    expression: expression(`${clause}(?:(?:He|She|${nameMark}) )?(?:[Hh]ad|[Hh]as) ${several}`),
    read: readCount,
  },
  { kind: 'count', expression: expression(`${x} (?:was|is|had|has) ${none}`), read: readNone },
  {
    kind: 'count',
    isOwn: true,
    expression: expression(`${clause}(?:[Ii]s )?${none.replace('an only', '(?:[Aa]n o|O)nly')}`),
    read: readNone,
  },
];

export const englishPatterns: readonly Pattern[] = [
  ...looksOf('eyes', englishEyes),
  ...looksOf('hair', englishHair),
  ...births,
  ...kin,
  ...sides,
  ...dates,
  ...distances,
  ...counts,
];

/** From the name to the end of the words that say that somebody died. */
export const englishDeath = expression(
  `(?<![’']s )${x} (?:(?:had )?died(?! (?:of (?:laugh|shame|boredom|envy|curiosity|embarrass|mortif|happiness|delight|joy)|laughing|a (?:little|thousand)|in the \\w+ act|on (?:stage|screen)|to\\b|inside|down|away|out))|(?:was|had been) (?:killed(?! by (?:the )?(?:suspense|curiosity|kindness))|murdered|drowned(?! (?:out|in (?!the\\b)))|hanged|shot dead|executed)|was dead(?=[.,;!]|$| (?:before|by|when|and|at|in (?!the water)|of|from|for|these|a|long|now|already|within|but|then)\\b)|(?:had )?breathed (?:his|her) last|(?:had )?drowned(?=[.,;!]|$| (?:in the|off|at|when|that|while|on|before|last|there|with)\\b))`,
);
export const englishUnsure =
  /\b(?:if|would|might|could|may|must|should|will|thought|think|believed?|feared?|hoped?|said|says|told|tells|heard|dream\w*|imagin\w*|as if|as though|wish\w*|until|before|that(?! (?:winter|summer|spring|autumn|fall|year|night|day|morning|evening|afternoon|week|month)\b)|rumou?rs?|reports?|reported|legend|story|stories|nearly|almost|not|never|unless|suppos\w*|remember\w*|pretend\w*|seem\w*|perhaps|maybe|claim\w*|swear|swore|wonder\w*|half)\b|\?/iu;
export const englishVeto = {
  eyes: /\b(?:lenses|contacts?|as if|as though|seemed|looked|painted)\b/iu,
  hair: /\b(?:wig|dyed?|bleach\w*|powdered?|disguise\w*|as if|as though|seemed|looked)\b/iu,
  side: /\b(?:too|also|both|another|other|now|again|as well)\b/iu,
} as const;
