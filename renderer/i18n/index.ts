import i18next, { type i18n, type ParseKeys, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#shared/domain/identifiers.ts';
import { en, zhCN } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof en;
    returnNull: false;
  }
}

export const namespaces = [
  'app',
  'assistant',
  'binder',
  'candidates',
  'chapter',
  'codex',
  'constraints',
  'context-files',
  'editor',
  'errors',
  'findings',
  'history',
  'import',
  'inspect',
  'memory',
  'models',
  'palette',
  'settings',
  'welcome',
  'write',
] as const satisfies readonly (keyof typeof en)[];

/** A key with its feature: `'inspect:title'`. */
export type MessageKey = ParseKeys<typeof namespaces>;
export type Translate = TFunction<typeof namespaces>;

/** Switching the language afterwards with `changeLanguage` is instant: both dictionaries are in the bundle. */
export async function createI18n(language: Language): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { 'zh-CN': zhCN, en },
    defaultNS: 'app',
    ns: [...namespaces],
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

/** `const { t, language } = useWords(); t('inspect:title')`. Every key of every feature, checked by the compiler. */
export function useWords(): { t: Translate; language: Language } {
  const { t, i18n: instance } = useTranslation(namespaces);
  return { t, language: instance.language === 'en' ? 'en' : 'zh-CN' };
}
