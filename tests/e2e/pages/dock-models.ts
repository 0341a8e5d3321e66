import type { Locator, Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';
import { settled } from './settled.ts';

/** The tab of a panel, e.g. `'inspect'`, and what it shows. */
const panelModel = (page: Page, language: Language, panel: string) => {
  const dock = page.getByRole('complementary', { name: word(language, 'app:panes.dock') });
  return {
    dock,
    show: () => dock.getByRole('tab', { name: word(language, `${panel}:title`) }).click(),
    lead: dock.locator('.ui-lead'),
    undo: page
      .locator('.notice-area')
      .getByRole('button', { name: word(language, 'app:actions.undo') }),
  };
};

export function constraintsModel(page: Page, language: Language) {
  const panel = panelModel(page, language, 'constraints');
  const { dock } = panel;
  const rows = dock.getByRole('listitem').filter({ has: page.locator('.constraint') });
  const row = (text: string): Locator => rows.filter({ hasText: text });
  const adding = dock.getByRole('textbox', { name: word(language, 'constraints:add.label') });
  const main = (text: string): Locator => row(text).locator('[data-rove]');
  return {
    ...panel,
    rows,
    row,
    /** The button that holds the text; opens the editor. */
    main,
    texts: () => rows.locator('.constraint-text').allTextContents(),
    facts: (text: string) => row(text).locator('.constraint-facts').textContent(),
    switchOf: (text: string) => row(text).getByRole('switch'),
    adding,
    filter: dock.getByRole('searchbox', { name: word(language, 'constraints:filter') }),
    editor: dock.getByRole('textbox', {
      name: word(language, 'constraints:edit.text'),
      exact: true,
    }),
    save: dock.getByRole('button', { name: word(language, 'app:actions.save') }),
    async add(text: string): Promise<void> {
      await adding.fill(text);
      await page.keyboard.press('Enter');
      await row(text).waitFor();
    },
    /** By the pointer: from one row's grip to the upper edge of another row. */
    async drag(text: string, before: string): Promise<void> {
      await settled(page);
      const from = await row(text).locator('.constraint-grip').boundingBox();
      const to = await row(before).boundingBox();
      if (from === null || to === null) throw new Error('a row is not on the screen');
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + 40, to.y + 6, { steps: 8 });
      await page.mouse.up();
    },
  };
}

export function inspectModel(page: Page, language: Language) {
  const panel = panelModel(page, language, 'inspect');
  const { dock } = panel;
  const list = dock.getByRole('list', { name: word(language, 'inspect:views.items') });
  const item = (words: string): Locator =>
    list.locator('.inspect-item').filter({ hasText: words }).first();
  const view = (name: 'items' | 'prompt' | 'requests') =>
    dock.locator('.ui-segment').filter({ hasText: word(language, `inspect:views.${name}`) });
  return {
    ...panel,
    list,
    item,
    open: (words: string) => item(words).locator('[data-rove]').click(),
    action: (words: string, key: string) =>
      item(words).getByRole('button', { name: word(language, key) }),
    folds: list.locator('.inspect-fold'),
    view: (name: 'items' | 'prompt' | 'requests') => view(name).click(),
    /** The whole prompt as its parts show it, put together again. */
    prompt: async () =>
      (await dock.locator('.prompt-part:not([data-kind="system"]) pre').allTextContents()).join(''),
    ribbon: page.locator('.status-ribbon', { has: page.locator('.ui-layer-bar') }),
    requests: dock.locator('.strip-entry'),
    keep: dock.getByRole('button', { name: word(language, 'inspect:requests.keep') }),
    compare: dock.getByRole('button', { name: word(language, 'inspect:requests.compare') }),
    comparison: page.getByRole('dialog', { name: word(language, 'inspect:requests.title') }),
    replay: dock.getByRole('button', { name: word(language, 'inspect:requests.replay') }).first(),
    replayed: page.getByRole('dialog').filter({ hasText: word(language, 'inspect:requests.sha') }),
  };
}

export function codexModel(page: Page, language: Language) {
  const panel = panelModel(page, language, 'codex');
  const { dock } = panel;
  const list = dock.getByRole('list', { name: word(language, 'codex:list') });
  const field = (key: string) =>
    dock.getByRole('textbox', { name: word(language, `codex:form.${key}`) });
  const relationObject = dock.locator('.codex-add-relation .ui-select-button');
  return {
    ...panel,
    list,
    entry: (name: string) => list.getByRole('button').filter({ hasText: name }).first(),
    search: dock.getByRole('searchbox', { name: word(language, 'codex:search') }),
    add: dock.getByRole('button', { name: word(language, 'codex:add') }),
    field,
    save: dock.getByRole('button', { name: word(language, 'app:actions.save') }),
    remove: dock.getByRole('button', { name: word(language, 'codex:form.delete') }),
    back: dock.getByRole('button', { name: word(language, 'codex:back') }),
    relation: {
      predicate: dock.getByRole('textbox', { name: word(language, 'codex:relations.predicate') }),
      add: dock.getByRole('button', { name: word(language, 'codex:relations.add'), exact: true }),
      chosen: () => relationObject.textContent(),
      async choose(name: string): Promise<void> {
        await relationObject.click();
        await page.getByRole('option', { name }).click();
      },
    },
  };
}

export function memoryModel(page: Page, language: Language) {
  const panel = panelModel(page, language, 'memory');
  return { ...panel, rules: panel.dock.locator('.memory-rule') };
}
