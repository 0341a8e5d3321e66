/** What English constraints say, a row a way of saying it. The rows' examples are their tests. */
import type { Groups, LanguageGrammar, Row } from './grammar.ts';
import { readEnglishNumber } from './numbers.ts';
import { quotedObject, stripQuotes } from './objects.ts';
import type { Where } from './rule.ts';

const conditional = /\b(?:if|unless|except|when|while|whenever|only where)\b/i;
const soft =
  /\b(?:sparingly|rarely|seldom|too (?:many|much)|over-?use|few|fewer|excessive(?:ly)?|generally|usually|mostly|where possible|try to)\b/i;

const speech = '(?:dialogue|speech|quotation marks|quotes|quoted speech)';
const prose = '(?:(?:the )?(?:narration|narrative|prose))';
const book = '(?:the )?(?:narrator|text|book|novel|story|manuscript|writing|chapter|author)';
const prefix = '(?:please |always )?';
const verb =
  '(?:use|uses|using|write|writes|writing|include|includes|contain|contains|say|says|employ|employs)';
const forbids = `(?:(?:never|do not|don[’']t|does not|doesn[’']t|must not|should not|may not|cannot|can[’']t)(?: ever)? ${verb}|(?:avoid|no|without|ban|omit|refrain from)(?: ${verb})?)`;
const article = '(?:any |all |the )?(?:(?:words?|phrases?|expressions?|adverbs?|verbs?|terms?) )?';
const place = (at: 'Before' | 'After'): string =>
  `(?<side${at}>in|outside(?: of)?) (?<place${at}>${speech}|${prose})`;
const placeAfter = `(?: ${place('After')})?(?: (?:anywhere|ever|at all|throughout|in (?:this|the) (?:book|text|novel|story)))?`;
const atMost =
  '(?:at most|at the most|no more than|not more than|never more than|a maximum of|up to)';
const per =
  '(?:per|a|to a|in each|in every|in a|each|every|in any)(?: single)? (?<unit>chapter|paragraph)';

const chapter = `chapter (?<chapter>${readEnglishNumber}|[A-Za-z]+)`;
const wordVerb = '(?:mention|use|show|introduce|refer to|speak of|bring in)';
const revealVerb = '(?:name|reveal|identify|disclose|give away|expose)';

const facts: readonly Row[] = [
  {
    demand: 'notBefore',
    pattern: new RegExp(
      `^(?:(?:do not|don[’']t|never|must not) (?:${wordVerb}|(?<reveals>${revealVerb}))(?: or (?:${wordVerb}|${revealVerb}))?|no (?:mention|reference)s? (?:of|to)) (?<name>.+?) (?:before|until) ${chapter}$`,
      'i',
    ),
    examples: {
      'Never mention the brass casket before chapter twenty-one.': [
        'notBefore the brass casket 21',
      ],
      'Do not reveal Ines before chapter 4.': ['notBefore Ines 4 entity'],
    },
  },
  {
    demand: 'notBefore',
    // "may be named before chapter 3" forbids nothing.
    pattern: new RegExp(
      `^(?=.*(?:\\b(?:not|never|n[’']t)\\b|n[’']t ))(?<name>.+?) (?:is|are|must|may|should|can|does|do)(?: not|n[’']t| never)? ?(?:not |never )?(?:to )?(?:be )?(?:named|mentioned|introduced|shown|seen|used|appear|enter) (?:before|until) ${chapter}$`,
      'i',
    ),
    examples: {
      'Edmund Strood is not named before chapter 10.': ['notBefore Edmund Strood 10'],
      'Edmund Strood may be named before chapter 3.': [],
    },
  },
  {
    demand: 'notBefore',
    pattern: new RegExp(
      `^(?<name>.+?) (?:(?:first|only) (?:appears?|enters?|is named|is mentioned|is introduced|is seen)|(?:appears|enters|is named|is mentioned|is introduced) (?:first|only))(?: only)? (?:in|from|after) ${chapter}(?: on(?:wards?)?)?$`,
      'i',
    ),
    examples: { 'Ines first appears in chapter 5.': ['notBefore Ines 5'] },
  },
  {
    demand: 'dead',
    pattern: new RegExp(
      `^(?<name>.+?) (?:dies|died|is killed|was killed|is murdered|drowns|drowned|perishes) (?:in|during|at the end of|by the end of) ${chapter}(?:[,:].*)?$`,
      'i',
    ),
    examples: { 'Mr. Pell dies in chapter seven.': ['dead Mr. Pell 7'] },
  },
  {
    demand: 'dead',
    pattern: /^keep (?<name>.+?) dead(?:[,:].*)?$/i,
    examples: { 'Keep Mr. Pell dead.': ['dead Mr. Pell null'] },
  },
  {
    demand: 'dead',
    pattern: /^(?<name>.+?) is (?:already )?dead$/i,
    examples: { 'Ines is already dead.': ['dead Ines null'] },
  },
];

const wording: readonly Row[] = [
  {
    demand: 'limit',
    pattern: new RegExp(
      `^${prefix}(?:use )?${atMost} (?<count>${readEnglishNumber}|an?) (?<objects>.+?) ${per}$`,
      'i',
    ),
    examples: {
      'At most two exclamation marks per chapter.': ['limit exclamation marks 2 per chapter'],
    },
  },
  {
    demand: 'limit',
    pattern: new RegExp(
      `^${prefix}(?:use )?(?:the word )?(?<objects>.+?) ${atMost} (?<count>once|twice|(?:${readEnglishNumber}) times) ${per}$`,
      'i',
    ),
    examples: { 'Use "suddenly" at most twice per chapter.': ['limit suddenly 2 per chapter'] },
  },
  {
    demand: 'forbid',
    pattern: new RegExp(
      `^${prefix}(?:${place('Before')},? )?(?:(?:(?<narration>the narrator|${prose})|${book}) )?${forbids} ${article}(?<objects>.+?)${placeAfter}$`,
      'i',
    ),
    examples: {
      'No exclamation marks or ellipses.': [
        'forbid exclamation marks anywhere',
        'forbid ellipses anywhere',
      ],
      'The narrator never uses the word "suddenly".': ['forbid suddenly narration'],
      'In dialogue, never use "okay".': ['forbid okay dialogue'],
      'Do not use “very”, “really” or “quite” in dialogue.': [
        'forbid very dialogue',
        'forbid really dialogue',
        'forbid quite dialogue',
      ],
    },
  },
  {
    demand: 'forbid',
    pattern: new RegExp(
      `^(?:the (?:words?|phrases?) )?(?<objects>.+?) (?:is|are) (?:banned|forbidden|not allowed|prohibited|not permitted|never used)${placeAfter}$`,
      'i',
    ),
    examples: {
      '"Suddenly" is banned.': ['forbid Suddenly anywhere'],
      'Exclamation marks are forbidden outside dialogue.': ['forbid Exclamation marks narration'],
    },
  },
];

const whereOf = (groups: Groups): Where => {
  const side = groups.sideBefore ?? groups.sideAfter;
  const named = groups.placeBefore ?? groups.placeAfter;
  if (groups.narration !== undefined) return 'narration';
  if (side === undefined || named === undefined) return 'anywhere';
  const inSpeech = new RegExp(`^${speech}$`, 'i').test(named);
  return /^in$/i.test(side) === inSpeech ? 'dialogue' : 'narration';
};

const vague = /\b(?:who|whom|whose|what|how|that|why|where|whether|which)\b/i;
const maxNameLength = 4;

const nameOf = (written: string): string | null => {
  const trimmed = written.trim().replace(/^(?:the (?:name|word|phrase) )(?=["“‘'])/i, '');
  if (new RegExp(`^${quotedObject}$`).test(trimmed)) return stripQuotes(trimmed);
  if (vague.test(trimmed) || !/^[\p{L}\p{M}\p{N}'’.\- ]+$/u.test(trimmed)) return null;
  return trimmed.split(/\s+/).length <= maxNameLength ? trimmed : null;
};

export const english: LanguageGrammar = {
  isBeyond: (statement) => soft.test(statement),
  isConditional: (statement) =>
    conditional.test(statement.replace(new RegExp(quotedObject, 'g'), '')),
  facts,
  wording,
  takeScope: (statement) => ({ where: 'anywhere', rest: statement }),
  whereOf,
  namesOf(written) {
    const name = nameOf(written);
    return name === null ? null : [name];
  },
  nameOfDead: (written) => nameOf(written) || null,
  isLiteral: (written) => /^["“‘']/.test(written),
  clausesOf: () => [],
  narrator: {
    person: /\b(first|second|third|1st|2nd|3rd)[- ]person\b/gi,
    personOf: (named) =>
      /^(?:first|1st)/i.test(named) ? 'first' : /^(?:second|2nd)/i.test(named) ? 'second' : 'third',
    against:
      /\b(?:no|not|never|avoid|don[’']t|without|instead of|rather than)\b(?: \w+){0,3}[ -]$/i,
    otherMinds:
      /\b(?:never|do not|don[’']t|does not|must not|cannot|without) (?:enter|go into|show|give|write)(?:s|ing)?(?: into)? (?:any(?:one)? (?:other|else)|another|other)(?: \w+)?(?:[’']s?)?(?: \w+)? (?:minds?|heads?|thoughts)\b|\bno head[- ]hopping\b|\b(?:do not|don[’']t|never|avoid) head[- ]hop(?:ping)?\b|\bstay out of (?:other|others[’'])[^.;]{0,20}(?:heads|minds)\b/i,
    partsOfBook:
      /\b(?:chapters?|except|unless|letters?|prologue|epilogue|interludes?|alternat\w*|sections?|flashbacks?)\b/i,
    separators: /[,:]/,
    maxLength: 50,
    examples: {
      'Never write in first person.': ['person second or third'],
      'Strictly first person': ['person first'],
      'Third person, not first person.': ['person third'],
      '2nd-person narration only.': ['person second'],
      'No head-hopping.': ['ownMind'],
    },
  },
  leftToModel: [
    'Use “suddenly” sparingly.',
    'Avoid too many exclamation marks.',
    'Never let Ines apologise.',
    'Use at most one simile to a page.',
    'Do not use the word "drip" when it rains.',
    'Alternate first person and third person.',
    'Tobias never says "please".',
    'Do not reveal who cut the page before chapter nine.',
  ],
};
