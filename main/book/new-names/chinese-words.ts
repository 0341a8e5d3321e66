/** Words that show where a Chinese name stands: data. */

const words = (text: string): string[] => text.trim().split(/\s+/);
const characters = (text: string): ReadonlySet<string> => new Set(text.replace(/\s/g, ''));

/** What is said of somebody who speaks, longest first. */
export const speechVerbs: readonly string[] = words(`
回答道 解释道 吩咐道 嘱咐道 低声说 轻声说 大声说 冷冷地说 淡淡地说 开口道 开口说 接口道 沉声道 低声道 轻声道 冷声道 厉声道 高声道 朗声道 喃喃道 自语道
说道 笑道 问道 答道 喊道 叫道 怒道 骂道 叹道 喝道 哭道 回道 忙道 冷笑道 反问 回答 追问 开口 点头 摇头
說道 問道 罵道 嘆道 點頭 搖頭 開口 说 說 道 问 問 答 喊 叫 笑 曰 云
`).toSorted((one, other) => other.length - one.length);

/** Between who speaks and the verb: how it is said. */
export const manners: readonly string[] = words(`
听了 听见 听说 聽了 聽見 低声 轻声 大声 小声 沉声 冷冷 淡淡 缓缓 慢慢 微微 冷笑 微笑 苦笑 哈哈 连忙 急忙 赶忙 連忙 忽然 突然 终于 却又 只得 只好 回头 转身 点头 摇头 抬头 陪笑 含笑
在旁 一面 自己 也就 也都 这才 方才 接着 继续 笑着 哭着 地 忙 便 又 也 就 因 方 才 都 却 卻 冷 急 怒 笑 哭 叹 嘆 接 且 先 再 还 只 乃 遂 亦 忽 听 聽 啐 拍手 再三 早 向 正 已 不禁 不由得
`).toSorted((one, other) => other.length - one.length);

/** One character before a name that is no part of it, beside borders of clauses. */
export const beforeNames = characters(
  '和与與同跟及或并並向对對朝从從由在到至把将將被给給叫让讓使令替为為像似问問找请請见見说說道听聽看瞧盯望等想念怕恨爱愛救杀殺扶抱拉送陪带帶引追喊唤喚喝劝勸求是非有了着著过過因连連只那这這',
);

/** Behind a surname, what somebody is called. */
export const titles: readonly string[] = words(`
先生 小姐 太太 夫人 姑娘 公主 公子 大人 老师 老師 师傅 師傅 师父 将军 將軍 医生 醫生 大夫 教授 队长 隊長 局长 局長 校长 校長 经理 經理 老板 老闆 掌柜 嬷嬷 嬤嬤 妈妈 大娘 大爷 大爺 大叔 大婶 大嫂 大哥 大姐
奶奶 老爷 老爺 少爷 少爺 姨妈 姨媽 姨娘 道长 道長 长老 長老 掌门 掌門 宗主 殿下 王爷 王爺 相公
`);

/** What places end in. */
export const placeEnds = characters(
  '府城镇鎮村县縣州郡山岭嶺峰谷河江湖溪岛島庄莊庙廟寺宫宮院园園馆館楼樓阁閣轩軒亭殿堂巷街港桥橋关關寨坊镖堡',
);

/** One goes there, or is there. */
export const beforePlaces = characters('在到往回进進出去至离離从從过過住入向');
export const behindPlaces = characters('里裡中内內来來去的外前后後门門上下');

/** What a company of people ends in. */
export const companyEnds = /[派帮幫门門教宗会會盟军軍族]$/u;
