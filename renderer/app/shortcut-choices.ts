/** Which keys a command has: its own, or those the writer chose (F24). */
import { normalizeShortcut, type Shortcut } from '#renderer/ui/keys.ts';
import type { Command } from './commands.ts';

/** Chosen keys by command; '' takes a command's keys away. */
export type ShortcutChoices = Readonly<Record<string, Shortcut>>;

type Keys = Pick<Command, 'id' | 'shortcut' | 'alternatives'>;

/** The keys shown beside a command; undefined when it has none. */
export function shownShortcut(command: Keys, choices: ShortcutChoices): Shortcut | undefined {
  const chosen = choices[command.id];
  if (chosen === undefined) return command.shortcut;
  return chosen === '' ? undefined : chosen;
}

/** All keys a command answers to; chosen ones stand alone. */
export function allShortcuts(command: Keys, choices: ShortcutChoices): Shortcut[] {
  const shown = shownShortcut(command, choices);
  const first = shown === undefined ? [] : [shown];
  return choices[command.id] === undefined ? [...first, ...(command.alternatives ?? [])] : first;
}

/** The other commands that answer to these keys. */
export function commandsWith<C extends Keys>(
  commands: readonly C[],
  choices: ShortcutChoices,
  shortcut: Shortcut,
): C[] {
  const wanted = normalizeShortcut(shortcut);
  return commands.filter((command) =>
    allShortcuts(command, choices).some((one) => normalizeShortcut(one) === wanted),
  );
}

/** Gives keys to a command, or its own ones back, and takes them from every other. */
export function withShortcut(
  commands: readonly Keys[],
  choices: ShortcutChoices,
  { id, shortcut }: { id: string; shortcut: Shortcut },
): ShortcutChoices {
  const changed: Record<string, Shortcut> = { ...choices };
  const others = shortcut === '' ? [] : commandsWith(commands, choices, shortcut);
  for (const other of others) {
    if (other.id === id) continue;
    const shown = shownShortcut(other, choices) ?? '';
    // Keys that are not the shown ones are further ones: the shown ones stay.
    changed[other.id] = normalizeShortcut(shown) === normalizeShortcut(shortcut) ? '' : shown;
  }
  const own = commands.find((command) => command.id === id);
  // With its first keys a command has its further ones again, unless another has got them meanwhile.
  const isFree = (own?.alternatives ?? []).every((further) =>
    commandsWith(commands, changed, further).every((other) => other.id === id),
  );
  if (isFree && normalizeShortcut(own?.shortcut ?? '') === normalizeShortcut(shortcut)) {
    delete changed[id];
  } else {
    changed[id] = shortcut;
  }
  return changed;
}

export type Refusal = 'plain' | 'text' | 'browser';

const ofText = new Set(
  [
    ...['A', 'C', 'V', 'X', 'Y', 'Z', 'Backspace', 'Delete', 'Home', 'End', 'Left', 'Right'],
    ...['Shift+Z', 'Shift+V', 'Shift+Home', 'Shift+End', 'Shift+Left', 'Shift+Right'],
  ].map((key) => normalizeShortcut(`Mod+${key}`)),
);

const ofBrowser = new Set(
  ['N', 'T', 'W', 'Q', 'Tab', 'Shift+N', 'Shift+T', 'Shift+W', 'Shift+Tab'].map((key) =>
    normalizeShortcut(`Mod+${key}`),
  ),
);

/** Why keys cannot be given to a command: they write, they edit, or a browser keeps them. Null when they can. */
export function refusalOf(shortcut: Shortcut, host: string): Refusal | null {
  const wanted = normalizeShortcut(shortcut);
  const isHeld = /(?:Mod|Ctrl|Alt)\+/.test(wanted);
  const isFunctionKey = /(?:^|\+)F\d+$/.test(wanted);
  if (!isHeld && !isFunctionKey) return 'plain';
  if (ofText.has(wanted)) return 'text';
  return host === 'web' && ofBrowser.has(wanted) ? 'browser' : null;
}
