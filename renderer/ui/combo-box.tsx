import { Check, ChevronDown } from 'lucide-react';
import {
  ComboBox as AriaComboBox,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';

export type ComboChoice = {
  id: string;
  label: string;
  /** Other words it is found by. */
  also?: readonly string[];
};

type ComboBoxProps = {
  label: string;
  choices: readonly ComboChoice[];
  /** The chosen one's id; empty where none is. */
  value: string;
  onChange: (id: string) => void;
  placeholder: string;
  /** What is said where nothing of the list has what was typed. */
  noneFound: string;
  /** What the button is that shows the whole list. */
  listLabel: string;
  autoFocus?: boolean;
};

/** What an item is found by; no name holds a line break. */
const wordsOf = ({ label, also = [] }: ComboChoice): string => [label, ...also].join('\n');

/** One of many: what is typed, under an input method too, says which of them are listed. */
export function ComboBox(props: ComboBoxProps) {
  const { label, choices, value, onChange, placeholder, noneFound, listLabel, autoFocus } = props;
  const isFoundBy = new Map<string, string>();
  for (const choice of choices) {
    const { label: name } = choice;
    // Two may have the same name.
    isFoundBy.set(name, `${isFoundBy.get(name) ?? ''}\n${wordsOf(choice).toLowerCase()}`);
  }
  return (
    <AriaComboBox
      className="ui-field"
      defaultItems={choices}
      defaultFilter={(name, typed) =>
        (isFoundBy.get(name) ?? name.toLowerCase()).includes(typed.trim().toLowerCase())
      }
      value={value === '' ? null : value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      allowsEmptyCollection
      autoFocus={autoFocus ?? false}
    >
      <Label className="ui-field-label">{label}</Label>
      <div className="ui-input ui-combo">
        <Input placeholder={placeholder} />
        <Button className="ui-combo-button" aria-label={listLabel}>
          <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      <Popover className="ui-popover" offset={4}>
        <ListBox<ComboChoice>
          className="ui-menu"
          renderEmptyState={() => <p className="ui-quiet ui-combo-none">{noneFound}</p>}
        >
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
    </AriaComboBox>
  );
}
