import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import type { Shortcut } from './keys.ts';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  icon: LucideIcon;
  /** Name for readers and tooltip. */
  label: string;
  shortcut?: Shortcut | undefined;
  size?: 'medium' | 'small';
  placement?: 'top' | 'bottom' | 'left' | 'right';
};

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, shortcut, size = 'medium', placement = 'bottom', ...rest } = props;
  return (
    <Tooltip text={label} shortcut={shortcut} placement={placement}>
      <AriaButton {...rest} aria-label={label} className="ui-icon-button" data-size={size}>
        <Icon size={16} aria-hidden />
      </AriaButton>
    </Tooltip>
  );
}
