import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';

type SegmentedProps<K extends string> = {
  label: string;
  /** The label is for readers only unless this is set. */
  showLabel?: boolean;
  /** `chips` are filters: words and counts without edges. */
  look?: 'segments' | 'chips';
  choices: readonly { id: K; label: ReactNode }[];
  value: K;
  onChange: (value: K) => void;
  isDisabled?: boolean;
};

/** One of a few, all visible. */
export function Segmented<K extends string>(props: SegmentedProps<K>) {
  const { label, showLabel, look = 'segments', choices, value, onChange, isDisabled } = props;
  return (
    <RadioGroup
      className="ui-field"
      orientation="horizontal"
      value={value}
      isDisabled={isDisabled ?? false}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      <Label className={showLabel === true ? 'ui-field-label' : 'ui-hidden'}>{label}</Label>
      <div className="ui-segmented" data-look={look}>
        {choices.map((choice) => (
          <Radio key={choice.id} value={choice.id} className="ui-segment">
            {choice.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
