import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSettings } from '#main/settings/index.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.close());

const store = (value: string): void => {
  world.database.prepare('INSERT INTO settings (id, value) VALUES (1, ?)').run(value);
};
const row = (): { value: string; set_aside: string | null } =>
  world.database.prepare('SELECT value, set_aside FROM settings').get() as {
    value: string;
    set_aside: string | null;
  };

describe('createSettings', () => {
  it('starts with the defaults and says nothing', () => {
    const settings = createSettings(world);
    expect(settings.get()).toEqual(defaultSettings);
    expect(settings.notices).toEqual([]);
  });

  it('S3-45 keeps a change over a restart and tells of it', () => {
    const settings = createSettings(world);
    const changed = settings.update({
      debugMode: true,
      tools: { bash: 'ask' },
      layout: { left: 240 },
    });
    expect(changed).toEqual({
      ...defaultSettings,
      debugMode: true,
      tools: { ...defaultSettings.tools, bash: 'ask' },
      layout: { left: 240 },
    });
    expect(world.events.heard).toEqual([
      { name: 'settings:changed', payload: { settings: changed } },
    ]);
    expect(createSettings({ ...world, database: world.reopen() }).get()).toEqual(changed);
  });

  it('changes the words to look out for as they are by then, whoever changed them before [W7]', () => {
    const settings = createSettings(world);
    settings.update({ watchedWords: ['船', '下来'] });
    settings.update({ watchedWordsChange: { added: ['渡口'], removed: ['没有'] } });
    settings.update({ watchedWordsChange: { added: ['渡口', '灯', '灯'], removed: ['船'] } });
    expect(settings.get().watchedWords).toEqual(['下来', '渡口', '灯']);
    settings.update({ debugMode: true });
    expect(settings.get().watchedWords).toEqual(['下来', '渡口', '灯']);
  });

  it('merges tools, editor and layout one level deep and replaces the rest', () => {
    const settings = createSettings(world);
    settings.update({ layout: { left: 240, dock: { tab: 'inspect' } }, editor: { fontSize: 20 } });
    const changed = settings.update({
      layout: { dock: { open: true } },
      editor: { focusMode: true },
    });
    expect(changed.layout).toEqual({ left: 240, dock: { open: true } });
    expect(changed.editor).toEqual({
      ...defaultSettings.editor,
      ...{ fontSize: 20, focusMode: true },
    });
  });

  it('takes undefined for "as it is"', () => {
    const settings = createSettings(world);
    settings.update({ theme: 'dark' });
    expect(settings.update({ theme: undefined, language: 'en' }).theme).toBe('dark');
  });

  it('refuses what would not be valid and changes nothing', () => {
    const settings = createSettings(world);
    const before = settings.get();
    const bad = { editor: { fontSize: 500 } };
    expect(contract['settings:update'].input.safeParse(bad).success).toBe(false);
    expect(() => settings.update(bad)).toThrowError(
      expect.objectContaining({
        code: 'SETTINGS_INVALID',
        details: { paths: ['editor.fontSize'] },
      }),
    );
    expect(settings.get()).toBe(before);
    expect(world.events.heard).toEqual([]);
  });

  it('keeps the valid rest of what is stored, names what it left out, and loses nothing on the next write', () => {
    const stored = JSON.stringify({
      debugMode: true,
      theme: 'plaid',
      tools: { bash: 'allow', web: 'perhaps' },
      fromTheFuture: { deep: [1] },
    });
    store(stored);
    const settings = createSettings(world);
    expect(settings.get()).toEqual({
      ...defaultSettings,
      debugMode: true,
      tools: { ...defaultSettings.tools, bash: 'allow' },
    });
    expect(settings.notices).toHaveLength(1);
    for (const path of ['theme', 'tools.web', 'fromTheFuture']) {
      expect(settings.notices[0]?.message).toContain(path);
    }
    expect(settings.notices[0]?.message).not.toContain('plaid');
    settings.update({ language: 'en' });
    settings.update({ language: 'zh-CN' });
    expect(row().set_aside).toBe(stored);
    expect(JSON.parse(row().value)).toMatchObject({
      fromTheFuture: { deep: [1] },
      language: 'zh-CN',
    });
  });

  it.each(['{"debugMode":', '[]', 'null', '"dark"', '7'])(
    'uses the defaults for a row that holds %s, and says so',
    (text) => {
      store(text);
      const settings = createSettings(world);
      expect(settings.get()).toEqual(defaultSettings);
      expect(settings.notices).toHaveLength(1);
      settings.update({ theme: 'dark' });
      expect(row().set_aside).toBe(text);
    },
  );

  it('hands out settings that nobody can change by accident', () => {
    const settings = createSettings(world);
    settings.update({ layout: { left: { width: 1 } } });
    expect(() => Object.assign(settings.get().tools, { bash: 'allow' })).toThrow(TypeError);
    expect(() => Object.assign(settings.get(), { debugMode: true })).toThrow(TypeError);
  });
});
