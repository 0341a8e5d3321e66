import { useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { TextField } from '#renderer/ui/index.ts';
import { readNumber } from './read-number.ts';

type NumberFieldProps = {
  label: string;
  value: number | null;
  range: { min: number; max: number; whole: boolean; empty: boolean };
  placeholder?: string;
  onChange: (value: number | null) => void;
};

/** A number that holds once the field is left or Enter is pressed; what is no number stays and is said. */
export function NumberField({ label, value, range, placeholder, onChange }: NumberFieldProps) {
  const { t } = useWords();
  const shown = value === null ? '' : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  const read = readNumber(typed ?? shown, range);
  const keep = () => {
    if (typed === null || read === undefined) return;
    setTyped(null);
    if (read !== value) onChange(read);
  };
  return (
    <TextField
      label={label}
      hideLabel
      inputMode={range.whole ? 'numeric' : 'decimal'}
      value={typed ?? shown}
      {...(placeholder === undefined ? {} : { placeholder })}
      error={
        typed !== null && read === undefined
          ? t('settings:assistant.range', { min: range.min, max: range.max })
          : undefined
      }
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
    />
  );
}
