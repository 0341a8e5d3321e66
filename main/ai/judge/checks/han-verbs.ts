/** The Chinese verbs that show who acts and who thinks. */

const list = (written: string): string => written.split(/\s+/).filter(Boolean).join('|');

/** Heads of Chinese verbs that a subject does, as alternatives of an expression; longer ones first. */
export const hanActs = list(`
  说道 喊道 问道 答道 笑道 回答 嘟囔 嘀咕 吩咐 答应 告诉 解释 承认 冷笑 微笑 苦笑 大笑 点头 摇头 抬头 低头 回头 转身 起身
  皱眉 开口 开门 关门 打开 推开 拉开 睁开 掀开 点着 点燃 点起 点上 点了 冲 来到 走来 来了 赶来 进来 进了 出来 出了 出去
  说 喊 叫 问 答 笑 哭 骂 叹 嚷 吼 唱 念 讲 走 跑 站 坐 蹲 跳 爬 跪 推 拉 拿 提 端 抬 举 放 挂 敲 打 拍 按 摸 抓 握 攥
  捏 捡 拾 抱 背 扛 挑 递 接 送 扔 抛 甩 丢 撕 扯 折 翻 掀 闩 锁 吹 吸 喝 吃 咬 吞 嚼 看 望 盯 瞧 瞪 瞥 听 闻 闭 睁 眨 皱
  摇 弯 俯 仰 伸 缩 拔 抽 插 砍 刺 劈 射 骑 划 撑 绕 穿 披 脱 戴 系 解 捆 擦 洗 扫 烧 煮 倒 泼 洒 写 画 数 付 找 寻 追 赶
  逃 躲 藏 挥 招 指 凑 靠 挪 退 迎 拦 挡 扑 撞 踢 踩 跨 迈 踏 滚 哼 咳 愣 怔 收 带 领 牵 扶 搀 搬 挖 埋 钉 修 缝 补 编 磨
  切 剥 掏 摊 铺 盖 卷 裹 包 装 盛 舀 夹 捧 托 搂 吻 拎 揣 塞 掷 掐 拽 拖 抖 抹 揉 搓 拧 蹚 蹬 跃 奔 闯 钻 凝视 打量
  咳嗽 叹气 叹息 打断 插嘴 反问 追问 质问 嘱咐 叮嘱 催促 呵斥 责备 道谢 作揖 鞠躬 行礼 拱手 招呼 挥手 摆手 拍手 伸手 举手 松手 撒手
  动手 埋头 侧身 欠身 俯身 直起 弓着 佝偻 踱 蹭 挨 挤 溜 踮 跺 跌 扭 歪 仰头 咧 抿 噘 舔 啐 吐 喘 打鼾 哆嗦 颤 发抖 哽咽 抽泣
  吆喝 应声 应了 搭话 接话 开腔 张口 张嘴 瞥见 瞧见 望见 扫了 巡视 察看 检查 张罗 收拾 整理 打扫 生火 点灯 熄灯 吹灯 添柴 淘米
  煮饭 端详 盘腿 歇脚 停下 停住 站住 愣住 走近 走远 走进 走出 走上 走下 走过 迈出 跨过 穿过 绕过 爬上 爬起 跳下 跳上 退后 逼近 靠近
  赶到 赶上 追上 迎上 扑上 冲出 冲进 闯进 钻进 躲进 溜出 递给 交给 塞给 扔给 抛给 还给 分给 留给 让开 让出 解开 系好 披上 戴上
  脱下 卷起 挽起 放下 搁 撂 支 架 顶 堵 塞住 按住 捂 遮 挠 抠 刮 削 剖 剁 碾 捣 搅 蘸 涂 刷 糊 粘 拴 绑 勒 缠 绞 摇橹 撑篙
`);

/** What only the one who thinks it can know. */
export const hanThoughts = list(`
  心想 心[里中下]?[一直早也都很还在忽然]{0,4}(?:想|盘算|明白|清楚|有数|发慌|发毛|一沉|一紧|一动|一惊|后悔|恨|怕|着急|嘀咕) 暗想 暗自 暗暗 心道 暗道 暗忖 思忖 寻思 盘算 心里觉得 觉得 感到 想起 意识到 明白过来
`);

/** What may stand between a subject and its verb. */
const adverbs = list(`
  慢慢 轻轻 缓缓 默默 立刻 马上 终于 只是 仍然 一边 一面 一把 一手 一个人 独自 亲自 当即 随即 随后 这才 猛地 微微 悄悄 静静
  慌忙 赶忙 匆匆 径直 一直 渐渐 顺手 随手 抬手 当场 一声不响 头也不回 不慌不忙 一步一步 一下子 正在 刚刚 已经 忽然 突然 连忙 急忙 赶紧 果然 依旧 还是 又 再 就 便 也 都 还 才 却 正 刚 已 只 仍 先 一
`);
const prepositions = list(
  '从 往 向 朝 对 冲 把 将 给 跟 和 同 在 替 用 拿 为 到 沿着 顺着 隔着 双手 伸手 抬手',
);
const inside = '[^，。！？；：、,!?;:\\s“”「」『』"]';

/** From the end of a subject to the end of its verb, with what stands between; sticky. */
export const hanPredicate = (verbs: string): RegExp =>
  new RegExp(
    `(?:${adverbs}|${inside}{1,3}[地着]){0,3}?(?:(?:${prepositions})${inside}{1,12}?){0,2}?(?:${adverbs}){0,2}?(?:${verbs})`,
    'uy',
  );

/** Perfective 过, and relative clauses (郑九编的草鞋): what was once done, or made. */
export const hanPastOrRelative =
  /^(?:过(?!来|去)|(?:过|下来?|起|给.{1,3}|完|好|了)?的(?![时那]))|^了(?:以后|之后|[一二三四五六七八九十几两半\d]+[天年月])/u;
