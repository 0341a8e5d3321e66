import { useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { TextField } from '#renderer/ui/index.ts';
import { RemovableChip } from '#renderer/ui/removable-chip.tsx';
import { type Draft, withAlias } from './draft.ts';

type AliasFieldProps = {
  draft: Pick<Draft, 'name' | 'aliases'>;
  /** What is wrong with the aliases taken so far. */
  error: string | undefined;
  onChange: (aliases: string[]) => void;
};

/** Other names as chips; Enter or a comma makes one, Backspace in the empty field takes the last. */
export function AliasField({ draft, error, onChange }: AliasFieldProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const take = () => {
    onChange(withAlias(draft, text));
    setText('');
  };
  return (
    <div className="ui-field">
      <TextField
        label={t('codex:form.aliases')}
        placeholder={t('codex:form.aliasPlaceholder')}
        value={text}
        error={error}
        onChange={(value) => {
          if (/[、,，;；]$/u.test(value)) {
            onChange(withAlias(draft, value));
            setText('');
          } else setText(value);
        }}
        onBlur={() => {
          if (text.trim() !== '') take();
        }}
        onKeyDown={(event) => {
          const isHeld = event.nativeEvent.isComposing || event.ctrlKey || event.metaKey;
          if (!isHeld && event.key === 'Enter' && text.trim() !== '') {
            event.preventDefault();
            take();
          } else if (!isHeld && event.key === 'Backspace' && text === '') {
            onChange(draft.aliases.slice(0, -1));
          } else event.continuePropagation(); // To the keys of the form.
        }}
      />
      {draft.aliases.length > 0 && (
        <div className="fence-people">
          {draft.aliases.map((alias) => (
            <RemovableChip
              key={alias}
              text={alias}
              removeLabel={t('codex:form.removeAlias', { name: alias })}
              onRemove={() => onChange(draft.aliases.filter((other) => other !== alias))}
            />
          ))}
        </div>
      )}
    </div>
  );
}
