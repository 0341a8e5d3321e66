import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/bootstrap/paths.mjs';
import { collectLicences, writeOut } from '../../../scripts/licences/collect.ts';

describe('the licences of what ships', () => {
  it('name every part once: what the program needs, and what is built into its page [W10]', () => {
    const licences = collectLicences(root);
    const names = licences.map(({ name, version }) => `${name} ${version}`);
    expect(new Set(names).size).toBe(names.length);
    const parts = new Set(licences.map(({ name }) => name));
    for (const name of ['better-sqlite3', 'sqlite-vec', '@vscode/ripgrep', 'react', 'zustand']) {
      expect(parts.has(name), name).toBe(true);
    }
    expect([...parts].some((name) => name.startsWith('@fontsource-variable/'))).toBe(true);
    for (const name of ['vitest', 'typescript', 'electron-builder', 'playwright-core']) {
      expect(parts.has(name), name).toBe(false);
    }
    expect(licences.filter(({ text }) => text.trim() === '')).toEqual([]);
    expect(writeOut(licences)).toContain('Permission is hereby granted, free of charge');
  });
});
