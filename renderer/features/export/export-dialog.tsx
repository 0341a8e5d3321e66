import { useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useHost } from '#renderer/app/host.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { createAfterRest } from '#renderer/app/rest.ts';
import { useSession } from '#renderer/app/session.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { onClosing } from '#renderer/rpc/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { Button, Dialog, FailureBlock, Kbd, Waiting } from '#renderer/ui/index.ts';
import { exportExtension } from '#shared/domain/export.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { ChapterChoice } from './chapter-choice.tsx';
import { FormatList } from './format-list.tsx';
import { LayoutFields } from './layout-fields.tsx';
import { Preview } from './preview.tsx';
import { startExport } from './run-export.ts';
import {
  areWordsTooLong,
  chosenChapters,
  layoutFor,
  readChoices,
  rememberChoices,
  useExport,
} from './store.ts';
import './export.css';

function Content({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const draft = useExport((state) => state.draft);
  const failure = useExport((state) => state.failure);
  const { projectId } = project;
  useEffect(() => {
    void readChoices(projectId);
    const remembering = createAfterRest(reportFailure);
    const stopFollowing = useExport.subscribe(({ draft: now }, { draft: before }) => {
      // What was read is there already.
      if (now === null || before === null || now === before) return;
      if (!areWordsTooLong(now.choices)) {
        remembering.later(() => rememberChoices(now));
      }
    });
    const stopClosing = onClosing(() => remembering.flush());
    return () => {
      stopFollowing();
      stopClosing();
      remembering.flush().catch(reportFailure);
    };
  }, [projectId]);
  if (failure !== null) {
    return <FailureBlock error={failure} onRetry={() => void readChoices(projectId)} />;
  }
  if (draft === null) return <Waiting />;
  const { choices } = draft;
  return (
    <div className="export">
      <div className="export-choices">
        <FormatList format={choices.format} />
        <ChapterChoice project={project} choices={choices} />
        <LayoutFields choices={choices} project={project} />
      </div>
      <Preview project={project} choices={choices} label={t('export:preview.label')} />
    </div>
  );
}

function Foot({ project, run, busy }: { project: ProjectInfo; run: () => void; busy: boolean }) {
  const { t } = useWords();
  const draft = useExport((state) => state.draft);
  const running = useExport((state) => state.running);
  const isNative = useHost((host) => host.capabilities?.printPdf ?? false);
  if (draft === null) return null;
  const { choices, fileName } = draft;
  const name = `${fileName}.${exportExtension(choices.format, layoutFor(choices, project.language))}`;
  const isPrint = choices.format === 'pdf' && !isNative;
  const count = chosenChapters(project, choices).length;
  const isReady = count > 0 && !areWordsTooLong(choices);
  return (
    <>
      <span className="export-target">
        {isPrint ? t('export:printHint') : t('export:target', { name })}
      </span>
      <Button onPress={closeDialog}>{t('app:actions.cancel')}</Button>
      <Button variant="primary" isDisabled={busy || !isReady || running !== null} onPress={run}>
        {t(isPrint ? 'export:print' : 'export:action')} <Kbd shortcut="Mod+Enter" />
      </Button>
    </>
  );
}

function OpenDialog({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  const run = () => {
    const { draft, running } = useExport.getState();
    if (busy || running !== null || draft === null) return;
    if (chosenChapters(project, draft.choices).length === 0) return;
    if (areWordsTooLong(draft.choices)) return;
    setBusy(true);
    startExport(project, t('export:title'))
      .then((begun) => {
        // By the time it begins another dialog may be open.
        if (begun && isShown()) closeDialog();
      })
      .catch((error: unknown) => {
        if (isShown()) useExport.setState({ failure: error });
        else reportFailure(error);
      })
      .finally(() => setBusy(false));
  };
  useEffect(() => {
    // Before the controls, which keep the keys they know to themselves.
    const onKey = (event: KeyboardEvent) => {
      if (!matches('Mod+Enter', event, navigator.platform)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  return (
    <Dialog
      size="wide"
      title={t('export:title')}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={closeDialog}
      footer={<Foot project={project} run={run} busy={busy} />}
    >
      <div className="export-body">
        <Content project={project} />
      </div>
    </Dialog>
  );
}

/** What will be made of the book, before it is made. */
export function ExportDialog() {
  const open = useDialogs((dialogs) => dialogs.open === 'export');
  const project = useSession((session) => session.project);
  return open && project !== null ? <OpenDialog project={project} /> : null;
}
