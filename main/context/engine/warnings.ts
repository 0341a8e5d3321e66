import type { Language } from '#shared/domain/identifiers.ts';

const words = {
  KG_UNAVAILABLE: {
    'zh-CN': '知识图谱数据未注入',
    en: 'the codex could not be read and was left out',
  },
  CONSTRAINTS_UNAVAILABLE: {
    'zh-CN': '创作约束未能读取，未注入',
    en: 'the constraints could not be read and were left out',
  },
  MEMORY_UNAVAILABLE: {
    'zh-CN': '写作偏好与记忆未注入',
    en: 'preferences and memory could not be read and were left out',
  },
  THREADS_UNAVAILABLE: {
    'zh-CN': '伏笔未能读取，未注入',
    en: 'the threads could not be read and were left out',
  },
  RETRIEVAL_UNAVAILABLE: {
    'zh-CN': '相关前文未能检索，未注入',
    en: 'related passages could not be searched and were left out',
  },
  SENTENCE_MODEL_LATE: {
    'zh-CN': '句子模型没有及时答复，相关前文只按字词检索',
    en: 'the sentence model did not answer in time; passages were found by words alone',
  },
  IMMEDIATE_UNAVAILABLE: {
    'zh-CN': '上一章未能读取，未注入',
    en: 'the previous chapter could not be read and was left out',
  },
  CHAPTERS_UNAVAILABLE: {
    'zh-CN': '有前面的章节未能读取，未注入',
    en: 'an earlier chapter could not be read and was left out',
  },
  CONTEXT_RULES_OVERBUDGET: {
    'zh-CN': '规则超出其份额，已按相关度留下最要紧的',
    en: 'Rules are over their share; the most relevant were kept',
  },
  CONTEXT_BUDGET_FALLBACK: {
    'zh-CN': '词元计数失败，已改用默认预算与估算',
    en: 'tokens could not be counted; the default budget and an estimate were used',
  },
  CONTEXT_LAYER_INVALID: {
    'zh-CN': '有数据格式不合，未注入',
    en: 'malformed data was left out',
  },
} as const;

export type WarningCode = keyof typeof words;

/** Other words for a code that can have another cause. */
const damagedBudget = {
  'zh-CN': '保存的预算已损坏，已改用默认预算',
  en: 'the stored budget is damaged; the default budget was used',
} as const;

/** `CODE: words` in the project's language (S3-31). */
export const warn = (code: WarningCode, language: Language, cause?: 'damaged'): string =>
  `${code}: ${cause === 'damaged' ? damagedBudget[language] : words[code][language]}`;

/** What a row is of, in words. */
const kinds = {
  constraint: { 'zh-CN': '约束', en: 'constraint' },
  entity: { 'zh-CN': '设定', en: 'codex entry' },
  relation: { 'zh-CN': '关系', en: 'relation' },
  rule: { 'zh-CN': '偏好', en: 'preference' },
  episode: { 'zh-CN': '往事', en: 'record' },
  thread: { 'zh-CN': '伏笔', en: 'thread' },
  passage: { 'zh-CN': '旧文', en: 'passage' },
} as const;
export type RowKind = keyof typeof kinds;

/** A malformed row, as far as it can be named. */
export type MalformedRow = { kind: RowKind; id: string };

/** So many are named; the others are counted. */
const named = 5;

/** Names what was left out for being malformed (S3-39). */
export const warnOfMalformed = (rows: readonly MalformedRow[], language: Language): string => {
  const isChinese = language === 'zh-CN';
  const names = rows.slice(0, named).map(({ kind, id }) => `${kinds[kind][language]} ${id}`);
  const more = rows.length - names.length;
  const rest = isChinese ? `等 ${rows.length} 条` : `and ${more} more`;
  const list = [...names, ...(more > 0 ? [rest] : [])].join(isChinese ? '、' : ', ');
  const line = warn('CONTEXT_LAYER_INVALID', language);
  return isChinese ? `${line}：${list}` : `${line}: ${list}`;
};
