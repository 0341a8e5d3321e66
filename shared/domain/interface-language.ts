/** The languages of the interface. CONTRIBUTING.md says what another one needs; a book's own language is `Language`. */
import { z } from 'zod';
import type { Language } from './identifiers.ts';

export const InterfaceLanguage = z.enum(['zh-CN', 'en']);
export type InterfaceLanguage = z.infer<typeof InterfaceLanguage>;

type LanguageFacts = {
  /** What it calls itself. */
  name: string;
  /** What a book is taken to be written in while nothing else is known: a book's languages are fewer. */
  bookLanguage: Language;
  /** Locales of machines that speak it. */
  locales: RegExp;
  /** How a sentence names a chapter by its number. */
  chapter: { words: `${string}{number}${string}`; numerals: 'chinese' | 'arabic' };
};

export const interfaceLanguages: Readonly<Record<InterfaceLanguage, LanguageFacts>> = {
  'zh-CN': {
    name: '中文',
    bookLanguage: 'zh-CN',
    locales: /^zh\b|^zh_/i,
    chapter: { words: '第{number}章', numerals: 'chinese' },
  },
  en: {
    name: 'English',
    bookLanguage: 'en',
    locales: /^en\b|^en_/i,
    chapter: { words: 'chapter {number}', numerals: 'arabic' },
  },
};

/** The interface language for a locale such as `zh-Hans-CN`, `zh_TW.UTF-8` or `en-GB`; English where none fits. */
export const languageOfLocale = (locale: string): InterfaceLanguage =>
  InterfaceLanguage.options.find((id) => interfaceLanguages[id].locales.test(locale)) ?? 'en';
