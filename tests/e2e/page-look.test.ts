import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const paragraphs = Array.from(
  { length: 60 },
  (_, at) => `第${at + 1}天，潮水涨到石阶，灯照着渡口。`,
);
const files = { '01.md': `# 第一章 记潮的人\n\n${paragraphs.join('\n\n')}\n` };

describe('the page as the writer likes it [W5]', () => {
  it('keeps the line in the middle, dims the other paragraphs, has another measure and spacing and more contrast when asked for', async () => {
    const project = await desk.project(files);
    const { page, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const line = page.locator('.cm-line', { hasText: '第60天' });
    const styleOf = (name: 'color' | 'lineHeight') =>
      line.evaluate((one, key) => getComputedStyle(one)[key], name);
    await text.text.focus();
    await page.keyboard.press('Control+End');
    await line.waitFor();
    const [height, ink] = [await styleOf('lineHeight'), await styleOf('color')];
    await desk.call('settings:update', {
      contrast: 'more',
      editor: { typewriter: true, dimOthers: true, measure: 'narrow', spacing: 'loose' },
    });
    await expect.poll(() => page.locator('.cm-here').count(), soon).toBe(1);
    await expect.poll(() => styleOf('lineHeight'), soon).not.toBe(height);
    await expect.poll(() => styleOf('color'), soon).not.toBe(ink);
    await page.keyboard.insertText('，天亮了');
    const share = async () => {
      const box = await line.boundingBox();
      const outer = await page.locator('.cm-scroller').boundingBox();
      return box && outer ? (box.y - outer.y) / outer.height : 0;
    };
    await expect.poll(share, soon).toBeGreaterThan(0.35);
    expect(await share()).toBeLessThan(0.6);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.locator('.cm-here').textContent(), soon).not.toContain('第60天');
    expect(await page.locator('.cm-here').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await desk.call('settings:update', {
      contrast: 'system',
      editor: { typewriter: false, dimOthers: false, measure: 'usual', spacing: 'usual' },
    });
    await expect.poll(() => page.locator('.cm-here').count(), soon).toBe(0);
    await expect.poll(() => styleOf('lineHeight'), soon).toBe(height);
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(() => styleOf('color'), soon).toBe('rgb(0, 0, 0)');
  });
});

describe('the caret [W5, F22]', () => {
  it('blinks at rest without an animation that has the page drawn for every frame, stands while one types, and always where nothing is to move', async () => {
    const project = await desk.project(files);
    const { page, text } = await desk.window('zh-CN', { project });
    const caret = page.locator('.page-text .cm-cursor-primary');
    const isSeen = () => caret.evaluate((one) => getComputedStyle(one).visibility === 'visible');
    const animations = () => page.evaluate(() => document.getAnimations().length);
    await text.text.focus();
    await expect.poll(isSeen, { ...soon, interval: 50 }).toBe(false);
    await expect.poll(isSeen, { ...soon, interval: 50 }).toBe(true);
    expect(await animations()).toBe(0);
    await expect.poll(isSeen, { ...soon, interval: 50 }).toBe(false);
    await page.keyboard.insertText('雪');
    expect(await isSeen()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen = await page.evaluate(async () => {
      const found = new Set<string>();
      const one = document.querySelector('.page-text .cm-cursor-primary');
      for (const ends = performance.now() + 1500; performance.now() < ends && one; ) {
        found.add(getComputedStyle(one).visibility);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return [...found];
    });
    expect(seen).toEqual(['visible']);
  });
});

describe('the colours of the system [W5, F24]', () => {
  it('tell what is chosen, switched on and selected where a browser takes every ground away', async () => {
    const project = await desk.project(files);
    const { page, text, palette, binder } = await desk.window('zh-CN', { project });
    await page.emulateMedia({ forcedColors: 'active' });
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText =
        'forced-color-adjust: none; background: Highlight; color: HighlightText';
      const { backgroundColor, color } = getComputedStyle(probe);
      probe.remove();
      return { backgroundColor, color };
    });
    const looks = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => {
          const { backgroundColor, color } = getComputedStyle(one);
          return { backgroundColor, color };
        });
    await text.text.focus();
    await page.keyboard.press('Control+A');
    const selection = page.locator('.page-selection').first();
    await selection.waitFor();
    expect(await selection.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    await binder.binder.getByRole('row').first().waitFor();
    expect(await looks('.binder-item[data-selected]')).toEqual(highlight);
    expect(await looks('.binder-item[data-selected] .ui-row-title')).toEqual(highlight);
    await palette.open();
    await page.locator('.palette [cmdk-item][data-selected="true"]').waitFor();
    expect(await looks('.palette [cmdk-item][data-selected="true"]')).toEqual(highlight);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await page.locator('.ui-segment[data-selected]').first().waitFor();
    expect(await looks('.ui-segment[data-selected]')).toEqual(highlight);
    const unchecked = page.locator('.ui-checkbox:not([data-selected]) svg');
    for (const sign of await unchecked.all()) expect(await sign.isVisible()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('what stands beside the page [W5]', () => {
  const two = { ...files, '02.md': '# 第二章 门槛\n\n母亲量水。\n' };

  it('is another chapter that follows its saves and keeps its place, by keyboard; it changes places with the page, and axe finds nothing', async () => {
    const project = await desk.project(two);
    const [first] = project.documents;
    const { page, text, palette, word, binder } = await desk.window('zh-CN', { project });
    await binder.binder.getByRole('row').filter({ hasText: '门槛' }).click();
    await expect.poll(() => text.text.textContent(), soon).toContain('母亲量水');
    await palette.run(word('beside:commands.chapter'));
    const pane = page.locator('.beside');
    const read = pane.locator('.cm-content');
    await expect.poll(() => read.textContent(), soon).toContain('第1天');
    expect(await read.getAttribute('contenteditable')).toBe('false');
    // It is read with the keys, and the page is written meanwhile.
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await settled(page);
    await read.focus();
    const scrolled = () => pane.locator('.cm-scroller').evaluate((one) => one.scrollTop);
    await page.keyboard.press('PageDown');
    await expect.poll(scrolled, soon).toBeGreaterThan(200);
    expect(await axeFindings(page)).toEqual([]);
    // All of it can be copied, also what is out of sight, and nothing of what stands around it.
    const copied = page.evaluate(
      () =>
        new Promise((resolve) => {
          const take = ({ clipboardData }: ClipboardEvent) =>
            resolve(clipboardData?.getData('text'));
          document.addEventListener('copy', take, { once: true });
        }),
    );
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const ofFirst = { projectId: project.projectId, documentId: first?.documentId ?? '' };
    const whole = await desk.call('documents:read', ofFirst);
    expect(await copied).toBe(whole.text);
    await expect.poll(scrolled, soon).toBeGreaterThan(200);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('潮退了。');
    await text.saved();
    // What another window saves comes without losing the place.
    const { projectId } = project;
    const documentId = first?.documentId ?? '';
    const { text: now, version } = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', {
      ...{ projectId, documentId, expectedVersion: version },
      text: now.replace('第30天', '第三十天'),
    });
    await pane.getByText('第三十天').waitFor({ state: 'attached' });
    expect(await scrolled()).toBeGreaterThan(200);
    // It is where it was after the window was loaded anew.
    const kept = async () =>
      JSON.stringify((await desk.call('settings:get', {})).layout[`beside:${projectId}`]);
    await expect.poll(kept, soon).toMatch(/"at":[1-9]/);
    await page.reload();
    await expect.poll(scrolled, soon).toBeGreaterThan(200);
    await pane.getByRole('button', { name: word('beside:swap') }).press('Enter');
    await expect.poll(() => text.text.textContent(), soon).toContain('潮水涨到石阶');
    await expect.poll(() => read.textContent(), soon).toContain('潮退了。');
    await pane.getByRole('button', { name: word('beside:close') }).press('Enter');
    await pane.waitFor({ state: 'detached' });
    await expect
      .poll(() => text.text.evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true);
  });

  it('is written on where it was not read into yet, and no first key takes its title away [W5 F22]', async () => {
    const project = await desk.project(two);
    const { page, text, palette, word } = await desk.window('zh-CN', { project });
    const [first] = project.documents;
    const { projectId } = project;
    const documentId = first?.documentId ?? '';
    const saved = async () => (await desk.call('documents:read', { projectId, documentId })).text;
    const before = await saved();
    const { title } = first ?? { title: '' };
    await palette.run(word('binder:commands.next'));
    await expect.poll(() => text.text.textContent(), soon).not.toContain('第1天');
    await palette.run(word('beside:commands.chapter'));
    const pane = page.locator('.beside');
    await expect.poll(() => pane.textContent(), soon).toContain('第1天');
    await pane.getByRole('button', { name: word('beside:swap') }).press('Enter');
    await expect.poll(() => text.text.textContent(), soon).toContain('第1天');
    await hasFocus(text.text);
    await page.keyboard.insertText('我接着写');
    await text.saved();
    const heading = `# ${title}\n\n`;
    expect(before.startsWith(heading)).toBe(true);
    expect(await saved()).toBe(before.replace(heading, `${heading}我接着写`));
    // At the very begin it goes into the title's words, and one undo takes it back.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('又');
    await text.saved();
    await expect.poll(async () => (await saved()).split('\n')[0], soon).toBe(`# 又${title}`);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await text.saved();
    await expect.poll(saved, soon).toBe(before);
  });

  it('says that its chapter was deleted, in words of its own, and does not offer to write there', async () => {
    const project = await desk.project(two);
    const { page, text, palette, word } = await desk.window('zh-CN', { project });
    await text.ready();
    await palette.run(word('beside:commands.chapter'));
    const pane = page.locator('.beside');
    await pane.getByRole('button', { name: word('beside:swap') }).waitFor();
    const { projectId, documents } = project;
    const documentId = documents[1]?.documentId ?? '';
    await desk.call('documents:delete', { projectId, documentId });
    await pane.getByText(word('beside:gone.title')).waitFor();
    expect(await pane.locator('.ui-select-button').textContent()).toBe(word('beside:choice'));
    expect(await pane.getByRole('button', { name: word('beside:swap') }).count()).toBe(0);
  });

  it('in a narrow window takes turns with binder and dock, and is codex or notes, which the dock then does without', async () => {
    const project = await desk.project(two);
    const window = { project, width: 1024, height: 700 };
    const { page, palette, word } = await desk.window('zh-CN', window);
    await palette.run(word('beside:commands.notes'));
    const pane = page.locator('.beside');
    await pane.getByText(word('notes:empty.open')).waitFor();
    expect(await page.locator('.binder, .dock-column').count()).toBe(0);
    const box = await page.locator('main.page').boundingBox();
    expect(box?.width).toBeGreaterThan(450);
    // A note goes where the notes are.
    await page.locator('main .cm-line', { hasText: '第3天' }).click();
    await page.keyboard.press('Control+Alt+m');
    const field = page.getByRole('textbox', { name: word('notes:text') });
    await field.fill('潮有多高？');
    await field.press('Control+Enter');
    await pane.locator('.note-row').waitFor();
    expect(await page.locator('.dock-column').count()).toBe(0);
    await page.keyboard.press('Control+j');
    await page.locator('.dock-column').waitFor();
    expect(await pane.count()).toBe(0);
    await page.keyboard.press('Control+j');
    await pane.waitFor();
  });
});

/** What a test hears of the platform's voices: they speak when told to, and never by themselves. */
type Heard = {
  said: string[];
  cancelled: number;
  /** Ends what is being said. */
  finish: () => void;
  /** Tells the end of what was cancelled, as platforms do, late. */
  tellLate: () => void;
};

/** Voices of a machine in the place of the platform's; `localOnly` false: nothing but voices of a server. */
const giveVoices = (page: Page, isLocal: boolean): Promise<unknown> =>
  page.addInitScript((local) => {
    type Said = { text: string; voice: { name: string } | null; onend: (() => void) | null };
    const speaking: { now: Said | null; last: Said | null } = { now: null, last: null };
    const heard: Heard = {
      said: [],
      cancelled: 0,
      finish: () => speaking.now?.onend?.(),
      tellLate: () => speaking.last?.onend?.(),
    };
    const voices = [
      { name: 'Far', lang: 'zh-CN', localService: false },
      ...(local ? [{ name: 'Near', lang: 'zh-CN', localService: true }] : []),
    ];
    Object.assign(window, {
      heard,
      SpeechSynthesisUtterance: class {
        text: string;
        voice: { name: string } | null = null;
        onend: (() => void) | null = null;
        constructor(text: string) {
          this.text = text;
        }
      },
    });
    Object.defineProperty(window, 'speechSynthesis', {
      value: Object.assign(new EventTarget(), {
        getVoices: () => voices,
        speak(utterance: Said) {
          speaking.now = utterance;
          heard.said.push(`${utterance.voice?.name}: ${utterance.text}`);
        },
        cancel() {
          speaking.last = speaking.now ?? speaking.last;
          speaking.now = null;
          heard.cancelled += 1;
        },
      }),
    });
  }, isLocal);

const heardIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard.said);
const finish = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard.finish());

describe('reading aloud [W5]', () => {
  const text = '# 第一章 门槛\n\n雪停了。门开着。灯亮着。\n\n天亮了。\n';

  it('goes sentence by sentence with a voice of this machine, shows where it is, and follows what is written meanwhile', async () => {
    const project = await desk.project({ '01.md': text, '02.md': '# 第二章\n\n雨。\n' });
    const {
      page,
      text: paper,
      palette,
      word,
      binder,
    } = await desk.window('zh-CN', { project, isOwn: true });
    await giveVoices(page, true);
    await page.reload();
    await paper.ready();
    const now = page.locator('.read-aloud-now');
    await paper.caretAfter('雪停了。门');
    await palette.run(word('read-aloud:commands.start'));
    await expect.poll(() => heardIn(page), soon).toEqual(['Near: 门开着。']);
    expect(await now.textContent()).toBe('门开着。');
    expect(await axeFindings(page)).toEqual([]);
    // What is written behind it is read; what is told late of a sentence that is over is nobody's.
    await paper.caretAfter('门开着。');
    await page.keyboard.insertText('风进来了。');
    await finish(page);
    await expect.poll(() => now.textContent(), soon).toBe('风进来了。');
    const bar = page.getByRole('region', { name: word('read-aloud:label') });
    await bar.getByRole('button', { name: word('read-aloud:pause') }).press('Enter');
    await page.evaluate(() => (window as unknown as { heard: Heard }).heard.tellLate());
    await bar.getByRole('button', { name: word('read-aloud:resume') }).press('Enter');
    await expect.poll(() => heardIn(page), soon).toHaveLength(3);
    expect((await heardIn(page)).at(-1)).toBe('Near: 风进来了。');
    await finish(page);
    await finish(page);
    await expect.poll(() => now.textContent(), soon).toBe('天亮了。');
    await finish(page);
    await bar.waitFor({ state: 'detached' });
    expect(await now.count()).toBe(0);
    // Another chapter ends it.
    await palette.run(word('read-aloud:commands.start'));
    await bar.waitFor();
    await binder.binder.getByRole('row').filter({ hasText: '第二章' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('says so where there is no voice, and never takes one that sends the text away', async () => {
    const project = await desk.project({ '01.md': text });
    const {
      page,
      text: paper,
      palette,
      word,
    } = await desk.window('zh-CN', { project, isOwn: true });
    const language = word('read-aloud:languages.zh-CN');
    await palette.run(word('read-aloud:commands.start'));
    await page.getByText(word('read-aloud:problems.noVoice', { language })).waitFor();
    await giveVoices(page, false);
    await page.reload();
    await paper.ready();
    await palette.run(word('read-aloud:commands.start'));
    await page.getByText(word('read-aloud:problems.remoteOnly', { language })).waitFor();
    expect(await heardIn(page)).toEqual([]);
  });
});
