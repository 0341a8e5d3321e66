import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useDroppedFiles } from '#renderer/features/import/index.ts';
import { Welcome } from '#renderer/features/welcome/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { ToldInDialogs } from '#renderer/ui/index.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { Desk } from './desk.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Everywhere } from './everywhere.tsx';
import { useKeyboard } from './keyboard.ts';
import { useLiveState } from './live.ts';
import { DialogNotices, NoticeArea } from './notice-area.tsx';
import { showProject } from './open-project.ts';
import { interfaceLanguage, usePreferences } from './preferences.ts';
import { useRemembering } from './remember.ts';
import { useSession } from './session.ts';
import { firstProject } from './start.ts';
import { tellUntoldFailures } from './untold-failures.ts';

/** More contrast where the writer or the system asks for it. */
function useContrast(): void {
  const contrast = usePreferences(({ settings }) => settings.contrast);
  useEffect(() => {
    const query = window.matchMedia('(prefers-contrast: more)');
    const show = () => {
      const { dataset } = document.documentElement;
      if (contrast === 'more' || query.matches) dataset.contrast = 'more';
      else delete dataset.contrast;
    };
    show();
    query.addEventListener('change', show);
    return () => query.removeEventListener('change', show);
  }, [contrast]);
}

function useAppearance(): void {
  const { changeLanguage } = useWords();
  const language = usePreferences(interfaceLanguage);
  const theme = usePreferences(({ settings }) => settings.theme);
  useEffect(() => {
    document.documentElement.lang = language;
    changeLanguage(language);
  }, [changeLanguage, language]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  useContrast();
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
  // Not the project itself: it is another value whenever a chapter was saved.
  const projectId = useSession((session) => session.project?.projectId);
  const name = useSession((session) => session.project?.name);
  const title = name === undefined ? t('app:name') : `${name} · ${t('app:name')}`;
  useAppearance();
  useKeyboard();
  useLiveState();
  useRemembering();
  useDroppedFiles();
  useEffect(() => tellUntoldFailures(window), []);
  const opening = useFirstProject();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <I18nProvider locale={language}>
      <ToldInDialogs value={<DialogNotices />}>
        <ErrorBoundary>
          {projectId !== undefined && <Desk key={projectId} />}
          {projectId === undefined && opening.state === 'done' && (
            <div className="column">
              <ConnectionBar />
              <Welcome failure={opening.failure} />
              <NoticeArea place="page" />
            </div>
          )}
          {projectId === undefined && opening.state === 'opening' && (
            <p className="ui-waiting" role="status">
              {t('welcome:opening')}
            </p>
          )}
          <Everywhere />
        </ErrorBoundary>
      </ToldInDialogs>
    </I18nProvider>
  );
}
