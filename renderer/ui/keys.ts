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

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const eventKeys: Record<string, string> = {
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
};

/** Whether a key press is that shortcut. Letters and digits are compared by position too, so IMEs and layouts do not matter. */
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
  return key === '\\' && press.code === 'Backslash';
}
