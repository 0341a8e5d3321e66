/** Characters that tell where a Chinese name ends: data. */
const characters = (text: string): ReadonlySet<string> => new Set(text.replace(/\s/g, ''));

/** In names they number the children: 张三, 李四. */
const numerals = characters('几幾两兩二三四五六七八九十');

/** No name of more than a surname and a number has these. */
export const neverInNames: ReadonlySet<string> = new Set([
  ...characters(`
的了着过是我你他她它们們这這那哪么麼吗嗎呢吧啊哦呀吓之乎者也而且但若就都很太又没沒不有在把被将將对對从從与與和跟给給为為因所以於其此谁誰甚每各另再还還只已曾要会會能可想
说說道问問答听聽看见見走跑坐站叫喊让讓使请請来去到出上下个個位件只条條张張里裡外中间間内內边邊旁前后後左右候月日今昨早晚刚剛才便忙却卻越更最真好些第半多少众眾
`),
  ...numerals,
]);

/** One character behind a name that is no part of it. */
export const behindNames = characters(
  '和与與同跟及的了在是也都就却卻便又还還才把被将將对對向从從往说說道问問答应應笑哭叫喊骂听聽看见見走跑跳坐站躺来來去回进進出不没沒未有无無要會会能可想知带帶拿给給让讓使忙正已曾只因一摇搖点點低抬转轉伸心身手眼脸臉等们們亦即遂乃竟仍犹猶虽雖倒忽叹嘆喝怒',
);

/** What else follows a verb: what it does to what, whither, how long. The others of {@link behindNames} follow names alone. */
const behindVerbs = characters('的了在见見走跳来來去回进進出不没沒有给給向往一等们們');

/** Whether a name ends before this character rather than a verb: nothing, no Chinese character, or one that verbs do not have behind them. */
export const followsNamesOnly = (next: string): boolean =>
  !/^\p{Script=Han}$/u.test(next) || (behindNames.has(next) && !behindVerbs.has(next));

/** Whether a word of a surname and this character may be a name of which no codex knows. */
export const mayBeGiven = (character: string): boolean =>
  numerals.has(character) || !(neverInNames.has(character) || behindNames.has(character));
