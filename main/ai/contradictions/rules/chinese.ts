/** What is read as a fact in Chinese. Each pattern stands around names, which are marks (`mask-names.ts`). */
import type { ClaimValue, Found, Pattern, ReadClaim } from './claim.ts';
import { hanNumber, hanYear, readFigure, readYear } from './figures.ts';
import { nameMark } from './mask-names.ts';
import { chineseColourIn, chineseEyes, chineseHair } from './colours.ts';
import { distanceClaim, kinClaim, noSiblingsClaim } from './paired-claims.ts';
import { chineseRoles } from './roles.ts';

const x = `(?<x>${nameMark})`;
const y = `(?<y>${nameMark})`;
/** Where a clause of a description begins. */
const clause = '(?<=^|[。；，、,.;：:\\n]\\s*)';
const expression = (source: string): RegExp => new RegExp(source, 'dgu');
const word = (value: string, gender?: 'm' | 'f'): ClaimValue => ({
  kind: 'word',
  word: value,
  gender,
});

const colour = '(?<v>[湛碧蔚天深浅淡乌漆墨翠灰蓝绿褐棕黑金红栗白银火琥珀]{1,4})色?的?';
const eyes = '(?:大|小|圆|细长的?)?(?:眼睛|眼眸|双眸|眸子|瞳仁|瞳孔|眼珠)';
const hair =
  '(?:长|短|卷|直|秀)?(?:头发|长发|短发|卷发|秀发|发)(?!现|生|出|觉|起|作|动|抖|颤|呆|愣|怒|笑|問)';

const aboutX = (found: Found, owner: string | null): string | null => found.entityOf('x') ?? owner;

const coloured =
  (topic: 'eyes' | 'hair', buckets: readonly (readonly [string, RegExp])[]) =>
  (found: Found, owner: string | null): ReadClaim => {
    const entityId = aboutX(found, owner);
    const bucket = chineseColourIn(found.groups.v ?? '', buckets);
    // Hair goes white: that is no contradiction.
    if (entityId === null || bucket === null || bucket === 'white') return null;
    return { topic: `${topic} ${entityId}`, value: word(bucket), entityId };
  };
const readEyes = coloured('eyes', chineseEyes);
const readHair = coloured('hair', chineseHair);

/** Words that stand before a colour, where it is plain whose it is: in 某人母亲的蓝眼睛 it is not. */
const such = '(?:[^，。！？；的没不]{1,4}的)?';
const pair = '(?:双|对|那双|这双)';
const projectContext = '(?:有着?|长着|生着|生了|长了|生得|睁着|留着)';
const has = `(?:(?:的|那)?${projectContext}?一?${pair}?|(?:${projectContext}一?${pair}?|(?:的|那)?一?${pair})${such})`;
const mane = `(?:有着?|留着|长着)?(?:那|这)?(?:满头|一头)${such}`;

const looks: readonly Pattern[] = [
  {
    kind: 'eyes',
    expression: expression(`${x}${has}${colour}${eyes}`),
    read: readEyes,
  },
  {
    kind: 'eyes',
    expression: expression(`${x}的${eyes}(?:是|都是|呈|原是)${colour}`),
    read: readEyes,
  },
  {
    kind: 'eyes',
    isOwn: true,
    expression: expression(
      `${clause}(?:有)?(?:一双)?(?:[^，。！？；的没不]{1,4}的)?${colour}${eyes}`,
    ),
    read: readEyes,
  },
  {
    kind: 'eyes',
    isOwn: true,
    expression: expression(`${clause}${colour}眼(?=[，。；]|$)`),
    read: readEyes,
  },
  {
    kind: 'eyes',
    isOwn: true,
    expression: expression(`${clause}${eyes}(?:是|：)?${colour}`),
    read: readEyes,
  },
  {
    kind: 'hair',
    expression: expression(`${x}(?:的)?${mane}${colour}${hair}`),
    read: readHair,
  },
  { kind: 'hair', expression: expression(`${x}的${colour}${hair}`), read: readHair },
  { kind: 'hair', expression: expression(`${x}的头发(?:却|都|原)?是${colour}`), read: readHair },
  {
    kind: 'hair',
    isOwn: true,
    expression: expression(
      `${clause}(?:有)?(?:一头|满头)?(?:[^，。！？；的没不]{1,4}的)?${colour}${hair}`,
    ),
    read: readHair,
  },
];

const readBirth = (found: Found, owner: string | null): ReadClaim => {
  const entityId = aboutX(found, owner);
  const year = readYear(found.groups.v ?? '');
  if (entityId === null || year === null) return null;
  return { topic: `born ${entityId}`, value: { kind: 'figure', figure: year }, entityId };
};
const year = `(?<v>${hanYear})年`;
/** When in the year, and where. Whoever else is named there is the one who was born. */
const inTheYear =
  '[\\d〇一二三四五六七八九十正腊闰初春夏秋冬天季月日号底末夜晨]{0,8}(?:在[^，。！？；死]{1,6}?)?';
/** 生的孩子 is another's birth. */
const born = '(?:(?:出生|降生|生)的?(?=[，。；！、：\\s]|$)|(?:出生|降生|生)[于在]|生人)';
const births: readonly Pattern[] = [
  {
    kind: 'born',
    expression: expression(`${x}，?是?(?:出?生于|出生在|生在|诞生于)(?:公元)?${year}`),
    read: readBirth,
  },
  {
    kind: 'born',
    expression: expression(`${x}，?(?:是|于|在)?(?:公元)?${year}${inTheYear}${born}`),
    read: readBirth,
  },
  {
    kind: 'born',
    isOwn: true,
    expression: expression(`${clause}(?:出?生于|出生在)${year}`),
    read: readBirth,
  },
  {
    kind: 'born',
    isOwn: true,
    expression: expression(`${clause}${year}(?:出生|生)`),
    read: readBirth,
  },
];

const role = `(?<r>${Object.keys(chineseRoles)
  .toSorted((one, other) => other.length - one.length)
  .join('|')})`;
const readKin = (found: Found, owner: string | null): ReadClaim[] => {
  const [kind, gender] = chineseRoles[found.groups.r ?? ''] ?? [];
  if (!kind || !gender) return [];
  return kinClaim(found.entityOf('x') ?? owner, found.entityOf('y'), kind, gender);
};
const goesOn = '(?!的|们|一样|似的|般|那样|家|辈)';
const kin: readonly Pattern[] = [
  {
    kind: 'kin',
    expression: expression(`${x}(?:是|就是|便是|乃是)${y}的(?:亲|亲生)?${role}${goesOn}`),
    read: readKin,
  },
  { kind: 'kin', expression: expression(`${y}的(?:亲|亲生)?${role}${x}(?!的|家)`), read: readKin },
  {
    kind: 'kin',
    isOwn: true,
    expression: expression(`${clause}(?:是)?${y}的(?:亲|亲生)?${role}(?=[，。；、]|$)`),
    read: readKin,
  },
];

const parts: Readonly<Record<string, string>> = {
  腿: 'leg',
  脚: 'leg',
  眼: 'eye',
  眼睛: 'eye',
  耳: 'ear',
  耳朵: 'ear',
  臂: 'arm',
  胳膊: 'arm',
  手: 'hand',
};
const side = '(?<s>左|右)';
const sided =
  (feature: string) =>
  (found: Found, owner: string | null): ReadClaim => {
    const entityId = aboutX(found, owner);
    const { s, p = '', m = '' } = found.groups;
    if (entityId === null || s === undefined) return null;
    const topic = `${feature} ${parts[p] ?? p} ${m.includes('胎') ? 'birthmark' : m === '痣' ? 'mole' : m && 'scar'} ${entityId}`;
    return { topic, value: word(s === '左' ? 'left' : 'right'), entityId };
  };
const always = '(?:早就|一直|从小就?|是|有些|有点|天生)?';
const lame = `${side}(?:腿|脚)${always}(?:瘸|跛)`;
const lameOn = `(?:瘸|跛)(?:着|了)${side}(?:腿|脚)`;
const blind = `${side}(?:眼睛?)${always}(?:瞎|失明)`;
const deaf = `${side}耳朵?${always}聋`;
const lost = `(?:断了|没了|失去了|少了|缺了)(?:一条|一只)?${side}(?<p>臂|胳膊)|(?:没了|失去了|少了|缺了)(?:一条|一只)?${side}(?<q>手|腿|脚|耳朵?)(?![指边下里中心头])`;
const finger = `${side}手上?(?:少|缺|断)了?(?:一|半|两)(?:根|截|个)?手?指`;
const mark = '(?<m>刀疤|伤疤|疤痕|疤|胎记|痣)';
const place = '(?<p>脸颊|脸|颊|肩|眉|额|手背|手臂|臂|腿)';
const scar = `${side}${place}(?:上|下|角)?(?:有|留着|落着|横着)?(?:一|那|这)?(?:道|块|条|处|个|颗)(?:[^，。！？；]{0,4}?的)?${mark}`;
const scarOf = `${side}${place}(?:上|下|角)的${mark}`;

const readLost = (found: Found, owner: string | null): ReadClaim => {
  const entityId = aboutX(found, owner);
  const sides = found.groups.s ?? found.groups.t;
  const part = found.groups.p ?? found.groups.q ?? '';
  if (entityId === null || sides === undefined) return null;
  const topic = `lost ${parts[part] ?? part} ${entityId}`;
  return { topic, value: word(sides === '左' ? 'left' : 'right'), entityId };
};
const bothWays = (source: string, read: Pattern['read']): Pattern[] => [
  { kind: 'side', expression: expression(`${x}(?:的|那)?(?:${source})`), read },
  { kind: 'side', isOwn: true, expression: expression(`${clause}(?:${source})`), read },
];
const readHanded = (found: Found, owner: string | null): ReadClaim => {
  const entityId = aboutX(found, owner);
  if (entityId === null) return null;
  const hand = found.groups.s === '左' ? 'left' : 'right';
  return { topic: `handed ${entityId}`, value: word(hand), entityId };
};
const sides: readonly Pattern[] = [
  ...bothWays(lame, sided('lame')),
  ...bothWays(lameOn, sided('lame')),
  ...bothWays(blind, sided('blind')),
  ...bothWays(deaf, sided('deaf')),
  ...bothWays(lost.replace('(?<s>左|右)(?<q>', '(?<t>左|右)(?<q>'), readLost),
  ...bothWays(finger, sided('finger')),
  ...bothWays(scar, sided('mark')),
  ...bothWays(scarOf, sided('mark')),
  {
    kind: 'side',
    expression: expression(`${x}是?(?:个|一个)?${side}撇子`),
    read: readHanded,
    isLasting: true,
  },
  { kind: 'side', expression: expression(`${x}惯用${side}手`), read: readHanded, isLasting: true },
  {
    kind: 'side',
    isOwn: true,
    expression: expression(`${clause}是?(?:个)?${side}撇子`),
    read: readHanded,
    isLasting: true,
  },
];

const weekdays = '一二三四五六日';
const dates: readonly Pattern[] = [
  {
    kind: 'weekday',
    expression: expression(
      `(?<a>${hanYear})年(?<b>${hanNumber})月(?<c>${hanNumber})[日号](?:那天|这天)?[，,]?(?:是)?(?:星期|礼拜|周)(?<d>[一二三四五六日天])`,
    ),
    read({ groups }) {
      const date = [
        readYear(groups.a ?? ''),
        readFigure(groups.b ?? ''),
        readFigure(groups.c ?? ''),
      ];
      if (date.includes(null)) return null;
      const day = weekdays.indexOf((groups.d ?? '').replace('天', '日'));
      return {
        topic: `weekday ${date.join('-')}`,
        value: { kind: 'figure', figure: day },
        entityId: null,
      };
    },
  },
];

/** In kilometres. */
const units: Readonly<Record<string, number>> = {
  里: 0.5,
  里地: 0.5,
  里路: 0.5,
  华里: 0.5,
  公里: 1,
  英里: 1.609,
};
const readDistance = (found: Found, owner: string | null): ReadClaim => {
  const figure = readFigure(found.groups.n ?? '');
  const unit = units[found.groups.u ?? ''];
  const far = figure === null || unit === undefined ? null : figure * unit;
  return distanceClaim(found.entityOf('x') ?? owner, found.entityOf('y'), far);
};
const far = `(?:有|约|大约|约有|不过|不到|足有|只有|不足|还有|才|总共|就)*(?<n>${hanNumber})多?(?<u>里地|里路|公里|华里|英里|里)`;
const distances: readonly Pattern[] = [
  {
    kind: 'distance',
    expression: expression(`从?${x}(?:城|镇)?(?:离|距离|距|到|至)${y}(?:城|镇)?${far}`),
    read: readDistance,
  },
  {
    kind: 'distance',
    isOwn: true,
    expression: expression(`${clause}(?:离|距离|距)${y}(?:城|镇)?${far}`),
    read: readDistance,
  },
];

const counted: Readonly<Record<string, string>> = {
  弟弟: 'younger brothers',
  妹妹: 'younger sisters',
  哥哥: 'elder brothers',
  姐姐: 'elder sisters',
  儿子: 'sons',
  女儿: 'daughters',
  孩子: 'children',
  子女: 'children',
};
const readCount = (found: Found, owner: string | null): ReadClaim[] => {
  const entityId = aboutX(found, owner);
  const noun = found.groups.w ?? '';
  const what = counted[noun];
  const figure = readFigure(found.groups.n ?? '');
  if (entityId === null || !what || figure === null || figure === 0) return [];
  const claims: ReadClaim[] = [];
  // Somebody may have one brother and another one: only from two on all of them are meant.
  if (figure > 1)
    claims.push({
      topic: `count ${what} ${entityId}`,
      value: { kind: 'figure', figure },
      entityId,
    });
  if (/[弟妹哥姐]/u.test(noun)) {
    claims.push({
      topic: `only ${entityId}`,
      value: { kind: 'figure', figure, isMinimum: true },
      entityId,
    });
  }
  return claims;
};
const readNone = (found: Found, owner: string | null): ReadClaim =>
  noSiblingsClaim(aboutX(found, owner));
const several = `(?:一共|总共|共)?有(?:着)?(?<n>[二三四五六七八九十两]{1,3}|\\d{1,2})个(?<w>${Object.keys(counted).join('|')})`;
const none =
  '(?:是(?:个|家里的|家中的)?独(?:生女|生子|生子女|苗)|没有(?:任何)?兄弟姐妹|没有兄弟，?也没有姐妹)';
const counts: readonly Pattern[] = [
  { kind: 'count', expression: expression(`${x}(?:膝下)?${several}`), read: readCount },
  {
    kind: 'count',
    isOwn: true,
    expression: expression(`${clause}(?:膝下)?${several}`),
    read: readCount,
  },
  { kind: 'count', expression: expression(`${x}${none}`), read: readNone },
  {
    kind: 'count',
    isOwn: true,
    expression: expression(`${clause}(?:${none}|独生(?:女|子))`),
    read: readNone,
  },
];

export const chinesePatterns: readonly Pattern[] = [
  ...looks,
  ...births,
  ...kin,
  ...sides,
  ...dates,
  ...distances,
  ...counts,
];
