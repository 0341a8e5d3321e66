import { useLayoutEffect, useRef } from 'react';
import { isFocusLost } from './keep-focus.ts';
import { RemovableChip } from './removable-chip.tsx';

type ChipListProps = {
  label?: string;
  chips: readonly { id: string; text: string; removeLabel: string }[];
  onRemove: (id: string) => void;
  /** Gives the focus to the field they stand in. */
  focusField: () => void;
};

/** Words that can be taken out of a field: the next one has the focus then, or the one before, or the field. */
export function ChipList({ label, chips, onRemove, focusField }: ChipListProps) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ id: string; index: number } | null>(null);
  useLayoutEffect(() => {
    const gone = pressed.current;
    if (gone === null || chips.some(({ id }) => id === gone.id)) return;
    pressed.current = null;
    // It may go only with an answer, when the writer is elsewhere.
    if (!isFocusLost()) return;
    const others = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = others[gone.index] ?? others.at(-1);
    if (next) next.focus();
    else focusField();
  });
  if (chips.length === 0) return null;
  return (
    <ul ref={list} className="ui-chips" aria-label={label}>
      {chips.map(({ id, ...chip }, index) => (
        <li key={id}>
          <RemovableChip
            {...chip}
            onRemove={() => {
              pressed.current = { id, index };
              onRemove(id);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
