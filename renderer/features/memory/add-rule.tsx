import { useKeptText } from '#renderer/app/use-kept-form.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, TextField } from '#renderer/ui/index.ts';
import { isRuleText, longestRule, useMemory } from './store.ts';

/** A habit in the writer's own words; it counts as confirmed. */
export function AddRule() {
  const { t } = useWords();
  const adding = useMemory((state) => state.adding);
  const { add } = useMemory.getState();
  const { fields: text, change: setText, end } = useKeptText('habit');
  const submit = async () => {
    const said = t('memory:added', { name: shortName(text) });
    if (await add(text.trim(), said)) end();
  };
  const tooLong = text.trim().length > longestRule;
  return (
    <form
      className="memory-add"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('memory:add.label')}
        hideLabel
        placeholder={t('memory:add.placeholder')}
        value={text}
        isReadOnly={adding}
        error={tooLong ? t('memory:faults.tooLong', { limit: longestRule }) : undefined}
        onChange={setText}
      />
      <Button type="submit" isDisabled={!isRuleText(text) || adding}>
        {t('app:actions.add')}
      </Button>
    </form>
  );
}
