/** English words that say nothing about what a passage is about. */
export const englishStopWords: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below
  between both but by can cannot could did do does doing don down during each else even ever few for from
  further had has have having he her here hers herself him himself his how i if in into is isn it its itself
  just let ll may me might mine more most much must my myself no nor not of off on once one only or other ought
  our ours ourselves out over own re s same shall she should so some such t than that the their theirs them
  themselves then there these they this those though through to too under until up upon us ve very was we were
  what when where which while who whom whose why will with would yet you your yours yourself yourselves`.split(
    /\s+/,
  ),
);

/** Chinese function words and signs; they still count for the lexical index, where bigrams hold them. */
export const chineseStopWords: ReadonlySet<string> = new Set(
  `的 了 着 过 是 在 有 和 与 及 或 而 且 但 也 都 就 又 还 才 只 很 太 更 最 不 没 没有 未 别 我 你 他 她 它 您 咱 们 我们 你们
  他们 她们 它们 自己 这 那 哪 这个 那个 这些 那些 这里 那里 这样 那样 什么 怎么 为什么 谁 几 多 少 个 一 一个 一些 一下 一样 两
  把 被 让 给 对 向 从 到 往 为 为了 因为 所以 如果 虽然 但是 可是 然后 于是 以 以及 之 其 此 所 者 地 得 吗 呢 吧 啊 呀 哦 么
  里 上 下 中 来 去 说 道 要 会 能 可 可以 想 再 便 却 将 已 已经 正 正在 并 等 时 时候 每 某 该 各 于 由 如 若 则 跟 同 像 似`.split(
    /\s+/,
  ),
);
