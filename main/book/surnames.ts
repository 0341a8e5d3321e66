/** Chinese surnames, as they stand before a given name or behind 老 and 小: data. */

/** The hundred commonest. */
export const surnames: ReadonlySet<string> = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤甄邢尤柳史花' +
    '張劉陳楊黃趙吳孫馬鄭謝羅許韓馮鄧蕭蔣葉蘇呂盧鐘譚陸賈韋鄒邱閻龍賀顧龔萬錢嚴湯',
);

/** Rarer, and hardly ever another word. */
const rareSurnames: ReadonlySet<string> = new Set(
  '薛袁邢尤焦贾賈卞晁蔺藺楚沈裴苏蘇阮凌祁戚岑霍宁甯骆駱柴栾欒聂聶晏褚卓柯靳岳符倪窦竇沐洛温溫',
);

const doubleSurnames: ReadonlySet<string> = new Set(
  '欧阳 司马 上官 诸葛 夏侯 东方 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 司徒 司空 南宫 独孤 端木 百里 歐陽 司馬 諸葛 尉遲 公孫 長孫 南宮 獨孤'.split(
    ' ',
  ),
);

/** Words as well, before somebody or something: to whom, where. */
export const prepositionSurnames: ReadonlySet<string> = new Set('向于');

/** Words as well, before what is done or asked: just then, what, not, in vain, let. */
export const adverbSurnames: ReadonlySet<string> = new Set('方何莫白任万萬');

/** How many characters of the word are a surname: 2, 1 or 0. */
export const surnameLength = (word: string): number => {
  if (doubleSurnames.has(word.slice(0, 2))) return 2;
  const first = word[0] ?? '';
  return surnames.has(first) || rareSurnames.has(first) ? 1 : 0;
};
