import { describe, expect, it } from 'vitest';
import { judgeKeys, readKeys } from '../../../scripts/check/shortcuts.ts';

const command = (id: string, keys: string) =>
  `export const commands = [{ id: '${id}', group: 'view', shortcut: '${keys}', run: open }];`;

describe('the check of shortcuts', () => {
  it('names both places where two commands took the same keys [F24]', () => {
    const found = [
      ...readKeys('renderer/a.ts', command('reports.show', 'Mod+Alt+4')),
      ...readKeys('renderer/b.ts', `\n${command('origins.show', 'Mod+Alt+4')}`),
      ...readKeys('renderer/c.ts', command('threads.show', 'Mod+Alt+3')),
    ];
    expect(judgeKeys(found, new Map())).toEqual([
      'renderer/a.ts:1: Mod+Alt+4 are the keys of renderer/b.ts:2 too',
      'renderer/b.ts:2: Mod+Alt+4 are the keys of renderer/a.ts:1 too',
    ]);
  });

  it('counts second shortcuts and those that only some commands of a list have [F24]', () => {
    const found = readKeys(
      'renderer/a.ts',
      `const one = { id: 'a', shortcut: 'F1', alternatives: ['F3', 'F4'], run };
       const two = { id: 'b', ...(isFirst ? { shortcut: 'F4' } : {}), run };`,
    );
    expect(found.map(({ keys }) => keys)).toEqual(['F1', 'F3', 'F4', 'F4']);
    expect(judgeKeys(found, new Map())).toHaveLength(2);
  });

  it('reads keys that depend on the host [F24]', () => {
    const found = [
      ...readKeys('renderer/a.ts', "const keys = isWeb ? 'Mod+Alt+N' : 'Mod+N';"),
      ...readKeys('renderer/b.ts', command('notes.add', 'Mod+Alt+N')),
    ];
    expect(judgeKeys(found, new Map())).toHaveLength(2);
  });

  it('leaves out entries of menus, which show the keys of a command once more [F24]', () => {
    expect(readKeys('renderer/a.ts', "const entry = { shortcut: 'F2', onAction: go };")).toEqual(
      [],
    );
  });

  it('lets those share keys that are listed, no third one, and wants the list kept short [F24]', () => {
    const shared = new Map([['Escape', ['renderer/a.ts', 'renderer/b.ts']]]);
    const [one, other, third] = ['a', 'b', 'c'].flatMap((name) =>
      readKeys(`renderer/${name}.ts`, command(name, 'Escape')),
    );
    if (!one || !other || !third) throw new Error('keys are not read');
    expect(judgeKeys([one, other], shared)).toEqual([]);
    expect(judgeKeys([one, other, third], shared)).toHaveLength(1);
    expect(judgeKeys([one], shared)).toEqual([
      'renderer/b.ts does not use Escape; take it out of the exceptions',
    ]);
  });
});
