/** Old passages and, much later, a cursor's sentence that shares a place and an object with one: is it sent? */

export type Planted = {
  /** Told in the book's first half; the last words of it are what is looked for in the prompt. */
  told: string;
  /** Where the writer is, in the second half. */
  cursor: string;
  /** The place and the object told of apart, so that one of them alone is not enough. */
  placeAlone: string;
  objectAlone: string;
};

const chinese = (
  [
    ['柳叶渡', '铜哨子', '老船工郑九'],
    ['白石亭', '半枚玉环', '瞎眼的琴师'],
    ['枯井巷', '油布包', '卖糖的婆子'],
    ['望潮台', '锡酒壶', '守灯塔的人'],
    ['青瓦祠', '断弦琴', '管香火的老人'],
    ['鹿角桥', '蓝布伞', '送信的孩子'],
    ['三槐铺', '铁钥匙', '打铁的哑巴'],
    ['落雁坡', '羊皮地图', '赶车的汉子'],
    ['梅花坞', '银顶针', '绣坊的师傅'],
    ['北仓楼', '黑漆匣', '看更的伙计'],
  ] as const
).map(
  ([place, object, person]): Planted => ({
    told: `那一年秋天，${person}在${place}把${object}埋在第三块石头底下，嘱咐说谁也不许动它，等姓沈的人来取。`,
    cursor: `天快黑的时候她又走到${place}，忽然想起了${object}，心里一紧，便停住了脚。`,
    placeAlone: `从${place}过来的人都说，今年的雨水比往年多，路不好走。`,
    objectAlone: `桌上摆着一件旧东西，象是${object}，却没有人认得它的来历。`,
  }),
);

const english = (
  [
    ['Willowmere Stairs', 'brass whistle', 'the ferryman Jory'],
    ['Ashlar Folly', 'broken jade ring', 'the blind fiddler'],
    ['Drywell Lane', 'oilcloth parcel', 'the toffee woman'],
    ['Tidewatch Point', 'pewter flask', 'the keeper of the light'],
    ['Greyslate Chapel', 'stringless viol', 'the old sexton'],
    ['Antler Bridge', 'blue umbrella', 'the letter boy'],
    ['Threeoaks Forge', 'iron latchkey', 'the mute smith'],
    ['Goosefall Ridge', 'sheepskin map', 'the carter'],
    ['Plumstead Hollow', 'silver thimble', 'the seamstress'],
    ['Northgarner Loft', 'lacquered casket', 'the night porter'],
  ] as const
).map(
  ([place, object, person]): Planted => ({
    told: `That autumn ${person} buried the ${object} beneath the third stone at ${place}, and made them swear that nobody should touch it until one of the Shennings came to fetch it.`,
    cursor: `Towards dusk she found herself at ${place} once more, and all at once she thought of the ${object}, and stood quite still.`,
    placeAlone: `Those who had come by ${place} said that there had been more rain than in other years, and that the road was bad.`,
    objectAlone: `On the table lay an old thing, something like a ${object}, but nobody could say how it had come there.`,
  }),
);

export const plantedPassages = { 'zh-CN': chinese, en: english } as const;

/** A paragraph put between two others, a share of the way into a chapter. */
export const insertParagraph = (text: string, share: number, paragraph: string): string => {
  const at = text.indexOf('\n', Math.floor(text.length * share));
  const place = at < 0 ? text.length : at;
  return `${text.slice(0, place)}\n\n${paragraph}\n${text.slice(place)}`;
};

/** All passages put into the chapters of a book: told early, told of again late. */
export const plantPassages = (
  chapters: readonly string[],
  planted: readonly Planted[],
): { chapters: string[]; cursors: { chapter: number; passage: Planted }[] } => {
  const changed = [...chapters];
  const half = Math.floor(chapters.length / 2);
  const put = (chapter: number, share: number, paragraph: string): void => {
    changed[chapter] = insertParagraph(changed[chapter] ?? '', share, paragraph);
  };
  const cursors = planted.map((passage, index) => {
    const spread = Math.floor((index * (half - 1)) / planted.length);
    put(spread, 0.4, passage.told);
    put((spread + 7) % half, 0.7, passage.placeAlone);
    put((spread + 11) % half, 0.2, passage.objectAlone);
    const chapter = half + 1 + Math.floor((index * (half - 2)) / planted.length);
    put(chapter, 0.6, passage.cursor);
    return { chapter, passage };
  });
  return { chapters: changed, cursors };
};
