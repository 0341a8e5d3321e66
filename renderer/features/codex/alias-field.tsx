import { useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { ChipList } from '#renderer/ui/chip-list.tsx';
import { TextField } from '#renderer/ui/index.ts';
import { type Draft, withAlias } from './draft.ts';

type AliasFieldProps = {
  draft: Pick<Draft, 'name' | 'aliases' | 'aliasText'>;
  /** What is wrong with the aliases taken so far. */
  error: string | undefined;
  onChange: (change: Partial<Pick<Draft, 'aliases' | 'aliasText'>>) => void;
};

/** Other names as chips; Enter or a comma makes one, Backspace in the empty field takes the last. */
export function AliasField({ draft, error, onChange }: AliasFieldProps) {
  const { t } = useWords();
  const { aliases, aliasText } = draft;
  const field = useRef<HTMLInputElement>(null);
  const take = (text: string) => onChange({ aliases: withAlias(draft, text), aliasText: '' });
  return (
    <div className="ui-field">
      <TextField
        label={t('codex:form.aliases')}
        placeholder={t('codex:form.aliasPlaceholder')}
        value={aliasText}
        error={error}
        inputRef={field}
        onChange={(text) => {
          if (/[、,，;；]$/u.test(text)) take(text);
          else onChange({ aliasText: text });
        }}
        onBlur={() => {
          if (aliasText.trim() !== '') take(aliasText);
        }}
        onKeyDown={(event) => {
          const isHeld = event.nativeEvent.isComposing || event.ctrlKey || event.metaKey;
          if (!isHeld && event.key === 'Enter' && aliasText.trim() !== '') {
            event.preventDefault();
            take(aliasText);
          } else if (!isHeld && event.key === 'Backspace' && aliasText === '') {
            // The key that emptied the field, and is down still, takes no more.
            if (!event.nativeEvent.repeat) onChange({ aliases: aliases.slice(0, -1) });
          } else event.continuePropagation(); // To the keys of the form.
        }}
      />
      <ChipList
        label={t('codex:form.aliases')}
        chips={aliases.map((alias) => ({
          id: alias,
          text: alias,
          removeLabel: t('codex:form.removeAlias', { name: alias }),
        }))}
        onRemove={(gone) => onChange({ aliases: aliases.filter((alias) => alias !== gone) })}
        focusField={() => field.current?.focus()}
      />
    </div>
  );
}
