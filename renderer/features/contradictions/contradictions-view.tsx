/** Contradictions of codex and text, in place of the page (N15). */
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import type { TaskState } from '#renderer/app/long-task.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useTaskOfBook } from '#renderer/app/running-task.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { sentences } from '#renderer/i18n/sentences.ts';
import {
  Button,
  EmptyState,
  FailureBlock,
  LinkButton,
  Loaded,
  Progress,
  Screen,
  ScreenHead,
  Segmented,
} from '#renderer/ui/index.ts';
import type { Contradiction } from '#shared/domain/contradiction.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { AskingPart, JobLine } from './asking-part.tsx';
import { openAsking } from './asking.ts';
import { FindingRow } from './finding-row.tsx';
import { scopesAt } from './scopes.ts';
import { checkBook, readContradictions, useContradictions } from './store.ts';
import './contradictions.css';

const checkKinds = ['contradictions'] as const;

/** How far a check is that is under way; null while none is. */
const useChecking = (): TaskState | null =>
  useTaskOfBook(
    useContradictions((state) => state.task),
    checkKinds,
  );

function Head({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const scope = useContradictions((state) => state.scope);
  const task = useChecking();
  const documentId = useSession((session) => session.documentId);
  const scopes = scopesAt(project.documents, documentId);
  return (
    <ScreenHead title={t('contradictions:title')} about={t('contradictions:subtitle')}>
      {scopes.length > 1 && !project.readOnly && (
        <Segmented
          label={t('contradictions:scope.label')}
          choices={scopes.map((id) => ({ id, label: t(`contradictions:scope.${id}`) }))}
          value={scopes.includes(scope) ? scope : 'book'}
          // What was counted for another scope is not what would be read.
          onChange={(next) => useContradictions.setState({ scope: next, asking: null })}
        />
      )}
      {!project.readOnly && (
        <Button size="small" isDisabled={task !== null} onPress={() => void checkBook()}>
          {t('contradictions:check')}
        </Button>
      )}
      {!project.readOnly && (
        <Button size="small" variant="quiet" onPress={() => void openAsking()}>
          {t('contradictions:ask.open')}
        </Button>
      )}
      <BackToPage />
    </ScreenHead>
  );
}

function Checking() {
  const { t } = useWords();
  const task = useChecking();
  if (task === null) return null;
  const { done, total, cancel } = task;
  return (
    <div className="contradictions-checking">
      <Progress
        label={t('contradictions:checking')}
        value={done}
        total={total}
        {...(cancel === null ? {} : { cancelLabel: t('app:actions.cancel'), onCancel: cancel })}
      />
    </div>
  );
}

function About() {
  const { t } = useWords();
  const { result, isStale } = useContradictions();
  return (
    <p className="contradictions-about">
      {sentences(
        t('contradictions:local'),
        t('contradictions:limits'),
        result !== null && t('contradictions:result', { count: result.found }),
        result !== null &&
          result.unreadable.length > 0 &&
          t('contradictions:unreadable', { count: result.unreadable.length }),
      )}
      {isStale && <strong>{t('contradictions:stale')}</strong>}
    </p>
  );
}

function Findings({ items }: { items: readonly Contradiction[] }) {
  const { t } = useWords();
  const { isDismissedShown, result } = useContradictions();
  const dismissed = items.filter(({ state }) => state === 'dismissed');
  const open = items.filter(({ state }) => state !== 'dismissed');
  const list = (shown: readonly Contradiction[], label: string) => (
    <ul className="contradictions-list" aria-label={label}>
      {shown.map((finding) => (
        <FindingRow key={finding.findingId} finding={finding} />
      ))}
    </ul>
  );
  return (
    <div className="contradictions-body">
      {open.length === 0 ? (
        <EmptyState
          title={t(`contradictions:${result === null ? 'empty' : 'none'}.title`)}
          text={t(`contradictions:${result === null ? 'empty' : 'none'}.text`)}
        />
      ) : (
        list(open, t('contradictions:open', { count: open.length }))
      )}
      {dismissed.length > 0 && (
        <p className="contradictions-dismissed">
          {t('contradictions:dismissed', { count: dismissed.length })}{' '}
          <LinkButton
            onPress={() => useContradictions.setState({ isDismissedShown: !isDismissedShown })}
          >
            {t(isDismissedShown ? 'contradictions:hideDismissed' : 'contradictions:showDismissed')}
          </LinkButton>
        </p>
      )}
      {isDismissedShown &&
        dismissed.length > 0 &&
        list(dismissed, t('contradictions:dismissed', { count: dismissed.length }))}
    </div>
  );
}

function OpenView({ project }: { project: ProjectInfo }) {
  const { items, failure } = useContradictions();
  const task = useChecking();
  useProjectReading(readContradictions, 'contradictions:changed');
  return (
    <Screen className="contradictions">
      <Head project={project} />
      {items !== null && failure !== null && <FailureBlock error={failure} />}
      <Checking />
      <About />
      <AskingPart />
      <JobLine />
      {task === null && (
        <Loaded
          value={items}
          failure={items === null ? failure : null}
          onRetry={() => {
            useContradictions.setState({ failure: null });
            void readContradictions(project.projectId);
          }}
        >
          {(known) => <Findings items={known} />}
        </Loaded>
      )}
    </Screen>
  );
}

/** Nothing while another view, or the page, is shown. */
export function ContradictionsView() {
  const project = useSession((session) => session.project);
  const isShown = useBookView(({ view }) => view === 'contradictions');
  return project !== null && isShown ? (
    <OpenView key={project.projectId} project={project} />
  ) : null;
}
