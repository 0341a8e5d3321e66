import { useWords } from '#renderer/i18n/index.ts';
import { TextField } from '#renderer/ui/index.ts';
import { useTyped } from '#renderer/ui/use-typed.ts';
import { type NumberRange, readNumber } from './read-number.ts';

type NumberFieldProps = {
  label: string;
  value: number | null;
  range: NumberRange;
  placeholder?: string;
  onChange: (value: number | null) => void;
};

/** A number that holds once the field is left or Enter is pressed; what is no number stays and is said. */
export function NumberField({ label, value, range, placeholder, onChange }: NumberFieldProps) {
  const { t } = useWords();
  const { field, isWrong } = useTyped({
    ...{ value, onChange, shown: value === null ? '' : String(value) },
    read: (text) => readNumber(text, range),
  });
  return (
    <TextField
      {...field}
      label={label}
      hideLabel
      inputMode={range.whole ? 'numeric' : 'decimal'}
      {...(placeholder === undefined ? {} : { placeholder })}
      error={
        isWrong ? t('settings:assistant.range', { min: range.min, max: range.max }) : undefined
      }
    />
  );
}
