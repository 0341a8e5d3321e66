/** Words for kinship, and what somebody is by them. */

type Role = readonly [kind: string, gender: 'm' | 'f'];
export const chineseRoles: Readonly<Record<string, Role>> = Object.fromEntries(
  (
    [
      ['父亲 爸爸 爹 亲爹 生父', 'parent', 'm'],
      ['母亲 妈妈 娘 亲娘 生母', 'parent', 'f'],
      ['哥哥 兄长 大哥 二哥 三哥 长兄 胞兄', 'elder', 'm'],
      ['姐姐 大姐 二姐 三姐 长姐 胞姐', 'elder', 'f'],
      ['弟弟 小弟 胞弟', 'younger', 'm'],
      ['妹妹 小妹 胞妹', 'younger', 'f'],
      ['儿子 长子 次子 独子 幼子', 'child', 'm'],
      ['女儿 长女 次女 独女 幼女', 'child', 'f'],
      ['爷爷 祖父 外公 外祖父 姥爷', 'grandparent', 'm'],
      ['奶奶 祖母 外婆 外祖母 姥姥', 'grandparent', 'f'],
      ['孙子 外孙', 'grandchild', 'm'],
      ['孙女 外孙女', 'grandchild', 'f'],
      ['舅舅 舅父 叔叔 叔父 伯父 伯伯 姑父 姨父', 'uncle', 'm'],
      ['姑姑 姑母 姑妈 姨妈 姨母 婶婶 舅母', 'uncle', 'f'],
      ['侄子 外甥', 'nephew', 'm'],
      ['侄女 外甥女', 'nephew', 'f'],
      ['岳父 公公', 'parentInLaw', 'm'],
      ['岳母 婆婆', 'parentInLaw', 'f'],
    ] as const
  ).flatMap(([names, kind, gender]) =>
    names.split(' ').map((name): [string, Role] => [name, [kind, gender]]),
  ),
);

export const englishRoles: Readonly<Record<string, Role>> = {
  father: ['parent', 'm'],
  mother: ['parent', 'f'],
  brother: ['sibling', 'm'],
  sister: ['sibling', 'f'],
  son: ['child', 'm'],
  daughter: ['child', 'f'],
  grandfather: ['grandparent', 'm'],
  grandmother: ['grandparent', 'f'],
  grandson: ['grandchild', 'm'],
  granddaughter: ['grandchild', 'f'],
  uncle: ['uncle', 'm'],
  aunt: ['uncle', 'f'],
  nephew: ['nephew', 'm'],
  niece: ['nephew', 'f'],
  'father-in-law': ['parentInLaw', 'm'],
  'mother-in-law': ['parentInLaw', 'f'],
};

const elder = /^(?:elder|older|eldest|oldest|big)$/u;
const younger = /^(?:younger|youngest|little|kid|baby)$/u;

/** A brother or sister, elder or younger where an adjective says so. */
export const withAge = (kind: string, adjective: string): string => {
  if (kind !== 'sibling') return kind;
  if (elder.test(adjective)) return 'elder';
  return younger.test(adjective) ? 'younger' : kind;
};
