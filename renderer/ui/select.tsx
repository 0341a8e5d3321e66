import { Check, ChevronDown } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';

export type Choice<K extends string> = { id: K; label: string };

type SelectProps<K extends string> = {
  label: string;
  hideLabel?: boolean;
  choices: readonly Choice<K>[];
  value: K;
  onChange: (value: K) => void;
  isDisabled?: boolean;
  autoFocus?: boolean;
};

export function Select<K extends string>(props: SelectProps<K>) {
  const { label, hideLabel, choices, value, onChange, isDisabled, autoFocus } = props;
  return (
    <AriaSelect
      className="ui-field"
      // What stands there while nothing is chosen; the library has words of its own for that.
      placeholder={label}
      value={value}
      isDisabled={isDisabled ?? false}
      autoFocus={autoFocus ?? false}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className={hideLabel === true ? 'ui-hidden' : 'ui-field-label'}>{label}</Label>
      <Button className="ui-select-button">
        <SelectValue />
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="ui-popover" offset={4}>
        <ListBox items={choices} className="ui-menu">
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className="ui-menu-item">
              {({ isSelected }) => (
                <>
                  <span>{choice.label}</span>
                  {isSelected && <Check size={14} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
