import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import { useTooLongWords } from './too-long.ts';

export type TextFieldProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & {
  label: string;
  /** Keep the label for readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Words of the mistake; makes the field invalid. */
  error?: string | undefined;
  /** What of it can be kept, UTF-16 units. What is more is not cut, and told of: {@link isTooLong} says that it cannot be kept. */
  longest?: number;
  placeholder?: string;
  icon?: LucideIcon;
  /** Stands at the right inside the edge: a keycap, a unit. */
  suffix?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** One line of text. `type="search"` and `inputMode` pass through. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error: wrong,
    longest,
    placeholder,
    icon: Icon,
    suffix,
    inputRef,
    ...rest
  } = props;
  const tooLong = useTooLongWords(rest.value, longest);
  const error = wrong ?? tooLong;
  const invalid = error !== undefined && error !== '';
  return (
    // A browser of its own accord would not send a form again whose field was found wrong once.
    <AriaTextField {...rest} validationBehavior="aria" isInvalid={invalid} className="ui-field">
      <Label className={hideLabel === true ? 'ui-hidden' : 'ui-field-label'}>{label}</Label>
      <div className="ui-input" data-invalid={invalid || undefined}>
        {Icon !== undefined && <Icon size={14} aria-hidden />}
        <Input
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
        />
        {suffix}
      </div>
      {hint !== undefined && (
        <Text slot="description" className="ui-field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="ui-field-error">{error}</FieldError>
    </AriaTextField>
  );
}
