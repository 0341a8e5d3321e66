/** One key combination as data: `'Mod+Shift+K'`. `Mod` is ⌘ on Apple systems and Ctrl elsewhere. */
export type Shortcut = string;

export const isApple = (platform: string): boolean => /mac|iphone|ipad/i.test(platform);

const appleNames: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Alt: '⌥' };
const plainNames: Record<string, string> = { Mod: 'Ctrl' };
const keyNames: Record<string, string> = {
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Enter: '↵',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** The parts of a shortcut, modifiers first, as they are written: `['Mod', 'Shift', 'K']`. `'Mod++'` ends in `+`. */
export function partsOf(shortcut: Shortcut): string[] {
  const parts = shortcut.split('+').filter((part) => part !== '');
  return shortcut.endsWith('+') ? [...parts, '+'] : parts;
}

/** The words on the keycaps, in order. */
export function keycaps(shortcut: Shortcut, platform: string): string[] {
  const names = isApple(platform) ? appleNames : plainNames;
  return partsOf(shortcut).map((part) => names[part] ?? keyNames[part] ?? part);
}

/** A shortcut within a sentence, as each system writes it: `Ctrl Alt PgDn`, `⌘⌥PgDn`. */
export const keysInWords = (shortcut: Shortcut, platform: string): string =>
  keycaps(shortcut, platform).join(isApple(platform) ? '' : ' ');

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const eventKeys: Record<string, string> = {
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
};

/** Marks by their place on the keyboard: with Shift, or under an input method, the key writes another one. */
const codesOfMarks: Record<string, string> = {
  '\\': 'Backslash',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  ';': 'Semicolon',
  "'": 'Quote',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '-': 'Minus',
  '=': 'Equal',
  '`': 'Backquote',
};

/** Whether a key press is that shortcut. Keys are compared by position too, so IMEs and layouts do not matter. */
export function matches(shortcut: Shortcut, press: KeyPress, platform: string): boolean {
  const parts = partsOf(shortcut);
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const apple = isApple(platform);
  const control = wants('Ctrl') || (!apple && wants('Mod'));
  const meta = apple && wants('Mod');
  if (press.ctrlKey !== control || press.metaKey !== meta) return false;
  if (press.shiftKey !== wants('Shift') || press.altKey !== wants('Alt')) return false;
  const wanted = eventKeys[key] ?? key;
  if (press.key.toLowerCase() === wanted.toLowerCase()) return true;
  if (/^[A-Z]$/.test(key)) return press.code === `Key${key}`;
  if (/^[0-9]$/.test(key)) return press.code === `Digit${key}`;
  return codesOfMarks[key] === press.code;
}

const modifiersInOrder = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const;

const namedKeys = new Set([
  'Enter',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Tab',
]);

/** The key of a press as shortcuts call it; null for one that can be no shortcut: a modifier, a dead key. */
function keyOf({ key, code }: KeyPress): string | null {
  const place = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code);
  if (place !== null) return place[1] ?? place[2] ?? null;
  const mark = Object.keys(codesOfMarks).find((one) => codesOfMarks[one] === code);
  if (mark !== undefined) return mark;
  const arrow = Object.keys(eventKeys).find((one) => eventKeys[one] === key);
  if (arrow !== undefined) return arrow;
  if (/^F([1-9]|1[0-9]|2[0-4])$/.test(key) || namedKeys.has(key)) return key;
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : null;
}

/** The shortcut a press would be, in the order shortcuts are written; null for none. */
export function shortcutOfPress(press: KeyPress, platform: string): Shortcut | null {
  const apple = isApple(platform);
  if (press.metaKey && !apple) return null;
  const key = keyOf(press);
  if (key === null) return null;
  const held = {
    Mod: apple ? press.metaKey : press.ctrlKey,
    Ctrl: apple && press.ctrlKey,
    Alt: press.altKey,
    Shift: press.shiftKey,
  };
  const modifiers = modifiersInOrder.filter((name) => held[name]);
  return [...modifiers, key].join('+');
}

/** One way of writing a shortcut, to compare by: modifiers in order, the key last. */
export function normalizeShortcut(shortcut: Shortcut): Shortcut {
  const parts = partsOf(shortcut);
  const held = modifiersInOrder.filter((name) => parts.slice(0, -1).includes(name));
  const key = parts.at(-1) ?? '';
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+');
}
