import i18next, { type i18n, type ParseKeys, type TFunction } from 'i18next';
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { keysInWords } from '#renderer/ui/keys.ts';
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
  'beside',
  'binder',
  'candidates',
  'chapter',
  'codex',
  'constraints',
  'context-files',
  'contradictions',
  'days',
  'editor',
  'egress',
  'errors',
  'expectations',
  'export',
  'findings',
  'git',
  'history',
  'import',
  'inspect',
  'memory',
  'jobs',
  'lock-in',
  'models',
  'notes',
  'origins',
  'outside',
  'palette',
  'purse',
  'read-aloud',
  'replace',
  'reports',
  'settings',
  'spelling',
  'structure',
  'synopses',
  'threads',
  'welcome',
  'write',
] as const satisfies readonly (keyof typeof en)[];

/** A key with its feature: `'inspect:title'`. */
export type MessageKey = ParseKeys<typeof namespaces>;
export type Translate = TFunction<typeof namespaces>;

/**
 * Texts name keys as data, `{{copy, keys}}` with `copy: 'Mod+C'`, and are shown them as on this machine.
 *
 * Switching the language afterwards with `changeLanguage` is instant: all dictionaries are in the bundle.
 */
export async function createI18n(
  language: InterfaceLanguage,
  platform: string = navigator.platform,
): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.init({
    lng: language,
    fallbackLng: false,
    resources,
    defaultNS: 'app',
    ns: [...namespaces],
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  instance.services.formatter?.add('keys', (shortcut) => keysInWords(String(shortcut), platform));
  return instance;
}

type Words = {
  t: Translate;
  language: InterfaceLanguage;
  changeLanguage: (language: InterfaceLanguage) => void;
};

/** The words for components, made once for a language and shared by all of them. */
const WordsContext = createContext<Words | null>(null);

const useLanguage = (instance: i18n): InterfaceLanguage =>
  useSyncExternalStore(
    (listener) => {
      instance.on('languageChanged', listener);
      return () => instance.off('languageChanged', listener);
    },
    () => InterfaceLanguage.parse(instance.language),
  );

export function WordsProvider({ i18n: instance, children }: { i18n: i18n; children: ReactNode }) {
  const language = useLanguage(instance);
  const words = useMemo(
    (): Words => ({
      t: instance.getFixedT(language, namespaces),
      language,
      changeLanguage: (next) => void instance.changeLanguage(next),
    }),
    [instance, language],
  );
  return createElement(WordsContext, { value: words }, children);
}

/** `const { t, language } = useWords(); t('inspect:title')`. Every key of every feature, checked by the compiler. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('Words are asked for outside of their provider.');
  return words;
}
