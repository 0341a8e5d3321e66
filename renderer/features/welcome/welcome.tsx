import { useEffect, useRef } from 'react';
import { openDialog } from '#renderer/app/dialogs.ts';
import { interfaceLanguages } from '#shared/domain/interface-language.ts';
import { JobsLine } from '#renderer/features/jobs/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock, useFocusFromOpening } from '#renderer/ui/index.ts';
import { CreateProject } from './create-project.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OpenFolder } from './open-folder.tsx';
import { useOpening } from './opening.ts';
import { Recent } from './recent.tsx';
import './welcome.css';

/** The first page: look at the sample, open a folder, begin anew, or go on where one was. */
export function Welcome({ failure }: { failure: unknown }) {
  const { t, language } = useWords();
  const opening = useOpening(failure);
  const page = useRef<HTMLElement>(null);
  const status = useRef<HTMLDivElement>(null);
  useFocusFromOpening(page);
  // It stands above all of them, and what was asked for may be at the end of a page that is higher than the window.
  useEffect(() => {
    if (opening.failure !== null) status.current?.scrollIntoView({ block: 'nearest' });
  }, [opening.failure]);
  return (
    <main className="welcome" ref={page} tabIndex={-1}>
      <div className="welcome-sheet">
        <LanguageSwitch />
        <h1>{t('welcome:title')}</h1>
        <p className="ui-lead">{t('welcome:lead')}</p>
        <div ref={status} className="welcome-status" aria-live="polite">
          {opening.busy && <p className="ui-quiet">{t('welcome:opening')}</p>}
          <JobsLine />
          {opening.failure !== null && <FailureBlock error={opening.failure} />}
        </div>
        <Recent opening={opening} />
        <section>
          <h2>{t('welcome:sample.title')}</h2>
          <p>{t('welcome:sample.text')}</p>
          <Button
            variant="primary"
            isDisabled={opening.busy}
            onPress={() =>
              opening.open(() =>
                call('projects:openSample', {
                  language: interfaceLanguages[language].bookLanguage,
                }),
              )
            }
          >
            {t('welcome:sample.action')}
          </Button>
        </section>
        <CreateProject opening={opening} />
        <OpenFolder opening={opening} />
        <section>
          <h2>{t('import:welcome.title')}</h2>
          <p>{t('import:welcome.text')}</p>
          <Button isDisabled={opening.busy} onPress={() => openDialog('import')}>
            {t('import:welcome.action')}
          </Button>
        </section>
        <section>
          <h2>{t('import:bundle.welcome.title')}</h2>
          <p>{t('import:bundle.welcome.text')}</p>
          <Button isDisabled={opening.busy} onPress={() => openDialog('bundle')}>
            {t('import:bundle.welcome.action')}
          </Button>
        </section>
      </div>
    </main>
  );
}
