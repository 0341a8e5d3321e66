import { useWords } from '#renderer/i18n/index.ts';
import { maxQuery, maxReplacement } from '#shared/domain/manuscript.ts';
import { Switch, TextField } from '#renderer/ui/index.ts';
import { type Rules, rulesOf, type TextDraft } from './text-search.ts';

type TextFormProps = {
  draft: TextDraft;
  onChange: (draft: TextDraft) => void;
  /** How many places there are; null while nobody knows. */
  count: number | null;
};

const ruleNames = [
  'wholeWord',
  'matchCase',
  'foldForms',
  'regex',
] as const satisfies readonly (keyof Rules)[];

/** What is looked for in the whole book, by which rules, and what takes its place. */
export function TextForm({ draft, onChange, count }: TextFormProps) {
  const { t } = useWords();
  const held = rulesOf(draft);
  return (
    <div className="replace-form">
      <div className="replace-fields">
        <TextField
          label={t('replace:find')}
          value={draft.query}
          onChange={(query) => onChange({ ...draft, query })}
          autoFocus
          longest={maxQuery}
          {...(draft.rules.regex ? { hint: t('replace:within') } : {})}
          suffix={
            count === null ? undefined : (
              <span className="ui-quiet">{t('replace:places', { count })}</span>
            )
          }
        />
        <TextField
          label={t('replace:with')}
          value={draft.replacement}
          longest={maxReplacement}
          {...(draft.rules.regex ? { hint: t('replace:groups') } : {})}
          onChange={(replacement) => onChange({ ...draft, replacement })}
        />
      </div>
      <div className="replace-rules">
        {ruleNames.map((rule) => (
          <Switch
            key={rule}
            isSelected={held[rule]}
            onChange={(on) => onChange({ ...draft, rules: { ...draft.rules, [rule]: on } })}
          >
            {t(`replace:rules.${rule}`)}
          </Switch>
        ))}
      </div>
    </div>
  );
}
