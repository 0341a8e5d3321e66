import { useEffect, useState } from 'react';
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
  const load = () => {
    Promise.all([call('conversation:permissions:list', {}), call('projects:list', {})])
      .then(([{ items }, projects]) => {
        setBooks(new Map(projects.items.map(({ projectId, name }) => [projectId, name])));
        setRules(items);
      })
      .catch(setFailure);
  };
  useEffect(load, []);
  const remove = (ruleId: string) => {
    setFailure(null);
    call('conversation:permissions:remove', { ruleId }).then(load).catch(setFailure);
  };
  return (
    <section className="tools-part" aria-label={t('settings:tools.rules.title')}>
      <h3 className="tools-head">{t('settings:tools.rules.title')}</h3>
      {failure !== null && <FailureBlock error={failure} onRetry={load} />}
      {rules?.length === 0 && <p className="ui-quiet">{t('settings:tools.rules.none')}</p>}
      {rules !== null && rules.length > 0 && (
        <ul>
          {rules.map(({ ruleId, projectId, tool, rule }) => (
            <li key={ruleId} className="tools-row">
              <span className="tools-name">{tool}</span>
              <code className="tools-exact">{rule}</code>
              <span className="ui-quiet">{books.get(projectId)}</span>
              <LinkButton
                aria-label={t('settings:tools.rules.removeNamed', { rule })}
                onPress={() => remove(ruleId)}
              >
                {t('settings:tools.rules.remove')}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
