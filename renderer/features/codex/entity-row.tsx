import type { Entity } from '#shared/domain/knowledge.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import { entityFacts } from './facts.ts';
import { Portrait } from './portrait/portrait.tsx';
import { useHasPortrait } from './portrait/store.ts';
import { useCodex } from './store.ts';
import { lookAt } from './world/store.ts';

type EntityRowProps = {
  entity: Entity;
  /** While the book is looked at: how often it is named there, and whether it is the one that is shown. */
  world: { count: number; isShown: boolean } | null;
  names: ReadonlyMap<string, string>;
  focusProps: RowFocus;
};

/** One entry: name, other names, the beginning of its description, what is special about it. */
export function EntityRow({ entity, names, focusProps, world }: EntityRowProps) {
  const { t, language } = useWords();
  const { edit } = useCodex.getState();
  const hasPortrait = useHasPortrait(entity.entityId);
  const facts = entityFacts(t, language, entity, names);
  const { name, aliases, summary, tokenCount } = entity;
  return (
    <button
      type="button"
      className="codex-entry"
      aria-pressed={world?.isShown}
      onClick={() => (world === null ? edit(entity) : lookAt(entity.entityId))}
      {...focusProps}
    >
      <span className="codex-entry-name">
        {hasPortrait && (
          <Portrait className="codex-entry-portrait" entityId={entity.entityId} name={name} />
        )}
        <span className="codex-entry-own">{name}</span>
        {aliases.length > 0 && (
          <span className="ui-quiet">
            {t('codex:also', { names: aliases.join(t('codex:separator')) })}
          </span>
        )}
      </span>
      <span className="codex-entry-count">
        {world === null
          ? t('constraints:tokens', { count: tokenCount })
          : t('codex:world.inRow', { count: world.count })}
      </span>
      <span className="codex-entry-summary">
        {summary.trim() === '' ? t('codex:noSummary') : summary}
      </span>
      {facts.length > 0 && (
        <span className="codex-entry-facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      )}
    </button>
  );
}
