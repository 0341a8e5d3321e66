/** What Chinese constraints say, a row a way of saying it. The rows' examples are their tests. */
import type { LanguageGrammar, Row } from './grammar.ts';
import { readHanNumber } from './numbers.ts';
import { quotedObject, stripQuotes } from './objects.ts';
import type { Person, Where } from './rule.ts';

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
  '(?<looseTail>一类的?(?:话|词|说法|句子)?|之类的?(?:话|词|说法|句子)?|这类(?:话|词|说法|句子)?|等(?:词|字|词语|标点|符号)?)?';
const atMost = '(?:最多|至多|顶多|不(?:得|能|许|可|要|应)?(?:超过|多于)|只(?:许|能|准|可以?))';
const uses = '(?:使用|出现|用|有|写)?';
const unit = '(?:每一?|一|单|全)(?<unit>章|段)(?:里|内|中|之内)?';
const times = '(?:个|次|处|回|遍)';
const number = (group: string): string => `(?<${group}>${readHanNumber})`;

const chapterBefore = `(?:在)?第${number('chapter')}章(?:之|以)?前[，,]?`;
const must = '(?:都|一律|绝对?|决)?(?:不许|不要|不得|不能|不可|不准|不应|禁止|别|勿|不)再?';
const wordVerb = '(?:出现|提到|提及|提起|写到|写出|说出|点名|点出|使用|用)';
const revealVerb = '(?:说破|揭示|揭露|透露|泄露|暴露|交代|点破|道破)';
const appears = '(?:出场|登场|露面|出现|现身)';

const facts: readonly Row[] = [
  {
    demand: 'notBefore',
    pattern: new RegExp(
      `^${chapterBefore}${must}(?:${wordVerb}|(?<reveals>${revealVerb}))(?<name>.+?)$`,
    ),
    examples: {
      '第十二章之前不许提到“血书”。': ['notBefore 血书 12'],
      '第九章前不许说破裴照。': ['notBefore 裴照 9 entity'],
    },
  },
  {
    demand: 'notBefore',
    pattern: new RegExp(`^${chapterBefore}${must}让(?<name>.+?)${appears}$`),
    examples: { '第九章以前不许让裴照出场。': ['notBefore 裴照 9'] },
  },
  {
    demand: 'notBefore',
    pattern: new RegExp(
      `^(?<name>.+?)[，,]?${chapterBefore}${must}(?:被)?(?:${wordVerb}|${appears})$`,
    ),
    examples: { '裴照在第九章前不得出现。': ['notBefore 裴照 9'] },
  },
  {
    demand: 'notBefore',
    pattern: new RegExp(
      `^(?<name>.+?)(?:直|要|得|须)?(?:到|等到|至)?第${number('chapter')}章(?:才|方|首次|第一次)(?:能|可以?|许|会|首次|第一次)?(?:被)?(?:${appears}|${wordVerb})$`,
    ),
    examples: { '裴照到第九章才登场。': ['notBefore 裴照 9'] },
  },
  {
    demand: 'dead',
    pattern: new RegExp(
      `^(?<name>[^，,的是]{2,8}?)(?:在|于)?第${number('chapter')}章[^，,。不没]{0,12}?(?:死去|死了|死亡|去世|病死|病逝|病故|战死|牺牲|身亡|遇害|丧命|被杀|淹死|溺亡|死)了?(?:[，,].*(?:此后|之后|以后|从此|不许|不得|不再).*)?$`,
    ),
    examples: {
      '郑九在第七章死去。': ['dead 郑九 7'],
      '郑九于第7章遇害，此后不再露面。': ['dead 郑九 7'],
    },
  },
  {
    demand: 'dead',
    pattern: /^(?<name>[^，,的是]{2,8}?)(?:已死|已经死了|已故|已经去世|已经不在人世|已不在人世)$/,
    examples: { '何婆已死。': ['dead 何婆 null'] },
  },
];

const wording: readonly Row[] = [
  {
    demand: 'limit',
    pattern: new RegExp(
      `^${neutral}${unit}${atMost}${uses}${number('count')}${times}?(?<objects>.+)$`,
    ),
    examples: { '每章最多三个破折号。': ['limit 破折号 3 per chapter'] },
  },
  {
    demand: 'limit',
    pattern: new RegExp(
      `^${neutral}(?<objects>.+?)(?:在)?${unit}${atMost}${uses}${number('count')}${times}$`,
    ),
    examples: { '“忽然”每段不超过1次。': ['limit 忽然 1 per paragraph'] },
  },
  {
    demand: 'doubledExclamation',
    pattern: new RegExp(
      `^${neutral}(?:避免|禁止|严禁|不要|不得|不许|不能|不可|别|勿|不)(?:连用|叠用|连着用|连续使用|重叠使用)(?:感叹号|叹号)$`,
    ),
    examples: { '不要连用感叹号。': ['forbid 感叹号连用 anywhere'] },
  },
  {
    demand: 'forbid',
    pattern: new RegExp(
      `^${neutral}${forbids}(?<looseHead>任何|一切|所有|诸如|像|类似)?(?<objects>.+?)${objectTail}${looseTail}(?<looseEnd>[提][前].{0,6}|地?泄底)?$`,
    ),
    examples: {
      '避免使用感叹号和省略号。': ['forbid 感叹号 anywhere', 'forbid 省略号 anywhere'],
      '不用“道”。': ['forbid 道 anywhere'],
      '除对白外不用感叹号。': ['forbid 感叹号 narration'],
      '对话中禁止出现“您”和“在下”。': ['forbid 您 dialogue', 'forbid 在下 dialogue'],
    },
  },
];

/** A bare noun that can be looked for as it stands. */
const bareName = /^[\p{L}\p{N}·]{1,8}$/u;
const vague = /[的谁何是]|什么|怎|哪|为/;
const nameTail = /(?:这个|的)?(?:名字|字眼|二字|两个字|三个字|这个人|这个词)$/;

const nameOf = (written: string): string | null => {
  const trimmed = written.replace(nameTail, '').trim();
  if (new RegExp(`^${quotedObject}$`).test(trimmed)) return stripQuotes(trimmed);
  return bareName.test(trimmed) && !vague.test(trimmed) ? trimmed : null;
};

const personNames: Readonly<Record<string, Person>> = {
  一: 'first',
  我: 'first',
  二: 'second',
  你: 'second',
};

export const chinese: LanguageGrammar = {
  isBeyond: (statement) => conditional.test(statement) || soft.test(statement),
  isConditional: () => false,
  facts,
  wording,
  takeScope(clause) {
    for (const [test, where] of scopes) {
      const scope = test.exec(clause)?.[0];
      if (scope !== undefined) return { where, rest: clause.slice(scope.length) };
    }
    return { where: 'anywhere', rest: clause };
  },
  whereOf: (_groups, where) => where,
  namesOf(written) {
    const names = written
      .split(/[、，,]|(?<=[”」』’"])(?:和|与|及|或)(?=[“「『‘"])/)
      .map((part) => nameOf(part));
    return names.every((name) => name !== null) ? names : null;
  },
  nameOfDead: (written) => (written === '' ? null : written),
  // What may not be given away is an entry, in quotation marks or not.
  isLiteral: () => false,
  clausesOf: (statement) =>
    statement.match(/(?:“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"|[^，,])+/g) ?? [],
  narrator: {
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
    examples: {
      '始终用第一人称，只写阿禾看见、听见、记得的事。': ['person first'],
      '不用第一人称。': ['person second or third'],
      严格第一人称: ['person first'],
      '全书都用“我”来讲。': ['person first'],
      '通篇第二人称。': ['person second'],
      '不用第二人称叙述。': ['person first or third'],
      '第三人称叙述，不写别人的心理。': ['person third', 'ownMind'],
    },
  },
  leftToModel: [
    '少用“忽然”。',
    '对白后少用“道”“说道”，用手上的动作交代是谁在说话。',
    '如果下雨，不要用“淅沥”。',
    '林远说话文绉绉，不用“咱”。',
    '一页最多一个比喻。',
    '第九章之前不许说破那一页是谁撕的。',
    '前三章用第三人称，其余用第一人称。',
    '章末不用感叹号。',
    '舅公的话里不用“然而”。',
  ],
};
