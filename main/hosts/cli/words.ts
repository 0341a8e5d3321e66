import type { Decision, ItemSource, Reason } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';

/** What `fabula inspect` says, in the language of the project. */
export type Words = {
  layer: Record<LayerName, string>;
  decision: Record<Decision, string>;
  source: Record<ItemSource, string>;
  reason: Record<Reason, string>;
  heads: Record<
    | 'layer'
    | 'tokens'
    | 'budget'
    | 'included'
    | 'dropped'
    | 'id'
    | 'source'
    | 'title'
    | 'decision'
    | 'reason',
    string
  >;
  /** Tokens the headings and separators take. */
  framing: string;
  total: string;
  noItems: string;
  warnings: string;
  /** The sentence above the tables. */
  summary(facts: {
    chapter: string;
    cursor: number;
    tokens: number;
    budget: number;
    used: number;
    considered: number;
  }): string;
};

const english: Words = {
  layer: { rules: 'Rules', settings: 'Settings', retrieved: 'Retrieved', immediate: 'Immediate' },
  decision: { included: 'in', trimmed: 'cut', dropped: 'out' },
  source: {
    project: 'the book',
    constraint: 'constraint',
    knowledge: 'codex',
    memory: 'memory',
    retrieval: 'passage',
    episode: 'episode',
    manuscript: 'manuscript',
    workingMemory: 'this sitting',
    skill: 'skill',
    request: 'request',
  },
  reason: {
    writerConstraint: 'you wrote it',
    bookSetting: 'settled for the whole book',
    automaticConstraint: 'drawn from the codex',
    alwaysIncluded: 'always included',
    mentioned: 'named near the cursor',
    relatedToMentioned: 'tied to someone named here',
    related: 'close in meaning',
    confirmedRule: 'a rule you confirmed',
    similarPassage: 'a similar passage',
    pastEpisode: 'something that happened before',
    previousChapterEnding: 'how the last chapter ends',
    nearestCursor: 'nearest to the cursor',
    afterCursor: 'follows the cursor',
    workingMemory: 'from this sitting',
    instruction: 'what the skill asks',
    additionalInput: 'what you added',
    cutToBudget: 'cut to the budget',
    overlapRemoved: 'overlap removed',
    fencedPart: 'fenced sentences removed',
    overBudget: 'did not fit',
    layerLimit: 'the layer is full',
    lowRelevance: 'of little relevance',
    disabled: 'switched off',
    neverIncluded: 'never included',
    unconfirmed: 'not confirmed yet',
    notYetValid: 'not true yet',
    noLongerValid: 'no longer true',
    fencedUntilChapter: 'fenced until a later chapter',
    fencedFromPointOfView: 'this point of view must not know',
    neverSend: 'never to be sent',
    fenceUnknown: 'nobody can tell its fence',
    laterChapter: 'from a later chapter',
    alreadyInImmediate: 'already in the text nearby',
    nearDuplicate: 'nearly the same as another',
    mutedByWriter: 'muted for this request',
    malformed: 'malformed',
    emptyText: 'empty',
  },
  heads: {
    layer: 'Layer',
    tokens: 'Tokens',
    budget: 'Budget',
    included: 'In',
    dropped: 'Out',
    id: 'Id',
    source: 'Source',
    title: 'Title',
    decision: 'Is',
    reason: 'Because',
  },
  framing: 'Headings',
  total: 'Total',
  noItems: 'Nothing was considered for this layer.',
  warnings: 'Warnings',
  summary: ({ chapter, cursor, tokens, budget, used, considered }) =>
    `At position ${cursor} of “${chapter}”: ${tokens} of ${budget} tokens, ${used} of ${considered} items are sent.`,
};

const chinese: Words = {
  layer: { rules: '规则', settings: '偏好', retrieved: '检索', immediate: '当前' },
  decision: { included: '采用', trimmed: '截短', dropped: '未用' },
  source: {
    project: '本书',
    constraint: '约束',
    knowledge: '设定',
    memory: '记忆',
    retrieval: '旧文',
    episode: '往事',
    manuscript: '正文',
    workingMemory: '本次写作',
    skill: '技能',
    request: '请求',
  },
  reason: {
    writerConstraint: '你写下的约束',
    bookSetting: '全书的约定',
    automaticConstraint: '由设定得出',
    alwaysIncluded: '始终带上',
    mentioned: '光标附近提到',
    relatedToMentioned: '与提到的人物有关',
    related: '意思相近',
    confirmedRule: '你确认过的偏好',
    similarPassage: '相似段落',
    pastEpisode: '此前发生的事',
    previousChapterEnding: '上一章的结尾',
    nearestCursor: '紧邻光标',
    afterCursor: '光标之后',
    workingMemory: '本次写作的记录',
    instruction: '技能的要求',
    additionalInput: '你补充的话',
    cutToBudget: '按预算截短',
    overlapRemoved: '去掉了重叠部分',
    fencedPart: '去掉了设防的句子',
    overBudget: '放不下',
    layerLimit: '本层已满',
    lowRelevance: '关联太弱',
    disabled: '已停用',
    neverIncluded: '设为从不带上',
    unconfirmed: '尚未确认',
    notYetValid: '此时还不成立',
    noLongerValid: '此时已不成立',
    fencedUntilChapter: '后面的章节才能揭示',
    fencedFromPointOfView: '当前视角人物不应知道',
    neverSend: '设为从不发送',
    fenceUnknown: '设防名单看不清，先不发送',
    laterChapter: '出自后面的章节',
    alreadyInImmediate: '当前文本里已有',
    nearDuplicate: '与另一条几乎相同',
    mutedByWriter: '本次请求中略去',
    malformed: '数据不合格式',
    emptyText: '没有内容',
  },
  heads: {
    layer: '层',
    tokens: '词元',
    budget: '预算',
    included: '采用',
    dropped: '未用',
    id: '编号',
    source: '来源',
    title: '标题',
    decision: '取舍',
    reason: '原因',
  },
  framing: '标题与分隔',
  total: '合计',
  noItems: '这一层没有可供选择的内容。',
  warnings: '提醒',
  summary: ({ chapter, cursor, tokens, budget, used, considered }) =>
    `《${chapter}》第 ${cursor} 个字符处：共 ${tokens} 词元（上限 ${budget}），${considered} 条中发送 ${used} 条。`,
};

export const wordsOf: Record<InterfaceLanguage, Words> = { en: english, 'zh-CN': chinese };
