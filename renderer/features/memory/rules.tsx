import type { MemoryRule } from '#shared/domain/memory.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, GroupHead, LinkButton } from '#renderer/ui/index.ts';
import { confidenceWords } from './confidence.ts';
import { RuleEditor } from './rule-editor.tsx';
import { useMemory } from './store.ts';

function Rule({ rule }: { rule: MemoryRule }) {
  const { t, language } = useWords();
  const editing = useMemory((state) => state.editing);
  const { edit, confirm, remove } = useMemory.getState();
  if (editing?.id === rule.ruleId) {
    return (
      <li className="memory-rule" data-editing>
        <RuleEditor editing={editing} />
      </li>
    );
  }
  const forget = () => void remove(rule.ruleId, t('memory:deleted'));
  return (
    <li className="memory-rule">
      <p className="memory-text">{rule.text}</p>
      <div className="memory-facts">
        <span>{confidenceWords(t, language, rule.confidence)}</span>
        <span>{t('memory:tokens', { count: rule.tokenCount })}</span>
        <span className="memory-actions">
          {!rule.confirmed && (
            <Button
              size="small"
              aria-label={`${t('memory:confirm')}: ${rule.text}`}
              onPress={() =>
                void confirm(rule, t('memory:confirmed', { name: shortName(rule.text) }))
              }
            >
              {t('memory:confirm')}
            </Button>
          )}
          <LinkButton aria-label={`${t('memory:edit')}: ${rule.text}`} onPress={() => edit(rule)}>
            {t('memory:edit')}
          </LinkButton>
          <LinkButton
            aria-label={`${t(rule.confirmed ? 'memory:delete' : 'memory:refuse')}: ${rule.text}`}
            onPress={forget}
          >
            {t(rule.confirmed ? 'memory:delete' : 'memory:refuse')}
          </LinkButton>
        </span>
      </div>
    </li>
  );
}

type RulesProps = { rules: readonly MemoryRule[]; group: 'proposed' | 'confirmed' };

/** Habits to confirm, or confirmed ones, with how sure each is. */
export function Rules({ rules, group }: RulesProps) {
  const { t } = useWords();
  if (rules.length === 0) return null;
  const remark = group === 'confirmed' ? { remark: t('memory:groups.confirmedHint') } : {};
  return (
    <section>
      <h3 className="memory-head">
        <GroupHead title={t(`memory:groups.${group}`, { count: rules.length })} {...remark} />
      </h3>
      <ul aria-label={t(`memory:lists.${group}`)}>
        {rules.map((rule) => (
          <Rule key={rule.ruleId} rule={rule} />
        ))}
      </ul>
    </section>
  );
}
