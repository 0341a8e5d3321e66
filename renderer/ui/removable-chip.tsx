import { X } from 'lucide-react';
import { Button } from 'react-aria-components';

type RemovableChipProps = { text: string; removeLabel: string; onRemove: () => void };

/** A word in a field that can be taken out. */
export function RemovableChip({ text, removeLabel, onRemove }: RemovableChipProps) {
  return (
    <span className="ui-chip">
      {text}
      <Button className="ui-chip-remove" aria-label={removeLabel} onPress={onRemove}>
        <X size={12} aria-hidden />
      </Button>
    </span>
  );
}
