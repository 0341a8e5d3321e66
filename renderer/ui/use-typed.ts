import { useCallback, useEffect, useRef, useState } from 'react';
import type { TextFieldProps } from './text-field.tsx';

type TypedNeeds<Value> = {
  /** What holds now. */
  value: Value;
  /** As the field says it. */
  shown: string;
  /** Undefined for what means nothing. */
  read: (text: string) => Value | undefined;
  onChange: (value: Value) => void;
};

type Typed = {
  /** Something is typed that means nothing. */
  isWrong: boolean;
  field: Required<Pick<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'>>;
};

/**
 * A field of which what is typed holds once Enter is pressed or the field is left, be it that it goes: of a dialog that Esc
 * closes no blur is told. While nothing is typed it follows what holds; what means nothing stays in it.
 */
export function useTyped<Value>(needs: TypedNeeds<Value>): Typed {
  const latest = useRef(needs);
  latest.current = needs;
  const text = useRef<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const type = useCallback((next: string | null) => {
    text.current = next;
    setTyped(next);
  }, []);
  const keep = useCallback(() => {
    if (text.current === null) return;
    const { value, read, onChange } = latest.current;
    const meant = read(text.current);
    if (meant === undefined) return;
    type(null);
    if (meant !== value) onChange(meant);
  }, [type]);
  useEffect(() => keep, [keep]);
  return {
    isWrong: typed !== null && needs.read(typed) === undefined,
    field: {
      value: typed ?? needs.shown,
      onChange: type,
      onBlur: keep,
      onKeyDown(event) {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        else event.continuePropagation(); // Esc is for the dialog.
      },
    },
  };
}
