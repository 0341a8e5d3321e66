import { useEffect, useRef, useState } from 'react';
import type { PermissionRule } from '#shared/domain/conversation.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { FailureBlock, LinkButton } from '#renderer/ui/index.ts';

/** What the writer answered with "always", to be taken back. */
export function PermissionRules() {
  const { t } = useWords();
  const [rules, setRules] = useState<readonly PermissionRule[] | null>(null);
  const [books, setBooks] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [gone, setGone] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const load = () => {
    Promise.all([call('conversation:permissions:list', {}), call('projects:list', {})])
      .then(([{ items }, projects]) => {
        setBooks(new Map(projects.items.map(({ projectId, name }) => [projectId, name])));
        setRules(items);
      })
      .catch(setFailure);
  };
  useEffect(load, []);
  const remove = ({ ruleId, rule }: PermissionRule) => {
    setFailure(null);
    section.current?.focus();
    call('conversation:permissions:remove', { ruleId })
      .then(() => {
        setGone(rule);
        load();
      })
      .catch(setFailure);
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="tools-part"
      aria-label={t('settings:tools.rules.title')}
    >
      <h3 className="tools-head">{t('settings:tools.rules.title')}</h3>
      {failure !== null && <FailureBlock error={failure} onRetry={load} />}
      {rules?.length === 0 && <p className="ui-quiet">{t('settings:tools.rules.none')}</p>}
      {rules !== null && rules.length > 0 && (
        <ul>
          {rules.map((item) => (
            <li key={item.ruleId} className="tools-row">
              <span className="tools-name">{item.tool}</span>
              <code className="tools-exact">{item.rule}</code>
              <span className="ui-quiet">{books.get(item.projectId)}</span>
              <LinkButton
                aria-label={t('settings:tools.rules.removeNamed', { rule: item.rule })}
                onPress={() => remove(item)}
              >
                {t('settings:tools.rules.remove')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <p className="ui-quiet" role="status">
        {gone !== null && t('settings:tools.rules.gone', { rule: gone })}
      </p>
    </section>
  );
}
