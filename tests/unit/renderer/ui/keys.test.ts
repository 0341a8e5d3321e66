import { describe, expect, it } from 'vitest';
import { keycaps, keysInWords, matches, partsOf } from '#renderer/ui/keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrl' | 'meta' | 'shift' | 'alt', boolean>> = {},
  code = '',
) => ({
  key,
  code,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
});

describe('shortcuts', () => {
  it('writes a shortcut into a sentence as each system does [F24]', () => {
    const shortcuts = ['Mod+Alt+PageDown', 'Mod+C', 'Shift'];
    const on = (platform: string) => shortcuts.map((one) => keysInWords(one, platform));
    expect(on('Win32')).toEqual(['Ctrl Alt PgDn', 'Ctrl C', 'Shift']);
    expect(on('MacIntel')).toEqual(['⌘⌥PgDn', '⌘C', '⇧']);
  });

  it('names keycaps as each system does', () => {
    expect(keycaps('Mod+Shift+K', 'Linux x86_64')).toEqual(['Ctrl', 'Shift', 'K']);
    expect(keycaps('Mod+Shift+K', 'MacIntel')).toEqual(['⌘', '⇧', 'K']);
    expect(keycaps('Alt+Up', 'Win32')).toEqual(['Alt', '↑']);
    expect(partsOf('Mod++')).toEqual(['Mod', '+']);
  });

  it('F24 matches exactly the held modifiers', () => {
    expect(matches('Mod+K', press('k', { ctrl: true }), 'Linux')).toBe(true);
    expect(matches('Mod+K', press('k', { ctrl: true, shift: true }), 'Linux')).toBe(false);
    expect(matches('Mod+K', press('k', { meta: true }), 'Linux')).toBe(false);
    expect(matches('Mod+K', press('k', { meta: true }), 'MacIntel')).toBe(true);
    expect(matches('Ctrl+K', press('k', { ctrl: true }), 'MacIntel')).toBe(true);
    expect(matches('F2', press('F2'), 'Linux')).toBe(true);
    expect(matches('Mod+Alt+Down', press('ArrowDown', { ctrl: true, alt: true }), 'Linux')).toBe(
      true,
    );
  });

  it('F23 knows a letter by its place on the keyboard, whatever the layout writes', () => {
    expect(matches('Mod+K', press('л', { ctrl: true }, 'KeyK'), 'Linux')).toBe(true);
    expect(matches('Mod+\\', press('Process', { ctrl: true }, 'Backslash'), 'Linux')).toBe(true);
    expect(matches('Mod+1', press('&', { ctrl: true }, 'Digit1'), 'Linux')).toBe(true);
    expect(matches('Mod+K', press('j', { ctrl: true }, 'KeyJ'), 'Linux')).toBe(false);
  });
});
