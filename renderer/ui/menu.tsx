import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Kbd } from './kbd.tsx';
import type { Shortcut } from './keys.ts';

export type MenuEntry =
  | {
      id: string;
      label: string;
      shortcut?: Shortcut | undefined;
      isDisabled?: boolean;
      onAction: () => void;
    }
  | { id: string; separator: true };

type MenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** The button that opens it: an IconButton or Button. */
  children: ReactElement;
};

export function Menu({ label, entries, children }: MenuProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="ui-popover" offset={4}>
        <AriaMenu aria-label={label} className="ui-menu">
          {entries.map((entry) =>
            'separator' in entry ? (
              <Separator key={entry.id} className="ui-menu-separator" />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                onAction={entry.onAction}
                className="ui-menu-item"
              >
                <span>{entry.label}</span>
                {entry.shortcut !== undefined && <Kbd shortcut={entry.shortcut} />}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
