import { describe, expect, it } from 'vitest';
import { installedOf } from '#renderer/features/settings/page-fonts.ts';
import { defaultSettings, Settings } from '#shared/domain/settings.ts';

describe('fonts of the machine for the page [W5]', () => {
  it('are those that are drawn otherwise than what stands in for them, in the order of the list', () => {
    const widths: Readonly<Record<string, number>> = { monospace: 60, serif: 50, sans: 52 };
    const here: Readonly<Record<string, number>> = { '"Song"': 47, '"Like Mono"': 60 };
    const measure = (families: string): number => {
      const [first = '', rest] = families.split(', ');
      return here[first] ?? widths[rest ?? first] ?? 52;
    };
    expect(installedOf(['Song', 'Gone', 'Like Mono'], measure)).toEqual(['Song', 'Like Mono']);
  });

  it('have names that end nothing where they are used', () => {
    const accepts = (fontZh: string): boolean =>
      Settings.safeParse({
        ...defaultSettings,
        editor: { ...defaultSettings.editor, fontZh },
      }).success;
    for (const name of ['', 'LXGW WenKai', '霞鹜文楷']) expect(accepts(name)).toBe(true);
    for (const name of ['a"; color: red', 'x}', 'a\\22', 'a\nb', 'x'.repeat(101)]) {
      expect(accepts(name)).toBe(false);
    }
  });
});
