import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { languageOfLocale } from '#shared/domain/interface-language.ts';
import './ui/styles/index.css';
import './app/shell.css';
import { App } from './app/app.tsx';
import { interfaceLanguage, usePreferences } from './app/preferences.ts';
import { loadPreferences } from './app/start.ts';
import { StartFailed } from './app/start-failed.tsx';
import { createI18n, WordsProvider } from './i18n/index.ts';

const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no #root.');
const root = createRoot(rootElement);

async function show(content: ReactNode, language: InterfaceLanguage): Promise<void> {
  document.documentElement.lang = language;
  const i18n = await createI18n(language);
  root.render(
    <StrictMode>
      <WordsProvider i18n={i18n}>{content}</WordsProvider>
    </StrictMode>,
  );
}

try {
  await loadPreferences();
  await show(<App />, interfaceLanguage(usePreferences.getState()));
} catch (error) {
  console.error(error);
  await show(<StartFailed error={error} />, languageOfLocale(navigator.language));
}
