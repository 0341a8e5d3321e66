/** What is put before a name without making another word of it. */
export const namePrefixes: ReadonlySet<string> = new Set(['老', '小', '阿', '大']);

/** What follows a person's name as a title, a family's mark or a plural. */
export const personSuffixes: ReadonlySet<string> = new Set(
  (
    '氏 家 儿 兒 们 們 哥 姐 叔 婶 嬸 伯 爷 爺 公 嫂 妈 媽 姑 姨 娘 君 总 總 某 ' +
    '先生 小姐 太太 夫人 姑娘 公主 公子 大人 老师 老師 师傅 師傅'
  ).split(' '),
);

/** The same, and what follows the name of a place or a people. */
export const nameSuffixes: ReadonlySet<string> = new Set([
  ...personSuffixes,
  ...'城 镇 鎮 县 縣 州 市 府 村 街 路 山 江 河 湖 寺 桥 橋 人 派 帮 幫 军 軍 国 國'.split(' '),
]);

/** Words that join a name to a sentence even where the name's end makes another word with what follows. */
export const linkingWords: ReadonlySet<string> = new Set(
  '和与與同跟把将將被给給叫让讓使问問找请請见見看喊唤喚说說道是只连連偏陪带帶送等想救'.split(''),
);

/** Words of one character that stand before a name in running text and are words without it. */
export const wordsBeforeNames: ReadonlySet<string> = new Set(
  (
    '和与與同跟及或并並而且但只连連由因于於对對向朝往从從在到至打自把将將被给給叫让讓使令替为為比像如似若当當除按据凭靠随隨' +
    '问問找请請见見说說道讲講谈談听聽看瞧盯瞪望盼等待想念记記忘知懂信疑猜怕恨爱愛怜憐疼惜敬服羡妒怨怪怒骂罵打殴揍踢推拉拽扯扶搀抱搂牵牽背抬救杀殺害捉抓逮捕绑綁押审審抢搶偷' +
    '喊唤喚喝呼吼嚷劝勸哄逗逼求托派遣命嘱囑约約邀召传傳陪伴送迎接领領带帶引赶趕追寻尋访訪拜别別辞辭离離谢謝赞贊夸誇笑哭嘲告诉訴教训訓管养養嫁娶许許配骗騙瞒瞞躲避绕繞' +
    '是非有无無不没沒未别莫勿休偏却卻便就才刚剛方又也都还還再更最很太只仅僅独獨单單皆均俱全总總常曾已正即将忽忙急快慢先后後终終究竟倒反幸恰恐怕或许岂豈何为谁誰若虽雖既则則且' +
    '这這那此彼其某一两兩二三个個位名姓的地得之乃所了着著过過去来來上下前后後里裡外中时時处處多承亏虧因由子美我你他她它您咱'
  ).split(''),
);

/** Words of one character that follow a name. */
export const wordsAfterNames: ReadonlySet<string> = new Set(
  (
    '和与與跟同及的了在是也都就却卻便又还還才把被将將对對向从從往说說道讲講问問答应應笑哭叫喊骂罵听聽看见見走跑跳坐站躺来來去到回' +
    '进進出上下不没沒未有无無要会會能可想知着著过過带帶拿给給让讓使吃喝睡醒死活爱愛恨怕忙正仍已曾只'
  ).split(''),
);

/** Describes a thing named right after it, never a person. */
export const descriptions: ReadonlySet<string> = new Set(
  '清浅淺深冷热熱暖凉涼寒香甜苦旧舊轻輕碧翠幽孤残殘低细細嫩鲜鮮'.split(''),
);

/** Before an adjective; before a name only by accident of order (`好琏二奶奶`). */
export const degreeWords: ReadonlySet<string> = new Set(
  '很太更最极極越较較挺颇頗甚愈好真多不够夠'.split(''),
);

/** Names of one character that are adjectives as well. */
export const adjectives: ReadonlySet<string> = new Set(
  (
    '高大小长長短好坏壞美丑醜白黑红紅黄黃蓝藍青绿綠紫朱丹素明亮暗静靜安宁寧乐樂喜欢真善清澈浅淺深冷热熱暖凉涼寒香甜苦辣酸新旧舊老少多快慢远遠近' +
    '轻輕重硬软軟厚薄宽寬窄强強弱贵貴贱富穷忙闲閒疼痛累困饿渴怕爱愛恨痴娇嬌柔温溫雅秀俊勇智慧聪聰敏捷稳穩正直平圆圓方满滿空虚實实妙奇怪净淨洁潔浓濃淡细細粗瘦胖肥壮壯繁简簡早晚久'
  ).split(''),
);

/** Before what is counted or measured. */
export const numerals: ReadonlySet<string> = new Set(
  '一二三四五六七八九十百千万萬两兩几幾数數半第零〇'.split(''),
);
