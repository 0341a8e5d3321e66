/** Names that recur in the text and are in no entry: a line in the codex, and the list it opens (W6). */
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createAlarm } from '#renderer/app/alarm.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { on } from '#renderer/rpc/index.ts';
import { EmptyState, FailureBlock, IconButton, LinkButton, Loaded } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { NewNameRow } from './new-name-row.tsx';
import { openNewNames, readNewNames, restoreName, useNewNames } from './store.ts';
import './new-names.css';

/** After a save the book is looked through when the writer has rested so long, ms. */
const restMs = 4000;

/** Keeps the list up to date while the codex is shown. */
export function useLiveNewNames(): void {
  useProjectReading(readNewNames, 'knowledge:changed');
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
        void readNewNames(changed.projectId);
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

/** The list, in place of the codex. Esc goes back. */
export function NewNames({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const { found, failure } = useNewNames();
  const projectId = useSession(({ project }) => project?.projectId);
  const heading = useRef<HTMLElement>(null);
  const isAwaitingFocus = useNewNames((state) => state.isAwaitingFocus);
  useEffect(() => {
    if (!isAwaitingFocus) return;
    heading.current?.querySelector('button')?.focus();
    useNewNames.setState({ isAwaitingFocus: false });
  }, [isAwaitingFocus]);
  const back = () => {
    if (projectId !== undefined) openNewNames(projectId, false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc of what is inside
    <div
      className="codex-form"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        back();
      }}
    >
      <header className="codex-form-head" ref={heading}>
        <IconButton icon={ArrowLeft} label={t('codex:back')} onPress={back} />
        <h2>{t('codex:newNames.title')}</h2>
      </header>
      <Loaded
        value={found}
        failure={found === null ? failure : null}
        onRetry={() => projectId !== undefined && void readNewNames(projectId)}
      >
        {({ items, total, dismissed, unread }) => (
          <div className="codex-form-body">
            {failure !== null && <FailureBlock error={failure} />}
            {items.length === 0 ? (
              <EmptyState title={t('codex:newNames.title')} text={t('codex:newNames.none')} />
            ) : (
              <>
                <p className="ui-quiet">{t('codex:newNames.lead')}</p>
                <ul className="new-names" aria-label={t('codex:newNames.title')}>
                  {items.map((item) => (
                    <NewNameRow key={item.name} found={item} entities={entities} />
                  ))}
                </ul>
              </>
            )}
            {total > items.length && (
              <p className="ui-quiet">
                {t('codex:newNames.more', { count: total - items.length })}
              </p>
            )}
            {unread.length > 0 && (
              <p className="ui-quiet">{t('codex:newNames.unread', { count: unread.length })}</p>
            )}
            <Dismissed names={dismissed} />
          </div>
        )}
      </Loaded>
    </div>
  );
}
