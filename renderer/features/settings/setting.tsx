import { type ReactNode, useId } from 'react';
import { Switch } from '#renderer/ui/index.ts';

type SettingProps = { label: string; hint?: string; children: ReactNode };

/** One line: what it is and what it does at the left, the control at the right. */
export function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className="setting">
      <div>
        <div className="setting-label">{label}</div>
        {hint !== undefined && <div className="ui-quiet">{hint}</div>}
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}

type SwitchSettingProps = {
  label: string;
  hint: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
};

/** One line with a switch, which its words work as well. */
export function SwitchSetting({ label, hint, ...control }: SwitchSettingProps) {
  const [switchId, hintId] = [useId(), useId()];
  return (
    <div className="setting">
      <label htmlFor={switchId}>
        <span className="setting-label">{label}</span>
        <span id={hintId} className="ui-quiet">
          {hint}
        </span>
      </label>
      <div className="setting-control">
        <Switch {...control} id={switchId} aria-label={label} aria-describedby={hintId} />
      </div>
    </div>
  );
}
