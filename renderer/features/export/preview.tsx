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
import { areWordsTooLong, chosenChapters, layoutFor } from './store.ts';

type Shown = Output<'documents:export:preview'>;

/** Typing a name must not ask for every letter of it. */
const restMs = 200;

function usePreview(project: ProjectInfo, choices: ExportChoices, documentId: string | undefined) {
  const [{ of, shown }, setShown] = useState<{ of: string; shown: Shown | null }>({
    of: '',
    shown: null,
  });
  const [failure, setFailure] = useState<unknown>(null);
  const { projectId, language } = project;
  useEffect(() => {
    if (documentId === undefined || areWordsTooLong(choices)) return undefined;
    const leaving = new AbortController();
    const { format, author, contact } = choices;
    const layout = layoutFor(choices, language);
    const documentIds = chosenChapters(project, choices);
    const request = { projectId, format, author, contact, layout, documentIds, documentId };
    const timer = setTimeout(() => {
      call('documents:export:preview', request, { signal: leaving.signal })
        .then((answer) => {
          setShown({ of: documentId, shown: answer });
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
  // What the chapter before showed stays until the new one is there.
  return { shown, isCurrent: of === documentId, failure };
}

type Page = { kind: 'title' | 'volumes' | 'chapter'; markup: string };

/** The pages that begin a chapter, the book's own before the first. */
const pagesOf = (shown: Shown | null, place: number): Page[] => {
  if (shown === null) return [];
  const title: Page = { kind: 'title', markup: place === 0 ? shown.titlePage : '' };
  const volumes: Page = {
    kind: 'volumes',
    markup: shown.kind === 'pages' ? shown.volumePage : '',
  };
  const front = [title, volumes].filter(({ markup }) => markup !== '');
  return [...front, { kind: 'chapter', markup: shown.chapter }];
};

/** Title page and chapters as they will look, one at a time. */
export function Preview(props: { project: ProjectInfo; choices: ExportChoices; label: string }) {
  const { project, choices, label } = props;
  const { t } = useWords();
  const ids = chosenChapters(project, choices);
  const [at, setAt] = useState(0);
  const place = Math.min(at, Math.max(0, ids.length - 1));
  const { shown, isCurrent, failure } = usePreview(project, choices, ids[place]);
  const [step, setStep] = useState(0);
  const pages = pagesOf(shown, place);
  const page = (isCurrent ? pages[Math.min(step, pages.length - 1)] : pages.at(-1)) ?? null;
  const turnTo = (chapter: number, toStep: number) => {
    setAt(chapter);
    setStep(toStep);
  };
  const back = () => {
    const here = Math.min(step, pages.length - 1);
    if (here > 0) setStep(here - 1);
    else if (place > 0) turnTo(place - 1, Number.POSITIVE_INFINITY);
  };
  const forth = () => {
    if (step < pages.length - 1) setStep(step + 1);
    else if (place < ids.length - 1) turnTo(place + 1, 0);
  };
  if (ids.length === 0) return <div className="export-preview">{t('export:nothing')}</div>;
  return (
    <section className="export-preview" aria-label={label}>
      <div className="export-preview-head">
        <span>
          {page === null || page.kind === 'chapter'
            ? t('export:preview.chapter', { at: place + 1, count: ids.length })
            : t(`export:preview.${page.kind}`)}
        </span>
        <span className="export-space" />
        <IconButton icon={ChevronUp} label={t('export:preview.back')} onPress={back} />
        <IconButton icon={ChevronDown} label={t('export:preview.forth')} onPress={forth} />
      </div>
      {failure !== null && <FailureBlock error={failure} />}
      {shown !== null && page !== null && failure === null && (
        <Sheet
          shown={shown}
          markup={page.markup}
          paper={layoutFor(choices, project.language).paper}
          language={project.language}
        />
      )}
    </section>
  );
}
