import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { Kbd } from './kbd.tsx';
import type { Shortcut } from './keys.ts';

type TooltipProps = {
  text: ReactNode;
  shortcut?: Shortcut | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** A focusable control of the kit. */
  children: ReactElement;
};

/** Words for a control, after half a second of rest or at once on keyboard focus. */
export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className="ui-tooltip" placement={placement} offset={4}>
        {text}
        {shortcut !== undefined && <Kbd shortcut={shortcut} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
