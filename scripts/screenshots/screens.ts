import type { Page } from 'playwright-core';

type Language = 'zh-CN' | 'en';

export type Screen = {
  name: string;
  /** Query of the page's address. */
  address: (language: Language) => string;
  /** Brings the page to what is to be seen. */
  show: (stage: { page: Page; language: Language }) => Promise<void>;
};

const sample = (language: Language) => `?sample=${language}`;

const ready = async (page: Page) => {
  await page.locator('.page-text[data-ready="true"]').waitFor();
  await page.waitForLoadState('networkidle');
};

/** Words in the seventh or sixth chapter that the cursor goes behind. */
const chapters: Record<Language, { open: string; find: string }> = {
  'zh-CN': { open: '秋分大潮', find: '舅公' },
  en: { open: 'The Down Line', find: 'Tobias' },
};

async function openChapter({ page, language }: { page: Page; language: Language }) {
  await ready(page);
  if (!(await page.locator('.binder').isVisible())) await page.keyboard.press('Control+Backslash');
  await page.getByRole('row').filter({ hasText: chapters[language].open }).click();
  await page
    .locator('.row-current, [role="row"][aria-selected="true"]')
    .filter({ hasText: chapters[language].open })
    .waitFor();
  await page.locator('.page-text[data-ready="true"]').waitFor();
  await page.waitForTimeout(300);
  // A screen before this one may have left the chapter at its end, where it opens again.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.locator('.cm-heading').filter({ hasText: chapters[language].open }).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.move(700, 20);
  await page.locator('.status-save[data-state="saved"]').waitFor();
}

/** Shows the dock on a panel and waits until it has its contents. */
const panel =
  (id: string, shown: string): Screen['show'] =>
  async (stage) => {
    await openChapter(stage);
    const { page } = stage;
    if (!(await page.locator('.dock').isVisible())) await page.keyboard.press('Control+J');
    await page.locator(`.dock [role="tab"][data-key="${id}"]`).click();
    await page.locator(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Inspect of the text up to the end of the chapter, once it is what the page shows. */
const inspected =
  (view?: (page: Page, language: Language) => Promise<void>): Screen['show'] =>
  async (stage) => {
    await panel('inspect', '.dock .ui-lead')(stage);
    const { page, language } = stage;
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    const before = {
      'zh-CN': `${chapters[language].open} 光标之前`,
      en: `${chapters[language].open}, before`,
    };
    // The text before the cursor is a few words at the head of a chapter: wait for the one of its end.
    await page.waitForTimeout(1500);
    await page.locator('.dock').getByText(before[language]).first().waitFor();
    await view?.(page, language);
    await page.waitForLoadState('networkidle');
  };

const dialog =
  (shortcut: string, then?: (page: Page) => Promise<void>): Screen['show'] =>
  async (stage) => {
    await openChapter(stage);
    await stage.page.keyboard.press(shortcut);
    await stage.page.getByRole('dialog').waitFor();
    await then?.(stage.page);
    await stage.page.waitForLoadState('networkidle');
  };

/** A page of the settings. */
const settings = (section: string): Screen['show'] =>
  dialog('Control+Comma', async (page) => {
    await page.locator(`.settings-tabs [role="tab"][data-key="${section}"]`).click();
    await page.waitForTimeout(300);
  });

export const screens: readonly Screen[] = [
  {
    name: 'welcome',
    address: () => '?project=none',
    show: async ({ page }) => page.locator('.welcome h1').waitFor(),
  },
  { name: 'desk', address: sample, show: inspected() },
  {
    name: 'prompt',
    address: sample,
    show: inspected((page) => page.locator('.dock .ui-segment').nth(1).click()),
  },
  { name: 'constraints', address: sample, show: panel('constraints', '.dock .ui-lead') },
  { name: 'codex', address: sample, show: panel('codex', '.dock .ui-lead') },
  { name: 'memory', address: sample, show: panel('memory', '.dock .ui-lead') },
  { name: 'files', address: sample, show: panel('context-files', '.dock h2') },
  { name: 'assistant', address: sample, show: panel('assistant', '.dock h2') },
  { name: 'chapter', address: sample, show: dialog('Shift+F2') },
  { name: 'models', address: sample, show: dialog('Control+Shift+M') },
  { name: 'palette', address: sample, show: dialog('Control+K') },
  { name: 'settings', address: sample, show: dialog('Control+Comma') },
  { name: 'settings-book', address: sample, show: settings('book') },
  { name: 'budget', address: sample, show: settings('context') },
  { name: 'retrieval', address: sample, show: settings('retrieval') },
  { name: 'settings-assistant', address: sample, show: settings('assistant') },
  { name: 'settings-tools', address: sample, show: settings('tools') },
  {
    name: 'history',
    address: sample,
    show: async (stage) => {
      await openChapter(stage);
      await stage.page.keyboard.press('Control+Alt+H');
      await stage.page.locator('.history-changed').first().waitFor();
    },
  },
  { name: 'export', address: sample, show: dialog('Control+Alt+E') },
  { name: 'replace', address: sample, show: dialog('Control+Shift+H') },
  { name: 'shortcuts', address: sample, show: dialog('Control+/') },
  {
    name: 'find',
    address: sample,
    show: async (stage) => {
      await openChapter(stage);
      await stage.page.keyboard.press('Control+H');
      await stage.page.getByRole('search').waitFor();
      await stage.page.keyboard.type(chapters[stage.language].find);
      await stage.page.keyboard.press('Enter');
      await stage.page.locator('.cm-searchMatch-selected').waitFor();
      await stage.page.locator('.find-count').waitFor();
    },
  },
  {
    name: 'focus',
    address: sample,
    show: async (stage) => {
      await openChapter(stage);
      await stage.page.keyboard.press('F11');
      await stage.page.locator('.binder').waitFor({ state: 'detached' });
    },
  },
];
