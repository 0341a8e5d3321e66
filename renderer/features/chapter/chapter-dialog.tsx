import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog, FailureBlock } from '#renderer/ui/index.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { ChapterForm } from './chapter-form.tsx';
import { useChapterSettings } from './store.ts';
import { usePeople } from './use-people.ts';
import './chapter.css';

function Content({ project, chapter }: { project: ProjectInfo; chapter: DocumentInfo }) {
  const { t } = useWords();
  const people = usePeople(project.projectId);
  if (people.state === 'failed') return <FailureBlock error={people.error} />;
  if (people.state === 'reading') return <p role="status">{t('app:loading')}</p>;
  return <ChapterForm project={project} chapter={chapter} people={people.people} />;
}

/** Who tells a chapter, and from whom its text is kept. */
export function ChapterDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'chapter');
  const documentId = useChapterSettings((settings) => settings.documentId);
  const project = useSession((session) => session.project);
  const chapter = project?.documents.find((one) => one.documentId === documentId);
  if (project === null || chapter === undefined) return null;
  return (
    <Dialog
      size="small"
      title={t('chapter:title', { title: chapter.title })}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <Content key={chapter.documentId} project={project} chapter={chapter} />}
    </Dialog>
  );
}
