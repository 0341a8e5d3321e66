import { useEffect, useRef } from 'react';
import { type Constraint, ConstraintType } from '#shared/domain/constraint.ts';
import { useChapterOrder } from '#renderer/app/chapter-order.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { KeptOfDeleted, keptText } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, Kbd, ListFilter, Loaded } from '#renderer/ui/index.ts';
import { AddConstraint } from './add-constraint.tsx';
import { ConstraintList } from './constraint-list.tsx';
import { focusAddField } from './focus-requests.ts';
import { type KindFilter, visibleConstraints } from './order.ts';
import { useConstraints } from './store.ts';
import './constraints.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable="true"]') !== null;

/** `/` puts the caret into the filter, unless something is being typed. */
function useFilterKey() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || field.current === null) return;
      event.preventDefault();
      field.current.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return field;
}

function Sentence({ items, found }: { items: readonly Constraint[]; found: number }) {
  const { t } = useWords();
  const total = items.length;
  const on = items.filter(({ enabled }) => enabled).length;
  const fenced = items.filter(({ enabled, fence }) => enabled && fence !== null).length;
  const words =
    on === 0
      ? t('constraints:sentence.none', { count: total })
      : on === total
        ? t('constraints:sentence.all', { count: on })
        : t('constraints:sentence.some', { count: on, total });
  return (
    <p className="ui-lead">
      {fenced === 0
        ? words
        : t('constraints:sentence.joined', {
            first: words,
            second: t('constraints:sentence.fenced', { count: fenced }),
          })}
      {found < total && (
        <span className="ui-hidden" role="status">
          {t('constraints:sentence.found', { count: found })}
        </span>
      )}
    </p>
  );
}

function Filters({ items }: { items: readonly Constraint[] }) {
  const { t } = useWords();
  const kind = useConstraints((state) => state.kind);
  const query = useConstraints((state) => state.query);
  const { setKind, setQuery } = useConstraints.getState();
  const field = useFilterKey();
  const choices: { id: KindFilter; label: string }[] = [
    { id: 'all', label: t('constraints:all', { count: items.length }) },
    ...ConstraintType.options.map((id) => ({
      id,
      label: t('constraints:kindCount', {
        kind: t(`constraints:kinds.${id}`),
        count: items.filter(({ type }) => type === id).length,
      }),
    })),
  ];
  return (
    <ListFilter
      label={t('constraints:filter')}
      query={query}
      onQuery={setQuery}
      kindsLabel={t('constraints:filterKinds')}
      kinds={choices}
      kind={kind}
      onKind={setKind}
      suffix={<Kbd shortcut="/" />}
      inputRef={field}
    />
  );
}

function NoneFound() {
  const { t } = useWords();
  const { setKind, setQuery } = useConstraints.getState();
  return (
    <EmptyState
      title={t('constraints:noneFound.title')}
      text={t('constraints:noneFound.text')}
      action={
        <Button
          onPress={() => {
            setKind('all');
            setQuery('');
          }}
        >
          {t('constraints:noneFound.action')}
        </Button>
      }
    />
  );
}

function Body({ items }: { items: readonly Constraint[] }) {
  const { t } = useWords();
  const kind = useConstraints((state) => state.kind);
  const query = useConstraints((state) => state.query);
  if (items.length === 0) {
    return (
      <EmptyState
        title={t('constraints:empty.title')}
        text={t('constraints:empty.text')}
        action={<Button onPress={focusAddField}>{t('constraints:empty.action')}</Button>}
      />
    );
  }
  const rows = visibleConstraints(items, kind, query);
  return (
    <>
      <header className="ui-list-head">
        <Sentence items={items} found={rows.length} />
        <Filters items={items} />
      </header>
      {rows.length === 0 ? <NoneFound /> : <ConstraintList rows={rows} />}
    </>
  );
}

/** What the novel must never break: written, ordered and switched here, sent with every request. */
export function ConstraintsPanel() {
  const { load, loadPeople, reload, restoreKept } = useConstraints.getState();
  useProjectReading(load, 'constraints:changed', useChapterOrder());
  useProjectReading(loadPeople, 'knowledge:changed');
  const items = useConstraints((state) => state.items);
  const failure = useConstraints((state) => state.failure);
  return (
    <div className="constraints">
      <Loaded value={items} failure={failure} onRetry={() => void reload()}>
        {(known) => (
          <>
            <KeptOfDeleted
              kind="constraint"
              ids={known.map(({ constraintId }) => constraintId)}
              words={keptText}
              onRestore={(form) => void restoreKept(form)}
            />
            <Body items={known} />
            <AddConstraint count={known.length} />
          </>
        )}
      </Loaded>
    </div>
  );
}
