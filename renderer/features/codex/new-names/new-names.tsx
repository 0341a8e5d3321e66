/** Names that recur in the text and are in no entry: a line in the codex, and the list it opens (W6). */
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { createAlarm } from '#renderer/app/alarm.ts';
import { isEscapeTaken } from '#renderer/app/keyboard.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { on } from '#renderer/rpc/index.ts';
import {
  EmptyState,
  ErrorBlock,
  FailureBlock,
  IconButton,
  LinkButton,
  Loaded,
  VirtualList,
} from '#renderer/ui/index.ts';
import { NewNameRow } from './new-name-row.tsx';
import { followNewNames, openNewNames, readNewNames, restoreName, useNewNames } from './store.ts';
import './new-names.css';

/** After a save the book is looked through when the writer has rested so long, ms. */
const restMs = 4000;

/** Keeps the list up to date while the codex is shown. */
export function useLiveNewNames(): void {
  useProjectReading(followNewNames, 'knowledge:changed');
  const projectId = useSession(({ project }) => project?.projectId);
  const savedVersion = useSession((session) => session.savedVersion);
  const alarm = useRef(
    createAlarm(() => {
      const { project } = useSession.getState();
      if (project) void readNewNames(project.projectId);
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved chapter may name others
  useEffect(() => {
    if (projectId !== undefined && useNewNames.getState().found !== null) alarm.current.set(restMs);
  }, [projectId, savedVersion]);
  useEffect(() => {
    const { current } = alarm;
    const end = on('knowledge:newNames:changed', (changed) => {
      if (changed.projectId === useNewNames.getState().projectId)
        void followNewNames(changed.projectId);
    });
    return () => {
      end();
      current.clear();
    };
  }, []);
}

/** `New here: 4 names in 3 chapters`; nothing while there is none. */
export function NewNamesLine() {
  const { t } = useWords();
  const found = useNewNames((state) => state.found);
  const projectId = useNewNames((state) => state.projectId);
  if (projectId === null || found === null || found.total === 0) return null;
  const chapters = new Set(found.items.flatMap((item) => item.chapters)).size;
  return (
    <p className="new-names-line">
      <LinkButton onPress={() => openNewNames(projectId, true)}>
        {t('codex:newNames.line', {
          names: t('codex:newNames.names', { count: found.total }),
          chapters: t('codex:newNames.chapters', { count: chapters }),
        })}
      </LinkButton>
    </p>
  );
}

function Dismissed({ names }: { names: readonly string[] }) {
  const { t } = useWords();
  if (names.length === 0) return null;
  return (
    <details className="new-names-dismissed">
      <summary>{t('codex:newNames.dismissedNames', { count: names.length })}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {name}
            <LinkButton
              aria-label={t('codex:newNames.named', { action: t('codex:newNames.restore'), name })}
              onPress={() => void restoreName(name, t('codex:newNames.restored', { name }))}
            >
              {t('codex:newNames.restore')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** About how high a row is, px. */
const heights = { name: 106 };

type Found = NonNullable<ReturnType<typeof useNewNames.getState>['found']>;

/** What is said below the rows; nothing where there is nothing to say. */
function Foot({ total, items, unread, dismissed }: Found) {
  const { t } = useWords();
  return (
    <div className="new-names-foot">
      {total > items.length && (
        <p className="ui-quiet">{t('codex:newNames.more', { count: total - items.length })}</p>
      )}
      {unread.length > 0 && (
        <p className="ui-quiet">{t('codex:newNames.unread', { count: unread.length })}</p>
      )}
      <Dismissed names={dismissed} />
    </div>
  );
}

/** Only the rows on the screen are drawn: each has many buttons. */
function Rows({ items }: Pick<Found, 'items'>) {
  const { t } = useWords();
  const lines = useMemo(
    () => items.map((item) => ({ kind: 'name' as const, key: item.name, item })),
    [items],
  );
  if (lines.length === 0) {
    return <EmptyState title={t('codex:newNames.title')} text={t('codex:newNames.none')} />;
  }
  return (
    <>
      <p className="new-names-lead ui-quiet">{t('codex:newNames.lead')}</p>
      <VirtualList label={t('codex:newNames.title')} lines={lines} heights={heights} overscan={3}>
        {({ item }, focus) => <NewNameRow found={item} focus={focus} />}
      </VirtualList>
    </>
  );
}

/** What became of the last change, where it was none. */
function Refused() {
  const { t } = useWords();
  const refused = useNewNames((state) => state.refused);
  if (refused === null) return null;
  const { failure, namesake } = refused;
  return (
    <div className="ui-failure">
      {namesake === null ? (
        <FailureBlock error={failure} />
      ) : (
        <ErrorBlock
          title={t('codex:newNames.taken.what', { name: namesake })}
          text={t('codex:newNames.taken.next')}
        />
      )}
    </div>
  );
}

/** Esc goes back from anywhere in the list, before the tooltip of a button that has the focus takes it for itself. */
function useEscape(list: RefObject<HTMLElement | null>, back: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || isEscapeTaken()) return;
      if (!(event.target instanceof Node) || list.current?.contains(event.target) !== true) return;
      event.preventDefault();
      event.stopPropagation();
      back();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [list, back]);
}

/** The list, in place of the codex. */
export function NewNames() {
  const { t } = useWords();
  const found = useNewNames((state) => state.found);
  const failure = useNewNames((state) => state.failure);
  const projectId = useSession(({ project }) => project?.projectId);
  const list = useRef<HTMLDivElement>(null);
  const isAwaitingFocus = useNewNames((state) => state.isAwaitingFocus);
  useEffect(() => {
    if (!isAwaitingFocus) return;
    list.current?.querySelector('button')?.focus();
    useNewNames.setState({ isAwaitingFocus: false });
  }, [isAwaitingFocus]);
  const back = useCallback(() => {
    if (projectId !== undefined) openNewNames(projectId, false);
  }, [projectId]);
  useEscape(list, back);
  return (
    <div className="codex-form" data-escape ref={list}>
      <header className="codex-form-head">
        <IconButton icon={ArrowLeft} label={t('codex:back')} onPress={back} />
        <h2>{t('codex:newNames.title')}</h2>
      </header>
      <Loaded
        value={found}
        failure={found === null ? failure : null}
        onRetry={() => projectId !== undefined && void readNewNames(projectId)}
      >
        {(known) => (
          <>
            <Refused />
            {failure !== null && (
              <div className="ui-failure">
                <FailureBlock error={failure} />
              </div>
            )}
            <Rows items={known.items} />
            <Foot {...known} />
          </>
        )}
      </Loaded>
    </div>
  );
}
