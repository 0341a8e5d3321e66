import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { FailureBlock, IconButton } from '#renderer/ui/index.ts';
import type { Output } from '#shared/contract/index.ts';
import type { ExportChoices } from '#shared/domain/export.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { Sheet } from './sheet.tsx';
import { chosenChapters, layoutFor } from './store.ts';

type Shown = Output<'documents:export:preview'>;

/** Typing a name must not ask for every letter of it. */
const restMs = 200;

function usePreview(project: ProjectInfo, choices: ExportChoices, documentId: string | undefined) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { projectId, language } = project;
  useEffect(() => {
    if (documentId === undefined) return undefined;
    const leaving = new AbortController();
    const { format, author, contact } = choices;
    const layout = layoutFor(choices, language);
    const documentIds = chosenChapters(project, choices);
    const request = { projectId, format, author, contact, layout, documentIds, documentId };
    const timer = setTimeout(() => {
      call('documents:export:preview', request, { signal: leaving.signal })
        .then((answer) => {
          setShown(answer);
          setFailure(null);
        })
        .catch((error: unknown) => {
          if (failureOf(error).code !== 'CANCELLED') setFailure(error);
        });
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [project, projectId, language, choices, documentId]);
  return { shown, failure };
}

/** Title page and chapters as they will look, one at a time. */
export function Preview(props: { project: ProjectInfo; choices: ExportChoices; label: string }) {
  const { project, choices, label } = props;
  const { t } = useWords();
  const ids = chosenChapters(project, choices);
  const [at, setAt] = useState(0);
  const place = Math.min(at, Math.max(0, ids.length - 1));
  const { shown, failure } = usePreview(project, choices, ids[place]);
  const [isTitle, setTitle] = useState(true);
  const hasTitle = shown !== null && shown.titlePage !== '';
  const showsTitle = hasTitle && isTitle && place === 0;
  const back = () => {
    if (place > 0) setAt(place - 1);
    else setTitle(true);
  };
  const forth = () => {
    if (showsTitle) setTitle(false);
    else setAt(Math.min(place + 1, ids.length - 1));
  };
  if (ids.length === 0) return <div className="export-preview">{t('export:nothing')}</div>;
  return (
    <section className="export-preview" aria-label={label}>
      <div className="export-preview-head">
        <span>
          {showsTitle
            ? t('export:preview.title')
            : t('export:preview.chapter', { at: place + 1, count: ids.length })}
        </span>
        <span className="export-space" />
        <IconButton icon={ChevronUp} label={t('export:preview.back')} onPress={back} />
        <IconButton icon={ChevronDown} label={t('export:preview.forth')} onPress={forth} />
      </div>
      {failure !== null && <FailureBlock error={failure} />}
      {shown !== null && failure === null && (
        <Sheet
          shown={shown}
          markup={showsTitle ? shown.titlePage : shown.chapter}
          paper={layoutFor(choices, project.language).paper}
          language={project.language}
        />
      )}
    </section>
  );
}
