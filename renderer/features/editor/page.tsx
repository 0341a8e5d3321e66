import { useRef } from 'react';
import { useLockIn } from '#renderer/app/lock-in.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import {
  AnswerStrips,
  CandidateBar,
  CandidateMargin,
} from '#renderer/features/candidates/index.ts';
import { NameCard } from '#renderer/features/codex/index.ts';
import { FindingMargin } from '#renderer/features/findings/index.ts';
import { NoteMargin } from '#renderer/features/notes/index.ts';
import { OriginsLegend } from '#renderer/features/origins/index.ts';
import { ReadAloudBar } from '#renderer/features/read-aloud/index.ts';
import { SelectionActions } from '#renderer/features/selection/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { EmptyState, FailureBlock } from '#renderer/ui/index.ts';
import './editor.css';
import { ConflictBar } from './conflict-bar.tsx';
import { EncodingBar } from './encoding-bar.tsx';
import { FindBar } from './find/find-bar.tsx';
import { LeaveUnsaved } from './leave-unsaved.tsx';
import { PageHead } from './page-head.tsx';
import { SaveFailure } from './save-failure.tsx';
import { useEditor } from './store.ts';
import { useEditorCommands } from './editor-commands.ts';
import { usePage } from './use-page.ts';
import { usePageLook } from './use-page-look.ts';

/** What stands in for the text when there is none. */
function PageState() {
  const { t } = useWords();
  const status = useEditor((editor) => editor.status);
  const isEmpty = useSession(({ project }) => project?.documents.length === 0);
  if (status.state === 'ready') return null;
  return (
    <div className="page-state">
      {status.state === 'loading' && <p role="status">{t('editor:loading')}</p>}
      {status.state === 'none' && (
        <EmptyState
          title={t(isEmpty ? 'editor:noChapter.none' : 'editor:noChapter.title')}
          text={t(isEmpty ? 'editor:noChapter.begin' : 'editor:noChapter.text')}
        />
      )}
      {status.state === 'failed' && <FailureBlock error={status.error} />}
    </div>
  );
}

/** What the page is called for those who hear it; the text below shows it. */
function PageTitle() {
  const name = useSession(({ project }) => project?.name ?? '');
  const title = useSession((session) => openDocumentInfo(session)?.title);
  return <h1 className="ui-hidden">{title ?? name}</h1>;
}

/** What others have to say about the text, and what can be asked of them. */
function BesideText() {
  return (
    <>
      <NoteMargin />
      <FindingMargin />
      <AnswerStrips />
      <CandidateMargin />
      <CandidateBar />
      <SelectionActions />
      <NameCard />
    </>
  );
}

function OpenPage({ projectId }: { projectId: string }) {
  const lockedIn = useLockIn(({ lock }) => lock !== null);
  const parent = useRef<HTMLDivElement>(null);
  const controller = usePage(projectId, parent);
  useEditorCommands(controller);
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const { style, ...look } = usePageLook(controller, language);
  const ready = useEditor((editor) => editor.status.state === 'ready');
  return (
    <main className="page" lang={language}>
      <PageTitle />
      {!lockedIn && <PageHead />}
      <FindBar controller={controller} />
      <ConflictBar controller={controller} />
      <EncodingBar />
      <OriginsLegend />
      <ReadAloudBar view={controller.view} />
      <PageState />
      <div ref={parent} className="page-text" data-ready={ready} {...look} style={style} />
      {!lockedIn && <BesideText />}
      <SaveFailure controller={controller} />
      <LeaveUnsaved controller={controller} />
    </main>
  );
}

/** The middle column: the open chapter as a page of a book. */
export function Page() {
  const projectId = useSession((session) => session.project?.projectId);
  return projectId === undefined ? null : <OpenPage key={projectId} projectId={projectId} />;
}
