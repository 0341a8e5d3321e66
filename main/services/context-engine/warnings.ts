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
  RETRIEVAL_UNAVAILABLE: {
    'zh-CN': '相关前文未能检索，未注入',
    en: 'related passages could not be searched and were left out',
  },
  IMMEDIATE_UNAVAILABLE: {
    'zh-CN': '上一章未能读取，未注入',
    en: 'the previous chapter could not be read and was left out',
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

/** `CODE: words` in the project's language (S3-31). */
export const warn = (code: WarningCode, language: Language): string =>
  `${code}: ${words[code][language]}`;
