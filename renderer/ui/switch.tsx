import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components';

type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'style'> & {
  /** Visible words; without them give `aria-label`. */
  children?: ReactNode;
};

export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className="ui-switch">
      <span className="ui-switch-track" />
      {children}
    </AriaSwitch>
  );
}
