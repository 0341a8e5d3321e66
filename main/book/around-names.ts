/** Characters that tell where a Chinese name ends: data. */
const characters = (text: string): ReadonlySet<string> => new Set(text.replace(/\s/g, ''));

/** No name has these. */
export const neverInNames = characters(`
的了着过是我你他她它们這这那哪么麼吗嗎呢吧啊哦呀吓之乎者也而且但若就都很太又没沒不有在把被将將对對从從与與和跟给給为為因所以於其此谁誰甚每各另再还還只已曾要会會能可想
说說道问問答听聽看见見走跑坐站叫喊让讓使请請来去到出上下个個位件只条條张張里裡外中间間内內边邊旁前后後左右候月日今昨早晚刚剛才便忙却卻越更最真好些几幾两兩二三四五六七八九十第半多少众眾
`);

/** One character behind a name that is no part of it. */
export const behindNames = characters(
  '和与與同跟及的了在是也都就却卻便又还還才把被将將对對向从從往说說道问問答应應笑哭叫喊骂听聽看见見走跑跳坐站躺来來去到回进進出不没沒未有无無要会會能可想知带帶拿给給让讓使忙正已曾只因一摇搖点點低抬转轉伸心身手眼脸臉',
);
