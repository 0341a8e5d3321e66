/** The grammar of English constraints. */
import { readEnglishNumber, readNumber } from './numbers.ts';
import { type NarratorWords, readNarrator } from './narrator.ts';
import { quotedObject, readObjects, stripQuotes } from './objects.ts';
import { nothingUnderstood, type Statement, type Where } from './rule.ts';

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
const placeAfter = `(?: (in|outside(?: of)?) (${speech}|${prose}))?(?: (?:anywhere|ever|at all|throughout|in (?:this|the) (?:book|text|novel|story)))?`;
const placeBefore = `(?:(in|outside(?: of)?) (${speech}|${prose}),? )?`;

const forbid = new RegExp(
  `^${prefix}${placeBefore}(?:(${book}|${prose}) )?${forbids} ${article}(.+?)${placeAfter}$`,
  'i',
);
const banned = new RegExp(
  `^(?:the (?:words?|phrases?) )?(.+?) (?:is|are) (?:banned|forbidden|not allowed|prohibited|not permitted|never used)${placeAfter}$`,
  'i',
);
const atMostWords =
  '(?:at most|at the most|no more than|not more than|never more than|a maximum of|up to)';
const per = '(?:per|a|to a|in each|in every|in a|each|every|in any)(?: single)?';
const limitBefore = new RegExp(
  `^${prefix}(?:use )?${atMostWords} (${readEnglishNumber}|an?) (.+?) ${per} (chapter|paragraph)$`,
  'i',
);
const limitAfter = new RegExp(
  `^${prefix}(?:use )?(?:the word )?(.+?) ${atMostWords} (once|twice|(?:${readEnglishNumber}) times) ${per} (chapter|paragraph)$`,
  'i',
);

const chapter = `chapter (${readEnglishNumber}|[A-Za-z]+)`;
const wordVerb = '(?:mention|use|show|introduce|refer to|speak of|bring in)';
const revealVerb = '(?:name|reveal|identify|disclose|give away|expose)';
const before = new RegExp(
  `^(?:(?:do not|don[’']t|never|must not) (?:(${wordVerb})|${revealVerb})(?: or (?:${wordVerb}|${revealVerb}))?|no (mention|reference)s? (?:of|to)) (.+?) (?:before|until) ${chapter}$`,
  'i',
);
const nameBefore = new RegExp(
  `^(.+?) (?:is|are|must|may|should|can|does|do)(?: not|n[’']t| never)? ?(?:not |never )?(?:to )?(?:be )?(?:named|mentioned|introduced|shown|seen|used|appear|enter) (?:before|until) ${chapter}$`,
  'i',
);
const nameFrom = new RegExp(
  `^(.+?) (?:(?:first|only) (?:appears?|enters?|is named|is mentioned|is introduced|is seen)|(?:appears|enters|is named|is mentioned|is introduced) (?:first|only))(?: only)? (?:in|from|after) ${chapter}(?: on(?:wards?)?)?$`,
  'i',
);
const diesIn = new RegExp(
  `^(.+?) (?:dies|died|is killed|was killed|is murdered|drowns|drowned|perishes) (?:in|during|at the end of|by the end of) ${chapter}(?:[,:].*)?$`,
  'i',
);
const keptDead = /^keep (.+?) dead(?:[,:].*)?$/i;
const isDead = /^(.+?) is (?:already )?dead$/i;

const vague = /\b(?:who|whom|whose|what|how|that|why|where|whether|which)\b/i;
const maxNameLength = 4;

const nameOf = (written: string): string | null => {
  const trimmed = written.trim().replace(/^(?:the (?:name|word|phrase) )(?=["“‘'])/i, '');
  if (new RegExp(`^${quotedObject}$`).test(trimmed)) return stripQuotes(trimmed);
  if (vague.test(trimmed) || !/^[\p{L}\p{M}\p{N}'’.\- ]+$/u.test(trimmed)) return null;
  return trimmed.split(/\s+/).length <= maxNameLength ? trimmed : null;
};

const notBefore = (written: string, number: string, entityOnly: boolean): Statement | null => {
  const name = nameOf(written);
  const chapterNumber = readNumber(number);
  if (name === null || chapterNumber === null) return null;
  return {
    demands: [{ check: 'notBefore', name, chapter: chapterNumber, entityOnly }],
    complete: !entityOnly,
  };
};

const readBefore = (statement: string): Statement | null => {
  const ordered = before.exec(statement);
  if (ordered) {
    const [, word, mention, written = '', number = ''] = ordered;
    const entityOnly = word === undefined && mention === undefined && !/^["“‘']/.test(written);
    return notBefore(written, number, entityOnly);
  }
  const named = nameBefore.exec(statement);
  // "may be named before chapter 3" forbids nothing.
  if (named && /\b(?:not|never|n[’']t)\b|n[’']t /.test(statement)) {
    return notBefore(named[1] ?? '', named[2] ?? '', false);
  }
  const from = nameFrom.exec(statement);
  return from ? notBefore(from[1] ?? '', from[2] ?? '', false) : null;
};

const readDead = (statement: string): Statement | null => {
  const dies = diesIn.exec(statement);
  const number = dies ? readNumber(dies[2] ?? '') : null;
  const name = nameOf((dies ?? keptDead.exec(statement) ?? isDead.exec(statement))?.[1] ?? '');
  if (name === null || name === '' || (dies && number === null)) return null;
  return {
    demands: [{ check: 'dead', name, afterChapter: number }],
    complete: !/[,:]/.test(statement),
  };
};

const whereOf = (side: string | undefined, place: string | undefined): Where => {
  if (side === undefined || place === undefined) return 'anywhere';
  const inSpeech = new RegExp(`^${speech}$`, 'i').test(place);
  return /^in$/i.test(side) === inSpeech ? 'dialogue' : 'narration';
};

const readLimit = (statement: string): Statement | null => {
  const first = limitBefore.exec(statement);
  const last = first ? null : limitAfter.exec(statement);
  const [written, count, unit] = first
    ? [first[2], first[1], first[3]]
    : [last?.[1], last?.[2], last?.[3]];
  if (written === undefined || count === undefined || unit === undefined) return null;
  const known = { once: 1, twice: 2, a: 1, an: 1 }[count.toLowerCase()];
  const maximum = known ?? readNumber(count.replace(/ times$/i, ''));
  const patterns = readObjects(written);
  if (maximum === null || !patterns) return null;
  return {
    demands: patterns.map((pattern) => ({
      check: 'limit',
      pattern,
      where: 'anywhere',
      maximum,
      per: unit.toLowerCase() === 'chapter' ? 'chapter' : 'paragraph',
    })),
    complete: true,
  };
};

const readForbid = (statement: string): Statement | null => {
  const ordered = forbid.exec(statement);
  const stated = ordered ? null : banned.exec(statement);
  const patterns = readObjects((ordered ? ordered[4] : stated?.[1]) ?? '');
  if (!patterns) return null;
  const where = ordered
    ? ordered[3] !== undefined && new RegExp(`^(?:the narrator|${prose})$`, 'i').test(ordered[3])
      ? 'narration'
      : whereOf(ordered[1] ?? ordered[5], ordered[2] ?? ordered[6])
    : whereOf(stated?.[2], stated?.[3]);
  return {
    demands: patterns.map((pattern) => ({ check: 'forbid', pattern, where })),
    complete: true,
  };
};

const narratorWords: NarratorWords = {
  person: /\b(first|second|third|1st|2nd|3rd)[- ]person\b/gi,
  personOf: (named) =>
    /^(?:first|1st)/i.test(named) ? 'first' : /^(?:second|2nd)/i.test(named) ? 'second' : 'third',
  against: /\b(?:no|not|never|avoid|don[’']t|without|instead of|rather than)\b(?: \w+){0,3}[ -]$/i,
  otherMinds:
    /\b(?:never|do not|don[’']t|does not|must not|cannot|without) (?:enter|go into|show|give|write)(?:s|ing)?(?: into)? (?:any(?:one)? (?:other|else)|another|other)(?: \w+)?(?:[’']s?)?(?: \w+)? (?:minds?|heads?|thoughts)\b|\bno head[- ]hopping\b|\b(?:do not|don[’']t|never|avoid) head[- ]hop(?:ping)?\b|\bstay out of (?:other|others[’'])[^.;]{0,20}(?:heads|minds)\b/i,
  partsOfBook:
    /\b(?:chapters?|except|unless|letters?|prologue|epilogue|interludes?|alternat\w*|sections?|flashbacks?)\b/i,
  separators: /[,:]/,
  maxLength: 50,
};

/** One statement of an English constraint, without its full stop. The grammar is in docs/judge-grammar.md. */
export const readEnglish = (statement: string): Statement => {
  if (soft.test(statement)) return nothingUnderstood;
  const narrator = readNarrator(statement, narratorWords);
  if (narrator.demands.length > 0) return narrator;
  if (conditional.test(statement.replace(new RegExp(quotedObject, 'g'), ''))) {
    return nothingUnderstood;
  }
  return (
    readBefore(statement) ??
    readDead(statement) ??
    readLimit(statement) ??
    readForbid(statement) ??
    nothingUnderstood
  );
};
