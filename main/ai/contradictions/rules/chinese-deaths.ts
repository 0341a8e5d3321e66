/** Who died, in Chinese, and what makes a sentence no plain statement. */
import { nameMark } from './mask-names.ts';

/** How a death comes, before the words for it. Nothing else may stand between: 看见某人死了 is another's death. */
const dying =
  '(?:就|便|也|已经?|早已|终于|终究|竟然?|当场|当[夜天晚]|昨[夜晚]|不幸|突然|忽然|中[箭枪毒]|因病|在[^，。！？；见看听说\uE000-\uE002]{1,8}?)';
/** 死了丈夫, 淹死了猫: others died. Only the end of the clause, or how long ago it was, leaves it to who is named. */
const goneFor =
  '(?:已|都|快|整整|不到|有|足足|近)*[〇一二三四五六七八九十百千两几数半多\\d]+多?个?(?:年|月|天|日|夜|时辰|星期|礼拜)';
const ofOneself = `(?=[，。！；、：…—”’）\\s]|$|以后|之后|后|的|在|于|${goneFor})`;
/** 去世的母亲, 战死多年的弟弟: the dead one is named behind it. What is told of the time of the death is no such name. */
const ofNobodyElse =
  '(?![^，。！？；的时后]{0,6}的(?!那|这|时|消息|噩耗|第|前|当|日子|春|夏|秋|冬|早|清|晚|夜|[，。！；]))';
/** From the name to the end of the words that say that somebody died. */
export const chineseDeath = new RegExp(
  `(?<![的见看听闻知谅料当道说想梦把将使令叫让给])(?<x>${nameMark})(?:，)?${dying}{0,2}(?:(?:死了|牺牲了|(?:病死|淹死)了?)(?!了)${ofOneself}|去世|病逝|病故|咽了气|断了气|身亡|阵亡|战死|毙命|死于|死在)${ofNobodyElse}`,
  'dgu',
);
/** In such a sentence nobody is plainly dead. */
export const chineseUnsure =
  /如果|要是|倘若|假如|假使|若|以为|据说|听说|传说|都说|谣|梦|好像|仿佛|似乎|像|假装|装死|冒充|诈|险些|差点|差一点|几乎|没有?死|未死|不死|将|就要|快要|即将|恐怕|也许|可能|或许|想|盼|怕|会|等|吗|？|生前|死了似|差些|之前|以前|故事|戏/u;
/** What makes a colour, or a mark, one of a moment. */
export const chineseVeto = {
  eyes: /隐形眼镜|美瞳|仿佛|似乎|好像/u,
  hair: /染|假发|发套|面具|扮|仿佛|似乎|好像/u,
  side: /也|又|另|双|两[只条边]|都|还有|换/u,
} as const;
