/** Where the words of the book come from, chapter by chapter, and the report that can be given away (N14). */
import { useCallback, useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Dialog, Loaded } from '#renderer/ui/index.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { reportHtml, reportJson, sinceWords, sourceWords } from './report-file.ts';
import { ShareTable } from './share-table.tsx';
import { acceptedOfBook, type Report } from './shares.ts';
import './origins.css';

/** Of the book as it is on the page: what was typed last is saved first. */
function useReport(projectId: string) {
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    flushEdits()
      .then(() => call('origins:report', { projectId }))
      .then(setReport)
      .catch(setFailure);
  }, [projectId]);
  useEffect(load, [load]);
  return { report, failure, load };
}

function Sources({ report }: { report: Report }) {
  const { t, language } = useWords();
  if (report.sources.length === 0) return null;
  const counts = acceptedOfBook(report.chapters);
  return (
    <section>
      <h3>{t('origins:sources')}</h3>
      <ul className="origins-sources">
        {report.sources.map((source) => (
          <li key={source.sourceId}>
            <span>{sourceWords({ t, language }, source)}</span>
            <span className="ui-quiet">
              {t('origins:standing', {
                count: counts.get(source.sourceId) ?? 0,
                figure: formatCount(counts.get(source.sourceId) ?? 0, language),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Body({ project, report }: { project: ProjectInfo; report: Report }) {
  const words = useWords();
  const { t } = words;
  const save = (kind: 'html' | 'json') => {
    const told = { book: project.name, madeAt: new Date(), report };
    const text = kind === 'html' ? reportHtml(words, told) : reportJson(told);
    const type = kind === 'html' ? 'text/html' : 'application/json';
    saveFile(`${t('origins:fileName')}.${kind}`, new Blob([text], { type }));
  };
  return (
    <div className="origins">
      <p className="ui-lead">{t('origins:lead')}</p>
      <ShareTable chapters={report.chapters} />
      <Sources report={report} />
      <section>
        <h3>{t('origins:method.title')}</h3>
        <p className="ui-quiet">{sinceWords(words, report)}</p>
        <p className="ui-quiet">{t('origins:method.limits')}</p>
      </section>
      <p className="origins-save">
        <Button variant="primary" onPress={() => save('html')}>
          {t('origins:saveReport')}
        </Button>
        <Button onPress={() => save('json')}>{t('origins:saveJson')}</Button>
      </p>
    </div>
  );
}

function LoadedReport({ project }: { project: ProjectInfo }) {
  const { report, failure, load } = useReport(project.projectId);
  return (
    <Loaded value={report} failure={failure} onRetry={load}>
      {(value) => <Body project={project} report={value} />}
    </Loaded>
  );
}

export function OriginsDialog() {
  const { t } = useWords();
  const isOpen = useDialogs(({ open }) => open === 'origins');
  const project = useSession((session) => session.project);
  if (project === null) return null;
  return (
    <Dialog
      size="wide"
      title={t('origins:title')}
      closeLabel={t('app:actions.close')}
      isOpen={isOpen}
      onClose={closeDialog}
    >
      {isOpen && <LoadedReport project={project} />}
    </Dialog>
  );
}
