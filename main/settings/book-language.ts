/** The language a book is taken to be in while only the interface's is known. */
import type { Language } from '#shared/domain/identifiers.ts';
import { type InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';
import type { SettingsService } from './service.ts';

/** Follows the settings' own language, or the machine's where they leave it to the machine. */
export const followBookLanguage =
  (settings: Pick<SettingsService, 'get'>, systemLanguage: InterfaceLanguage): (() => Language) =>
  () => {
    const { language } = settings.get();
    return interfaceLanguages[language === 'system' ? systemLanguage : language].bookLanguage;
  };
