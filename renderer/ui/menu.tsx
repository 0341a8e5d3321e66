import { Check } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
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

type EntriesProps = { label: string; entries: readonly MenuEntry[]; autoFocus?: 'first' };

function Entries({ label, entries, ...focus }: EntriesProps) {
  return (
    <AriaMenu aria-label={label} className="ui-menu" {...focus}>
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
  );
}

type MenuProps = {
  label: string;
  /** Asked while it is open: a row is drawn far more often than its menu is opened. */
  entries: () => readonly MenuEntry[];
  /** The button that opens it: an IconButton or Button. */
  children: ReactElement;
};

function AskedEntries({ label, entries }: Pick<MenuProps, 'label' | 'entries'>) {
  return <Entries label={label} entries={entries()} />;
}

export function Menu({ label, entries, children }: MenuProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="ui-popover" offset={4}>
        <AskedEntries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

type MenuAtProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** Stands where the menu opens. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** A menu that is open where somebody asked for it: under the pointer, at the caret. */
export function MenuAt({ label, entries, anchor, onClose }: MenuAtProps) {
  return (
    <Popover
      aria-label={label}
      className="ui-popover"
      isOpen
      triggerRef={anchor}
      // Beside the place and down from it; higher where the window ends before the menu does.
      placement="right top"
      offset={2}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Entries label={label} entries={entries} autoFocus="first" />
    </Popover>
  );
}

type CheckMenuProps<Id extends string> = {
  label: string;
  /** `about`: a word beside the label. What is disabled stays as it is. */
  entries: readonly { id: Id; label: string; about?: string; isDisabled?: boolean }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
  /** The button that opens it. */
  children: ReactElement;
};

/** Several of a list; it stays open while they are chosen. */
export function CheckMenu<Id extends string>(props: CheckMenuProps<Id>) {
  const { label, entries, chosen, onChange, children } = props;
  return (
    <MenuTrigger>
      {children}
      <Popover className="ui-popover" offset={4}>
        <AriaMenu
          aria-label={label}
          className="ui-menu"
          selectionMode="multiple"
          selectedKeys={chosen}
          disabledKeys={entries.flatMap(({ id, isDisabled }) => (isDisabled === true ? [id] : []))}
          onSelectionChange={(keys) =>
            onChange(entries.flatMap(({ id }) => (keys === 'all' || keys.has(id) ? [id] : [])))
          }
        >
          {entries.map(({ id, label: name, about }) => (
            <MenuItem key={id} id={id} textValue={name} className="ui-menu-item ui-menu-check">
              <span>{name}</span>
              {about !== undefined && <span className="ui-quiet">{about}</span>}
              <Check size={14} aria-hidden />
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
