/** Old passages and, much later, a cursor's sentence that shares a place and an object with one: is it sent? */

export type Planted = {
  /** Told in the book's first half, each in words of its own; it is looked for in the prompt. */
  told: string;
  /** Where the writer is, in the second half. */
  cursor: string;
  /** The place and the object told of apart, so that one of them alone is not enough. */
  placeAlone: string;
  objectAlone: string;
};

type Row = readonly [place: string, object: string, told: string, cursor: string];

const chinese = (
  [
    [
      '柳叶渡',
      '铜哨子',
      '老船工郑九在柳叶渡摆了一辈子船，临走那天把铜哨子塞进第三块石头底下，谁也没看见。',
      '天快黑了，她又走到柳叶渡，忽然想起那只铜哨子来。',
    ],
    [
      '白石亭',
      '半枚玉环',
      '瞎眼的琴师坐在白石亭里，从怀中摸出半枚玉环，说另一半在他兄长手上。',
      '到白石亭歇脚的时候，他摸了摸袖子里的半枚玉环。',
    ],
    [
      '枯井巷',
      '油布包',
      '卖糖的婆子家住枯井巷，灶台后面藏着一个油布包，里头是几封没有拆过的信。',
      '雨停以后，两个人打着灯笼进了枯井巷，去找那个油布包。',
    ],
    [
      '望潮台',
      '锡酒壶',
      '守灯的人夜夜在望潮台上喝酒，那把锡酒壶的底上刻着一个“沈”字。',
      '风从海上来，望潮台上空无一人，只剩一把锡酒壶倒在栏杆边。',
    ],
    [
      '青瓦祠',
      '断弦琴',
      '青瓦祠的香火断了三年，供桌底下却有人擦拭那张断弦琴，琴腹里写着生辰。',
      '她推开青瓦祠的门，断弦琴还摆在原处。',
    ],
    [
      '鹿角桥',
      '蓝布伞',
      '送信的孩子在鹿角桥下躲雨，借了一位先生的蓝布伞，后来再没有见过那位先生。',
      '“你还记得鹿角桥吗？”他问，把蓝布伞递了过去。',
    ],
    [
      '三槐铺',
      '铁钥匙',
      '三槐铺的哑巴铁匠打过一把铁钥匙，收的是双份的钱，打完就把模子砸了。',
      '掌柜指了指三槐铺的方向，说铁钥匙就是从那里来的。',
    ],
    [
      '落雁坡',
      '羊皮地图',
      '赶车的汉子翻过落雁坡，车辕里缝着羊皮地图，图上少了一角。',
      '马在落雁坡前站住，羊皮地图从鞍袋里滑出来半截。',
    ],
    [
      '梅花坞',
      '银顶针',
      '梅花坞绣坊的师傅不许徒弟碰她的银顶针，说戴过它的人都活不过三十。',
      '今年梅花坞的花开得晚，银顶针在她手上凉得像冰。',
    ],
    [
      '北仓楼',
      '黑漆匣',
      '看更的伙计每到三更就上北仓楼，把黑漆匣搬到月亮底下晒一晒，再搬回去。',
      '北仓楼烧了半夜，有人抱着黑漆匣从火里跑出来。',
    ],
  ] satisfies Row[]
).map(
  ([place, object, told, cursor]): Planted => ({
    told,
    cursor,
    placeAlone: `从${place}过来的人都说，今年的雨水比往年多，路不好走。`,
    objectAlone: `桌上摆着一件旧东西，象是${object}，却没有人认得它的来历。`,
  }),
);

const english = (
  [
    [
      'Willowmere Stairs',
      'brass whistle',
      'Old Jory had worked the boats at Willowmere Stairs all his life, and on the day he left them he pushed the brass whistle under the third stone, where nobody saw it.',
      'Towards dusk she came again to Willowmere Stairs, and remembered the brass whistle.',
    ],
    [
      'Ashlar Folly',
      'broken jade ring',
      'The blind fiddler sat in Ashlar Folly and drew from his coat a broken jade ring, whose other half, he said, his brother had.',
      'They stopped for breath at Ashlar Folly, and he felt in his sleeve for the broken jade ring.',
    ],
    [
      'Drywell Lane',
      'oilcloth parcel',
      'The toffee woman of Drywell Lane kept an oilcloth parcel behind her stove, with letters in it that had never been opened.',
      'When the rain was over they took a lantern into Drywell Lane to look for the oilcloth parcel.',
    ],
    [
      'Tidewatch Point',
      'pewter flask',
      'The keeper drank alone on Tidewatch Point every night out of a pewter flask that had a name scratched on its foot.',
      'There was nobody on Tidewatch Point, only a pewter flask lying by the rail.',
    ],
    [
      'Greyslate Chapel',
      'stringless viol',
      'No candle had burnt in Greyslate Chapel for three years, and yet somebody dusted the stringless viol, in whose belly a date of birth was written.',
      'She opened the door of Greyslate Chapel, and the stringless viol was where it had always been.',
    ],
    [
      'Antler Bridge',
      'blue umbrella',
      'The letter boy sheltered under Antler Bridge, and a gentleman lent him a blue umbrella and was never seen again.',
      '“You know Antler Bridge?” he asked, and held the blue umbrella out to her.',
    ],
    [
      'Threeoaks Forge',
      'iron latchkey',
      'The mute smith of Threeoaks Forge had once made an iron latchkey for twice its price, and broken the mould.',
      'The landlord pointed in the direction of Threeoaks Forge, whence the iron latchkey had come.',
    ],
    [
      'Goosefall Ridge',
      'sheepskin map',
      'The carter who crossed Goosefall Ridge had a sheepskin map sewn into his saddle, with one corner torn away.',
      'Their horse refused before Goosefall Ridge, and the sheepskin map slid half out of its bag.',
    ],
    [
      'Plumstead Hollow',
      'silver thimble',
      'The seamstress of Plumstead Hollow let no girl touch her silver thimble, for whoever wore it, she said, would not live to be thirty.',
      'The blossom was late in Plumstead Hollow that year, and the silver thimble lay cold upon her finger.',
    ],
    [
      'Northgarner Loft',
      'lacquered casket',
      'At the third hour the night porter climbed to Northgarner Loft and set the lacquered casket in the moonlight for a while.',
      'Northgarner Loft burnt half the night, and a man ran from it with the lacquered casket in his arms.',
    ],
  ] satisfies Row[]
).map(
  ([place, object, told, cursor]): Planted => ({
    told,
    cursor,
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
