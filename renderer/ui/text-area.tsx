import type { Ref } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Label,
} from 'react-aria-components';
import { useTooLongWords } from './too-long.ts';

type TextAreaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  /** What of it can be kept, UTF-16 units. What is more is not cut, and told of: {@link isTooLong} says that it cannot be kept. */
  longest?: number;
  placeholder?: string;
  rows?: number;
  areaRef?: Ref<HTMLTextAreaElement>;
};

/** Several lines; grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, error: wrong, longest, placeholder, rows, areaRef, ...rest } = props;
  const tooLong = useTooLongWords(rest.value, longest);
  const error = wrong ?? tooLong;
  const invalid = error !== undefined && error !== '';
  return (
    // A browser of its own accord would not send a form again whose field was found wrong once.
    <AriaTextField {...rest} validationBehavior="aria" isInvalid={invalid} className="ui-field">
      <Label className={hideLabel === true ? 'ui-hidden' : 'ui-field-label'}>{label}</Label>
      <AriaTextArea
        className="ui-textarea"
        rows={rows ?? 3}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(areaRef === undefined ? {} : { ref: areaRef })}
      />
      <FieldError className="ui-field-error">{error}</FieldError>
    </AriaTextField>
  );
}
