import i18next, { type i18n, type ParseKeys, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { type en, resources } from './resources.ts';

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
  'backups',
  'binder',
  'candidates',
  'chapter',
  'codex',
  'constraints',
  'context-files',
  'days',
  'editor',
  'egress',
  'errors',
  'export',
  'findings',
  'history',
  'import',
  'inspect',
  'memory',
  'models',
  'outside',
  'palette',
  'purse',
  'replace',
  'settings',
  'spelling',
  'structure',
  'welcome',
  'write',
] as const satisfies readonly (keyof typeof en)[];

/** A key with its feature: `'inspect:title'`. */
export type MessageKey = ParseKeys<typeof namespaces>;
export type Translate = TFunction<typeof namespaces>;

/** Switching the language afterwards with `changeLanguage` is instant: all dictionaries are in the bundle. */
export async function createI18n(language: InterfaceLanguage): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources,
    defaultNS: 'app',
    ns: [...namespaces],
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

/** `const { t, language } = useWords(); t('inspect:title')`. Every key of every feature, checked by the compiler. */
export function useWords(): { t: Translate; language: InterfaceLanguage } {
  const { t, i18n: instance } = useTranslation(namespaces);
  return { t, language: InterfaceLanguage.parse(instance.language) };
}
