import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { z } from 'zod';
import { type Entity, EntityKind } from '#shared/domain/knowledge.ts';
import { chooseCodexKind, type KindFilter, useCodexKind } from '#renderer/app/codex-kind.ts';
import { entryOf, formOf } from '#renderer/app/form-kind.ts';
import { KeptOfDeleted } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, ListFilter, Loaded } from '#renderer/ui/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { useLeft } from '#renderer/ui/use-left.ts';
import { EntityForm } from './entity-form.tsx';
import { EntityList } from './entity-list.tsx';
import { codexLines, linesByCount, matching } from './listing.ts';
import { useLiveCodex } from './live.ts';
import { NewNames, NewNamesLine, useLiveNewNames } from './new-names/new-names.tsx';
import { useNewNames } from './new-names/store.ts';
import { RelationForm } from './relations.tsx';
import { type EntityEditing, useCodex } from './store.ts';
import { useShownWorld } from './world/store.ts';
import './codex.css';

const newKind = (kind: KindFilter): EntityKind => (kind === 'all' ? 'character' : kind);

function Filters({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const kind = useCodexKind((state) => state.kind);
  const query = useCodex((state) => state.query);
  const { setQuery } = useCodex.getState();
  const countOf = (id: EntityKind) => entities.filter((entity) => entity.kind === id).length;
  const choices: { id: KindFilter; label: string }[] = [
    { id: 'all', label: t('codex:all', { count: entities.length }) },
    ...EntityKind.options.flatMap((id) => {
      const count = countOf(id);
      if (count === 0 && id !== kind) return [];
      return [{ id, label: t('codex:kindCount', { kind: t(`codex:kinds.${id}`), count }) }];
    }),
  ];
  return (
    <ListFilter
      label={t('codex:search')}
      query={query}
      onQuery={setQuery}
      kindsLabel={t('codex:filterKinds')}
      kinds={choices}
      kind={kind}
      onKind={chooseCodexKind}
    />
  );
}

function Sentence({
  total,
  mentioned,
  found,
}: {
  total: number;
  mentioned: number;
  found: number;
}) {
  const { t } = useWords();
  const first = t('codex:sentence.all', { count: total });
  return (
    <p className="ui-lead">
      {mentioned === 0
        ? first
        : t('codex:sentence.joined', {
            first,
            second: t('codex:sentence.mentioned', { count: mentioned }),
          })}
      {found < total && (
        <span className="ui-hidden" role="status">
          {t('codex:sentence.found', { count: found })}
        </span>
      )}
    </p>
  );
}

function NoneFound() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('codex:noneFound.title')}
      text={t('codex:noneFound.text')}
      action={
        <Button
          onPress={() => {
            chooseCodexKind('all');
            useCodex.getState().setQuery('');
          }}
        >
          {t('codex:noneFound.action')}
        </Button>
      }
    />
  );
}

/** A new entry is left for the list as it stands. */
const openedBy = (editing: EntityEditing | null): { key: string } | 'new' | null => {
  if (editing === null) return null;
  return editing.id === null ? 'new' : { key: editing.id };
};

function Entries({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const kind = useCodexKind((state) => state.kind);
  const query = useCodex((state) => state.query);
  const mentioned = useCodex((state) => state.mentioned);
  const editing = useCodex((state) => state.editing);
  const world = useShownWorld();
  const isChoosingNames = useNewNames((state) => state.isOpen);
  const { begin } = useCodex.getState();
  const names = useMemo(
    () => new Map(entities.map(({ entityId, name }) => [entityId, name])),
    [entities],
  );
  const found = matching(entities, kind, query);
  const lines = world
    ? linesByCount(found, (id) => world.sums.get(id)?.count ?? 0)
    : codexLines(found, mentioned);
  const left = useLeft(
    openedBy(editing),
    lines.flatMap((line) => (line.kind === 'entity' ? [line.key] : [])),
  );
  if (editing !== null) {
    return <EntityForm key={editing.id ?? 'new'} editing={editing} names={names} />;
  }
  if (isChoosingNames) return <NewNames />;
  const add = (label: string) => (
    <Button onPress={() => begin(newKind(kind))}>
      <Plus size={14} aria-hidden />
      {label}
    </Button>
  );
  if (entities.length === 0) {
    return (
      <>
        <EmptyState
          title={t('codex:empty.title')}
          text={t('codex:empty.text')}
          action={add(t('codex:empty.action'))}
        />
        <NewNamesLine />
      </>
    );
  }
  return (
    <>
      <header className="ui-list-head">
        <Sentence total={entities.length} mentioned={mentioned.size} found={found.length} />
        <NewNamesLine />
        <Filters entities={entities} />
      </header>
      {found.length === 0 ? (
        <NoneFound />
      ) : (
        <EntityList lines={lines} names={names} world={world} left={left} />
      )}
      <footer className="codex-foot">
        {add(t('codex:add'))}
        {world && <span className="codex-order">{t('codex:world.order')}</span>}
      </footer>
    </>
  );
}

const Kept = z.object({ draft: z.object({ name: z.string(), summary: z.string() }) });

const keptWords = (fields: unknown): string => {
  const { data } = Kept.safeParse(fields);
  return data
    ? [data.draft.name, data.draft.summary].filter((words) => words !== '').join('\n')
    : '';
};

/** What is filled in of a relation, which may be the other entry alone; that one may be gone as well. */
function useRelationWords(entities: readonly Entity[]): (fields: unknown) => string {
  const { t } = useWords();
  return (fields) => {
    const { data } = RelationForm.safeParse(fields);
    const other = entities.find(({ entityId }) => entityId === data?.objectId)?.name ?? '';
    const words = [data?.predicate.trim() ?? '', other].filter((part) => part !== '');
    return words.length === 0 ? t('codex:relations.title') : words.join(' ');
  };
}

/** What is written in the forms of entries that are gone. */
function KeptForms({ entities }: { entities: readonly Entity[] }) {
  const { restoreKept } = useCodex.getState();
  const relationWords = useRelationWords(entities);
  const ids = entities.map(({ entityId }) => entityId);
  return (
    <>
      <KeptOfDeleted
        kind="entity"
        ids={ids}
        words={keptWords}
        onRestore={(form) => void restoreKept(form)}
      />
      <KeptOfDeleted
        kind="relation"
        ids={ids}
        words={relationWords}
        onRestore={(form) => void restoreKept(formOf('entity', entryOf('relation', form)))}
      />
    </>
  );
}

/** Who and what the novel knows: found by name, written here, sent when the text calls for it. */
export function CodexPanel() {
  useLiveCodex();
  useLiveNewNames();
  const entities = useCodex((state) => state.entities);
  const failure = useCodex((state) => state.failure);
  const { reload } = useCodex.getState();
  const panel = useRef<HTMLDivElement>(null);
  useFocusKept(panel);
  return (
    <div className="codex" ref={panel} tabIndex={-1}>
      <Loaded value={entities} failure={failure} onRetry={() => void reload()}>
        {(known) => (
          <>
            <KeptForms entities={known} />
            <Entries entities={known} />
          </>
        )}
      </Loaded>
    </div>
  );
}
