import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ImportDialog, useDroppedFiles } from '#renderer/features/import/index.ts';
import { Welcome } from '#renderer/features/welcome/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Desk } from './desk.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeyboard } from './keyboard.ts';
import { useLiveState } from './live.ts';
import { showProject } from './open-project.ts';
import { interfaceLanguage, usePreferences } from './preferences.ts';
import { useRemembering } from './remember.ts';
import { useSession } from './session.ts';
import { firstProject } from './start.ts';

function useAppearance(): void {
  const { i18n } = useTranslation();
  const language = usePreferences(interfaceLanguage);
  const theme = usePreferences(({ settings }) => settings.theme);
  useEffect(() => {
    document.documentElement.lang = language;
    void i18n.changeLanguage(language);
  }, [i18n, language]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}

type Opening = { state: 'opening' } | { state: 'done'; failure: unknown };

function useFirstProject(): Opening {
  const [opening, setOpening] = useState<Opening>({ state: 'opening' });
  useEffect(() => {
    firstProject(new URLSearchParams(location.search))
      .then((project) => {
        if (project !== null) showProject(project);
        setOpening({ state: 'done', failure: null });
      })
      .catch((failure: unknown) => setOpening({ state: 'done', failure }));
  }, []);
  return opening;
}

/** The whole interface, once language and settings are known. */
export function App() {
  const { t, language } = useWords();
  const project = useSession((session) => session.project);
  const title = project === null ? t('app:name') : `${project.name} · ${t('app:name')}`;
  useAppearance();
  useKeyboard();
  useLiveState();
  useRemembering();
  useDroppedFiles();
  const opening = useFirstProject();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <I18nProvider locale={language}>
      <ErrorBoundary>
        {project !== null && <Desk key={project.projectId} />}
        {project === null && opening.state === 'done' && <Welcome failure={opening.failure} />}
        {project === null && opening.state === 'opening' && (
          <p className="ui-waiting" role="status">
            {t('welcome:opening')}
          </p>
        )}
        <ImportDialog />
      </ErrorBoundary>
    </I18nProvider>
  );
}
