/** One entry of the codex in the whole book: who it is, where it is named, what ties it to others (W6). */
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useChapterNow } from '#renderer/app/chapter-now.ts';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, Loaded, Screen, ScreenHead } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { entityFacts } from '../facts.ts';
import { PortraitField } from '../portrait/portrait-field.tsx';
import { readPortraits } from '../portrait/store.ts';
import { focusForm } from '../form-focus.ts';
import { beginEntry, showEntity } from '../show-entity.ts';
import { useCodex } from '../store.ts';
import { MentionMap } from './mention-map.tsx';
import { Fields, Progress } from './progress.tsx';
import { maxDrawn, RelationGraph } from './relation-graph.tsx';
import { RelationTable } from './relation-table.tsx';
import { forgetWorld, leaveGone, lookAt, readWorld, useWorld } from './store.ts';
import { relationsIn, tiesOf } from './ties.ts';
import './world.css';

function Head({ entity }: { entity: Entity | undefined }) {
  const { t } = useWords();
  const about = entity && [t(`codex:oneKind.${entity.kind}`), entity.name].join('　');
  return (
    <ScreenHead title={t('codex:title')} {...(about === undefined ? {} : { about })}>
      {entity && (
        <Button size="small" onPress={() => void showEntity(entity).then(focusForm)}>
          {t('codex:world.edit')}
        </Button>
      )}
      <BackToPage />
    </ScreenHead>
  );
}

type TopProps = { entity: Entity; projectId: string; names: ReadonlyMap<string, string> };

function Top({ entity, projectId, names }: TopProps) {
  const { t, language } = useWords();
  const bookLanguage = useSession(({ project }) => project?.language);
  const facts = entityFacts(t, language, entity, names);
  return (
    <div className="world-top">
      <PortraitField key={entity.entityId} entity={entity} projectId={projectId} />
      <div className="world-about">
        <div className="world-names">
          <h2 lang={bookLanguage}>{entity.name}</h2>
          {entity.aliases.length > 0 && (
            <ul aria-label={t('codex:form.aliases')}>
              {entity.aliases.map((alias) => (
                <li key={alias} lang={bookLanguage}>
                  {alias}
                </li>
              ))}
            </ul>
          )}
        </div>
        <p className="world-summary" lang={bookLanguage}>
          {entity.summary.trim() === '' ? t('codex:noSummary') : entity.summary}
        </p>
        <Fields entity={entity} />
        {facts.length > 0 && (
          <p className="world-quiet">{facts.join(t('codex:world.semicolon'))}</p>
        )}
      </div>
    </div>
  );
}

function Mentions({ entity }: { entity: Entity }) {
  const { t } = useWords();
  const mentions = useWorld((world) => world.mentions);
  const failure = useWorld((world) => world.failure);
  const project = useSession((session) => session.project);
  const now = useChapterNow();
  if (project === null) return null;
  const { documents, projectId } = project;
  return (
    <Loaded value={mentions} failure={failure} onRetry={() => void readWorld(projectId)}>
      {({ chapters, unread }) => {
        const count = chapters.reduce((sum, one) => sum + one.count, 0);
        return (
          <>
            <div className="world-head">
              <h3>
                {count === 0
                  ? t('codex:world.never', { chapters: documents.length })
                  : t('codex:world.sum', {
                      count,
                      chapters: documents.length,
                      of: chapters.length,
                    })}
              </h3>
              {count > 0 && entity.aliases.length > 0 && (
                <span className="world-quiet">{t('codex:world.legend')}</span>
              )}
            </div>
            {unread.length > 0 && (
              <p className="world-quiet">{t('codex:world.unread', { count: unread.length })}</p>
            )}
            {count > 0 && (
              <MentionMap
                key={entity.entityId}
                {...{ entity, documents, now }}
                mentions={chapters}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Relations({ entity, entities }: { entity: Entity; entities: readonly Entity[] }) {
  const { t } = useWords();
  const relations = useCodex((state) => state.relations);
  const mentions = useWorld((world) => world.mentions);
  const [selected, setSelected] = useState<string | null>(null);
  const ties = useMemo(() => {
    const beside = new Map(mentions?.beside.map((one) => [one.entityId, one.chapters]));
    return tiesOf(entity.entityId, { entities, relations }, beside, {
      outgoing: (predicate) => predicate,
      incoming: (predicate, other) => t('codex:world.incoming', { predicate, other }),
    });
  }, [entity, entities, relations, mentions, t]);
  if (ties.length === 0) return null;
  return (
    <>
      <div className="world-head">
        <h3>{t('codex:world.relations', { count: relationsIn(ties) })}</h3>
        <span className="world-quiet">
          {ties.length > maxDrawn
            ? t('codex:world.drawn', { count: maxDrawn })
            : t('codex:world.lines')}
        </span>
      </div>
      <div className="world-relations">
        <RelationGraph
          {...{ entity, ties, relations, selected }}
          onSelect={setSelected}
          onOpen={lookAt}
        />
        <RelationTable ties={ties} selected={selected} onSelect={setSelected} />
      </div>
    </>
  );
}

/** What there will be to see; the panel beside it says what the codex is. */
function NothingYet() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('codex:world.empty.title')}
      text={t('codex:world.empty.text')}
      action={
        <Button onPress={() => void beginEntry()}>
          <Plus size={14} aria-hidden />
          {t('codex:empty.action')}
        </Button>
      }
    />
  );
}

/** It may have been looked at, or worked on, when it went. */
function Gone({ name }: { name: string }) {
  const { t } = useWords();
  return (
    <div role="status">
      <EmptyState title={t('codex:world.gone.title', { name })} text={t('codex:world.gone.text')} />
    </div>
  );
}

function Content({ entities }: { entities: readonly Entity[] }) {
  const entityId = useWorld((world) => world.entityId);
  const name = useWorld((world) => world.name);
  const sums = useWorld((world) => world.sums);
  const failure = useWorld((world) => world.failure);
  const projectId = useSession(({ project }) => project?.projectId);
  const names = useMemo(
    () => new Map(entities.map((entity) => [entity.entityId, entity.name])),
    [entities],
  );
  const entity = entities.find((one) => one.entityId === entityId);
  if (entity === undefined && name !== null) return <Gone name={name} />;
  if (entities.length === 0) return <NothingYet />;
  if (entity === undefined || projectId === undefined) {
    return (
      <Loaded
        value={sums === null ? null : true}
        failure={failure}
        onRetry={() => projectId !== undefined && void readWorld(projectId)}
      >
        {() => null}
      </Loaded>
    );
  }
  return (
    <div className="world-main">
      <Top entity={entity} projectId={projectId} names={names} />
      <Mentions entity={entity} />
      <Progress entity={entity} />
      <Relations entity={entity} entities={entities} />
    </div>
  );
}

function OpenView({ projectId }: { projectId: string }) {
  const entities = useCodex((state) => state.entities);
  const failure = useCodex((state) => state.failure);
  const entityId = useWorld((world) => world.entityId);
  const documents = useSession(({ project }) => project?.documents);
  useProjectReading(readWorld, 'knowledge:changed');
  useProjectReading(readPortraits, 'knowledge:changed');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other chapters have other mentions
  useEffect(() => void readWorld(projectId), [projectId, documents]);
  useEffect(() => leaveGone, []);
  // The list beside it chooses what is looked at.
  useEffect(() => useLayout.getState().choosePanel('codex'), []);
  const entity = entities?.find((one) => one.entityId === entityId);
  return (
    <Screen className="world">
      <Head entity={entity} />
      <Loaded value={entities} failure={failure} onRetry={() => void readWorld(projectId)}>
        {(known) => <Content entities={known} />}
      </Loaded>
    </Screen>
  );
}

/** Nothing while another view, or the page, is shown. */
export function WorldView() {
  const projectId = useSession((session) => session.project?.projectId);
  const isShown = useBookView(({ view }) => view === 'codex');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has another world
  useEffect(() => forgetWorld, [projectId]);
  return projectId !== undefined && isShown ? (
    <OpenView key={projectId} projectId={projectId} />
  ) : null;
}
