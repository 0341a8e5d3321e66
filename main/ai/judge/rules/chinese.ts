/** The grammar of Chinese constraints. */
import { readHanNumber, readNumber } from './numbers.ts';
import { type NarratorWords, readNarrator } from './narrator.ts';
import { quotedObject, readObjects, stripQuotes } from './objects.ts';
import { type Demand, nothingUnderstood, type Person, type Statement, type Where } from './rule.ts';

/** These make a demand depend on what no exact rule sees. */
const conditional = /如果|若是|假如|除非|当.{1,12}时|只有|以外的时候|的时候才/;
const soft =
  /少用|慎用|尽量|尽可能|过多|过度|过分|滥用|频繁|大量|太多|不宜|适当|克制|连续使用|一味|轻易/;

const neutral =
  '(?:(?:全书|全文|通篇|全篇|整本书|正文|文中|书中|本书|本文|小说|行文|文字|语言|标点|写作|写的时候|请|务必|一律|绝对|永远|始终|任何时候|任何地方|都|也|绝|里|中|时|上)[，,：:]?)*';
const scopes: readonly [RegExp, Where][] = [
  [
    /^(?:除了?)?(?:人物)?(?:对白|对话|台词|引号)(?:之|以)?外(?:的叙述|的文字|的地方)?[，,]?/,
    'narration',
  ],
  [/^在?(?:人物)?(?:的)?(?:对白|对话|台词|引号)(?:里头?|中|之?内)?[，,]?/, 'dialogue'],
  [/^在?(?:叙述|旁白|叙事|描写)(?:里|中|部分|文字|语言)*[，,]?/, 'narration'],
];
const forbids =
  '(?:(?:避免|严禁|禁止|杜绝|禁|切忌|忌)(?:使用|出现|用|写)?|(?:不要|不得|不许|不能|不可以?|不准|不允许|不应当?|不该|请勿|切勿|勿|别|不)再?(?:使用|出现|用|写出?|说))';
const objectTail =
  '(?:(?:这|那)?(?:些|[两二三四五六几]个?|个)?(?:词语?|字眼?|说法|句式|标点(?:符号)?|符号|话|字样|短语|表达))?';
const looseTail =
  '(一类的?(?:话|词|说法|句子)?|之类的?(?:话|词|说法|句子)?|这类(?:话|词|说法|句子)?|等(?:词|字|词语|标点|符号)?)?';

const forbid = new RegExp(
  `^${neutral}${forbids}(任何|一切|所有|诸如|像|类似)?(.+?)${objectTail}${looseTail}([提][前].{0,6}|地?泄底)?$`,
);
const doubled = new RegExp(
  `^${neutral}(?:避免|禁止|严禁|不要|不得|不许|不能|不可|别|勿|不)(?:连用|叠用|连着用|连续使用|重叠使用)(?:感叹号|叹号)$`,
);
const atMostWords = '(?:最多|至多|顶多|不(?:得|能|许|可|要|应)?(?:超过|多于)|只(?:许|能|准|可以?))';
const unit = '(?:每一?|一|单|全)(章|段)(?:里|内|中|之内)?';
const times = '(?:个|次|处|回|遍)';
const limitBefore = new RegExp(
  `^${neutral}${unit}${atMostWords}(?:使用|出现|用|有|写)?(${readHanNumber})${times}?(.+)$`,
);
const limitAfter = new RegExp(
  `^${neutral}(.+?)(?:在)?${unit}${atMostWords}(?:使用|出现|用|有|写)?(${readHanNumber})${times}$`,
);

const chapterBefore = `(?:在)?第(${readHanNumber})章(?:之|以)?前[，,]?`;
const must = '(?:都|一律|绝对?|决)?(?:不许|不要|不得|不能|不可|不准|不应|禁止|别|勿|不)再?';
const wordVerb = '(?:出现|提到|提及|提起|写到|写出|说出|点名|点出|使用|用)';
const revealVerb = '(?:说破|揭示|揭露|透露|泄露|暴露|交代|点破|道破)';
const appears = '(?:出场|登场|露面|出现|现身)';
const beforeWord = new RegExp(`^${chapterBefore}${must}(${wordVerb}|${revealVerb})(.+?)$`);
const beforeLet = new RegExp(`^${chapterBefore}${must}让(.+?)${appears}$`);
const nameBefore = new RegExp(
  `^(.+?)[，,]?${chapterBefore}${must}(?:被)?(?:${wordVerb}|${appears})$`,
);
const nameFrom = new RegExp(
  `^(.+?)(?:直|要|得|须)?(?:到|等到|至)?第(${readHanNumber})章(?:才|方|首次|第一次)(?:能|可以?|许|会|首次|第一次)?(?:被)?(?:${appears}|${wordVerb})$`,
);
const diesIn = new RegExp(
  `^([^，,的是]{2,8}?)(?:在|于)?第(${readHanNumber})章[^，,。不没]{0,12}?(?:死去|死了|死亡|去世|病死|病逝|病故|战死|牺牲|身亡|遇害|丧命|被杀|淹死|溺亡|死)了?(?:[，,].*(?:此后|之后|以后|从此|不许|不得|不再).*)?$`,
);
const isDead = /^([^，,的是]{2,8}?)(?:已死|已经死了|已故|已经去世|已经不在人世|已不在人世)$/;

/** A bare noun that can be looked for as it stands. */
const bareName = /^[\p{L}\p{N}·]{1,8}$/u;
const vague = /[的谁何是]|什么|怎|哪|为/;
const nameTail = /(?:这个|的)?(?:名字|字眼|二字|两个字|三个字|这个人|这个词)$/;

const nameOf = (written: string): string | null => {
  const trimmed = written.replace(nameTail, '').trim();
  if (new RegExp(`^${quotedObject}$`).test(trimmed)) return stripQuotes(trimmed);
  return bareName.test(trimmed) && !vague.test(trimmed) ? trimmed : null;
};

const namesOf = (written: string): string[] | null => {
  const names = written
    .split(/[、，,]|(?<=[”」』’"])(?:和|与|及|或)(?=[“「『‘"])/)
    .map((part) => nameOf(part));
  return names.every((name) => name !== null) ? names : null;
};

const notBefore = (written: string, chapter: string, entityOnly: boolean): Statement | null => {
  const names = namesOf(written);
  const number = readNumber(chapter);
  if (!names || number === null) return null;
  return {
    demands: names.map((name) => ({ check: 'notBefore', name, chapter: number, entityOnly })),
    complete: !entityOnly,
  };
};

const readBefore = (statement: string): Statement | null => {
  const word = beforeWord.exec(statement);
  if (word) {
    const [, chapter = '', verb = '', written = ''] = word;
    return notBefore(written, chapter, new RegExp(`^${revealVerb}$`).test(verb));
  }
  const letAppear = beforeLet.exec(statement);
  if (letAppear) return notBefore(letAppear[2] ?? '', letAppear[1] ?? '', false);
  const named = nameBefore.exec(statement) ?? nameFrom.exec(statement);
  return named ? notBefore(named[1] ?? '', named[2] ?? '', false) : null;
};

const readDead = (statement: string): Statement | null => {
  const dies = diesIn.exec(statement);
  const chapter = dies ? readNumber(dies[2] ?? '') : null;
  if (dies && chapter !== null) {
    return {
      demands: [{ check: 'dead', name: dies[1] ?? '', afterChapter: chapter }],
      complete: !/[，,]/.test(statement),
    };
  }
  const dead = isDead.exec(statement);
  if (!dead) return null;
  return { demands: [{ check: 'dead', name: dead[1] ?? '', afterChapter: null }], complete: true };
};

const readLimit = (clause: string, where: Where): Demand[] | null => {
  const before = limitBefore.exec(clause);
  const after = before ? null : limitAfter.exec(clause);
  const [per, count, written] = before
    ? [before[1], before[2], before[3]]
    : [after?.[2], after?.[3], after?.[1]];
  const maximum = readNumber(count ?? '');
  const patterns = readObjects(written ?? '');
  if (per === undefined || maximum === null || !patterns) return null;
  return patterns.map((pattern) => ({
    check: 'limit',
    pattern,
    where,
    maximum,
    per: per === '章' ? 'chapter' : 'paragraph',
  }));
};

const readClause = (clause: string): Statement | null => {
  let where: Where = 'anywhere';
  let rest = clause.trim();
  for (const [test, scope] of scopes) {
    const found = test.exec(rest)?.[0];
    if (found === undefined) continue;
    where = scope;
    rest = rest.slice(found.length);
    break;
  }
  const limits = readLimit(rest, where);
  if (limits) return { demands: limits, complete: true };
  if (doubled.test(rest)) {
    const pattern = { kind: 'mark', mark: 'doubledExclamation', label: '感叹号连用' } as const;
    return { demands: [{ check: 'forbid', pattern, where }], complete: true };
  }
  const forbidden = forbid.exec(rest);
  const patterns = forbidden ? readObjects(forbidden[2] ?? '') : null;
  if (!forbidden || !patterns) return null;
  return {
    demands: patterns.map((pattern) => ({ check: 'forbid', pattern, where })),
    complete: !forbidden[1] && !forbidden[3] && !forbidden[4],
  };
};

const personNames: Readonly<Record<string, Person>> = {
  一: 'first',
  我: 'first',
  二: 'second',
  你: 'second',
};

const narratorWords: NarratorWords = {
  person:
    /第([一二三])人称|(?:用|以)[“「『"‘]([我你他她])[”」』"’](?=来|讲|说|叙|的口吻|的视角|$)/g,
  personOf: (named) => personNames[named] ?? 'third',
  against:
    /(?:不要?|不得|不许|不能|不可|避免|禁止|禁|勿|别|而非|而不是)(?:使用|采用|用)?[^，,]{0,4}$/,
  otherMinds:
    /(?:不|不要|不得|不许|不能|不可|别|禁止|避免)(?:去)?(?:进|进入|写|写出|钻进|潜入|描写|走进|揣测)(?:任何)?(?:别人|他人|旁人|其他人物?|其他角色|别的人物|其它人物)的?(?:心里|内心|心中|脑子|脑海|心理|心思|想法|念头)/,
  partsOfBook: /章|除|序|番外|书信|日记|交替|插叙|部分|穿插|回忆/,
  separators: /[，,]/,
  maxLength: 16,
};

const clausesOf = (statement: string): string[] =>
  statement.match(/(?:“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"|[^，,])+/g) ?? [];

/** One statement of a Chinese constraint, without its full stop. The grammar is in docs/judge-grammar.md. */
export const readChinese = (statement: string): Statement => {
  if (conditional.test(statement) || soft.test(statement)) return nothingUnderstood;
  const narrator = readNarrator(statement, narratorWords);
  if (narrator.demands.length > 0) return narrator;
  const whole = readBefore(statement) ?? readDead(statement) ?? readClause(statement);
  if (whole) return whole;
  const demands: Demand[] = [];
  let complete = true;
  for (const clause of clausesOf(statement)) {
    const read = readBefore(clause) ?? readClause(clause);
    // What is not understood may say of whom or when the following holds.
    if (!read) return { demands, complete: false };
    demands.push(...read.demands);
    complete &&= read.complete;
  }
  return { demands, complete };
};
