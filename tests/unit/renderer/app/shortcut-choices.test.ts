import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allShortcuts,
  commandsWith,
  refusalOf,
  type ShortcutChoices,
  shownShortcut,
  withShortcut,
} from '#renderer/app/shortcut-choices.ts';
import { normalizeShortcut, shortcutOfPress } from '#renderer/ui/keys.ts';

const commands = [
  { id: 'find', shortcut: 'Mod+F' },
  { id: 'palette', shortcut: 'Mod+K', alternatives: ['Mod+Shift+P'] },
  { id: 'theme', shortcut: 'Mod+Shift+L' },
  { id: 'plain' },
];
const keys = fc.constantFrom('Mod+F', 'Mod+K', 'Mod+Shift+P', 'Shift+Mod+L', 'F9', 'Alt+Up', '');
const assignment = fc.record({
  id: fc.constantFrom(...commands.map(({ id }) => id)),
  shortcut: keys,
});

describe('chosen shortcuts', () => {
  it('leave no two commands on the same keys, whatever is given to whom (property) [F24]', () => {
    fc.assert(
      fc.property(fc.array(assignment), (assignments) => {
        let choices: ShortcutChoices = {};
        for (const one of assignments) {
          choices = withShortcut(commands, choices, one);
          const command = commands.find(({ id }) => id === one.id);
          expect(normalizeShortcut(shownShortcut(command ?? { id: '' }, choices) ?? '')).toBe(
            normalizeShortcut(one.shortcut),
          );
        }
        const all = commands.flatMap((command) =>
          allShortcuts(command, choices).map(normalizeShortcut),
        );
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('are told to be taken, also where they are the second keys of another command [F24]', () => {
    expect(commandsWith(commands, {}, 'Shift+Mod+P').map(({ id }) => id)).toEqual(['palette']);
    expect(commandsWith(commands, { palette: 'Mod+K' }, 'Mod+Shift+P')).toEqual([]);
    const taken = withShortcut(commands, {}, { id: 'plain', shortcut: 'Mod+Shift+P' });
    expect(taken).toEqual({ palette: 'Mod+K', plain: 'Mod+Shift+P' });
  });

  it('go when a command has its first keys again [F24]', () => {
    const changed = withShortcut(commands, {}, { id: 'find', shortcut: 'F9' });
    expect(changed).toEqual({ find: 'F9' });
    expect(withShortcut(commands, changed, { id: 'find', shortcut: 'Mod+F' })).toEqual({});
  });

  it('stand alone when the further keys of a command went to another meanwhile [F24]', () => {
    const taken = withShortcut(commands, {}, { id: 'find', shortcut: 'Mod+Shift+P' });
    const again = withShortcut(commands, taken, { id: 'palette', shortcut: 'Mod+K' });
    expect(again).toEqual({ find: 'Mod+Shift+P', palette: 'Mod+K' });
  });

  it('are refused where they write, edit, or are the browser’s [F24]', () => {
    expect(refusalOf('B', 'web')).toBe('plain');
    expect(refusalOf('Shift+7', 'web')).toBe('plain');
    expect(refusalOf('Shift+F7', 'web')).toBeNull();
    expect(refusalOf('Mod+C', 'electron')).toBe('text');
    expect(refusalOf('Mod+T', 'web')).toBe('browser');
    expect(refusalOf('Mod+T', 'electron')).toBeNull();
  });
});

describe('pressed keys', () => {
  const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  it('are written as shortcuts are, by their place on the keyboard [F24]', () => {
    const press = { ...held, ctrlKey: true, shiftKey: true };
    expect(shortcutOfPress({ ...press, key: 'F', code: 'KeyF' }, 'Linux')).toBe('Mod+Shift+F');
    expect(shortcutOfPress({ ...press, key: 'ф', code: 'KeyA' }, 'Linux')).toBe('Mod+Shift+A');
    expect(shortcutOfPress({ ...press, key: '<', code: 'Comma' }, 'Linux')).toBe('Mod+Shift+,');
    expect(shortcutOfPress({ ...press, key: 'ArrowUp', code: 'ArrowUp' }, 'MacIntel')).toBe(
      'Ctrl+Shift+Up',
    );
    expect(shortcutOfPress({ ...held, key: 'Control', code: 'ControlLeft' }, 'Linux')).toBeNull();
    expect(shortcutOfPress({ ...held, metaKey: true, key: 'l', code: 'KeyL' }, 'Win32')).toBeNull();
  });
});
