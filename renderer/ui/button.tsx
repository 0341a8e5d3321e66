import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> & {
  /** `primary` is seal red: at most one in a view. */
  variant?: 'primary' | 'plain' | 'quiet';
  size?: 'medium' | 'small';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({ variant = 'plain', size = 'medium', children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className="ui-button" data-variant={variant} data-size={size}>
      {children}
    </AriaButton>
  );
}

/** An action inside a sentence or a row: underlined words. */
export function LinkButton({ children, ...rest }: Omit<ButtonProps, 'variant' | 'size'>) {
  return (
    <AriaButton {...rest} className="ui-link">
      {children}
    </AriaButton>
  );
}
