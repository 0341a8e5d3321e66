import { writeFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { boxOf, isInside, smallSizes as sizes } from './pages/boxes.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { inspectModel } from './pages/dock-models.ts';
import { writeModel } from './pages/write-model.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const longTitle =
  'In Which Our Heroine, Having Lost Her Way Twice and Her Temper Once, Is Offered Tea';
const files = {
  '01.md': `# ${longTitle}\n\nSnow fell. Nobody came.\n`,
  '02.md': '# Two\n\nIt was day.\n',
};

describe('a window at 200 %', () => {
  it.each(sizes)('F24 keeps commands and panels in sight at $width × $height', async (size) => {
    const project = await desk.project(files, 'en');
    const window = await desk.window('en', { project, ...size });
    const { page, palette } = window;
    await page.keyboard.press('Control+Shift+E');
    const inspect = inspectModel(page, 'en');
    await inspect.list.waitFor();
    const shown = async () => (await boxOf(page.locator('.inspect > :has(+ .inspect-ask)'))).height;
    await expect.poll(shown).toBeGreaterThan(150);
    await palette.open();
    await settled(page);
    expect((await boxOf(palette.dialog)).width).toBeGreaterThan(300);
    for (const item of await palette.items.all()) {
      expect((await boxOf(item)).height).toBeLessThan(40);
    }
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F2');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const head = page.locator('.ui-dialog-head');
    await expect.poll(() => isInside(dialog.getByRole('heading').first(), head)).toBe(true);
  });

  it.each(sizes)('F14 keeps accept and reject in sight at $width × $height', async (size) => {
    await connectScriptedModel(desk, server);
    server.script({ pieces: ['A dog barked.'] });
    const project = await desk.project(files, 'en');
    const { page, text } = await desk.window('en', { project, ...size });
    await text.caretAfter('Nobody came.');
    const write = writeModel(page, 'en');
    await write.ask();
    await write.bar.waitFor();
    await settled(page);
    for (const button of await write.bar.getByRole('button').all()) {
      expect(await isInside(button, write.bar)).toBe(true);
    }
    expect(await isInside(write.bar, page.locator('#page-column'))).toBe(true);
  });
});

describe('a dialog of two parts in a small window', () => {
  it.each(sizes)(
    'scrolls as one to what the export makes at $width × $height [F24]',
    async (size) => {
      const project = await desk.project(files, 'en');
      const { page, palette, word } = await desk.window('en', { project, ...size });
      await palette.run(word('export:command'));
      const preview = page.locator('.export-preview');
      await preview.waitFor();
      await settled(page);
      const hidden = await preview.evaluate((part) => part.scrollHeight - part.clientHeight);
      expect(hidden).toBeLessThanOrEqual(0);
      const bottom = page.locator('.export-preview > :last-child');
      await bottom.evaluate((part) => part.scrollIntoView({ block: 'end' }));
      expect((await boxOf(bottom)).bottom).toBeLessThan(
        (await boxOf(page.getByRole('dialog'))).bottom,
      );
    },
  );

  it.each(sizes)('has room for what is replaced at $width × $height [F24]', async (size) => {
    const project = await desk.project(files, 'en');
    const { page, palette, word } = await desk.window('en', { project, ...size });
    await palette.run(word('replace:commands.replace'));
    await page.locator('.replace-hints').waitFor();
    expect((await boxOf(page.locator('.replace-hints'))).height).toBeGreaterThan(90);
    await page.keyboard.type('Snow');
    const places = page.locator('.replace-columns > .ui-scroller');
    await places.waitFor();
    await settled(page);
    expect((await boxOf(places)).height).toBeGreaterThan(90);
  });
});

describe('the dock', () => {
  it.each([
    ['en', 1024, 700],
    ['en', 1440, 900],
    ['zh-CN', 1024, 700],
  ] as const)(
    'gives its last tab the room that the first has, whichever is chosen, in %s at %i × %i [F24]',
    async (language, width, height) => {
      const project = await desk.project(files, language);
      const { projectId } = project;
      const documentId = project.documents[1]?.documentId ?? '';
      const { page } = await desk.window(language, { project, width, height });
      const tabs = page.locator('.dock').getByRole('tab');
      if (!(await tabs.first().isVisible())) await page.keyboard.press('Control+Shift+E');
      const measure = async (count: number) => {
        await expect.poll(() => tabs.count()).toBe(count);
        const rooms: string[] = [];
        for (const tab of await tabs.all()) {
          await tab.click();
          await settled(page);
          const list = await boxOf(page.locator('.dock > .ui-tab-list'));
          const [first, last] = [await boxOf(tabs.first()), await boxOf(tabs.last())];
          const room = list.right - last.right;
          const isEnough = room >= 8 && first.x - list.x >= 8;
          rooms.push(
            isEnough ? 'enough' : `${await tab.textContent()}: ${first.x - list.x}, ${room}`,
          );
        }
        expect(rooms).toEqual(rooms.map(() => 'enough'));
      };
      await measure(6);
      const place = { documentId, start: 7, end: 10 };
      await desk.call('notes:create', { projectId, ...place, text: 'Why?', kind: 'note' });
      await measure(7);
    },
  );
});

describe('the binder', () => {
  it('keeps titles where they are when the first scene of the book comes to be known, and gives each line its room [W1]', async () => {
    const text = (scenes: string) => `\n\nSnow fell all night.\n${scenes}`;
    // Of every length about where a line is full.
    const titled = Array.from({ length: 14 }, (_, at) => [
      `${at + 10}.md`,
      `# The long and winding ch${'a'.repeat(at)}${text('')}`,
    ]);
    const project = await desk.project(Object.fromEntries(titled), 'en');
    const { page, binder } = await desk.window('en', { project, width: 1024, height: 700 });
    const lines = binder.binder.locator('.binder-item');
    await expect.poll(() => lines.count()).toBe(titled.length);
    const broken = () =>
      lines.evaluateAll((items) => items.filter((item) => item.clientHeight > 40).length);
    const left = () =>
      lines.evaluateAll((items) =>
        items.map((item) => item.querySelector('.ui-row-title')?.getBoundingClientRect().left),
      );
    await settled(page);
    const before = [await broken(), await left()];
    expect(before[0]).toBeGreaterThan(0);
    await writeFile(
      desk.file(project, '10.md'),
      `# The long and winding ch${text('\n***\n\nMorning came.\n')}`,
    );
    await page.locator('.binder-scenes-fold').waitFor();
    await settled(page);
    expect([await broken(), await left()]).toEqual(before);
    const overlaps = await lines.evaluateAll((items) => {
      const rows = items.map((item) => item.querySelector('.binder-row') ?? item);
      const boxes = rows.map((row) => row.getBoundingClientRect());
      return boxes.filter((box, at) => box.bottom > (boxes[at + 1]?.top ?? box.bottom) + 1).length;
    });
    expect(overlaps).toBe(0);
  });
});

describe('a volume with a long name at 1024 × 700 [F24]', () => {
  const volume =
    '第一卷 潮屋里记潮的人和他们一辈子没有说出口的那些话以及后来被水带走的簿子和灯与锣还有渡口上再也没有人等的那一条船和船上的桨';
  const open = async () => {
    const project = await desk.project({
      [`${volume}/01.md`]: '# 渡口\n\n舅公不在。\n',
      [`${volume}/02.md`]: '# 门槛\n\n母亲量水。\n',
      '下卷/03.md': '# 锣\n\n锣停了。\n',
    });
    return desk.window('zh-CN', { project, width: 1024, height: 700 });
  };
  const isShortened = (name: Locator): Promise<boolean> =>
    name.evaluate(
      (element) =>
        element.scrollWidth > element.clientWidth &&
        getComputedStyle(element).textOverflow === 'ellipsis',
    );

  it('keeps the figures of its cards on one line', async () => {
    const { page, text } = await open();
    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    const head = page.locator('.structure-volume').first();
    await head.waitFor();
    await settled(page);
    const heights = await head
      .locator('.structure-sum > span')
      .evaluateAll((parts) => parts.map((part) => part.getClientRects().length));
    const { height } = await boxOf(head.locator('.structure-sum'));
    expect(heights).toEqual([1, 1]);
    expect(height).toBeLessThan(30);
    expect(await isInside(head.locator('.structure-sum'), head)).toBe(true);
    expect(await isShortened(head.locator('b'))).toBe(true);
  });

  it('is shortened in the outline, and said whole', async () => {
    const { page, text } = await open();
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    const cell = page.locator('.structure-volume-row > [data-field="title"]').first();
    await cell.waitFor();
    await settled(page);
    const name = cell.locator('b');
    expect(await isShortened(name)).toBe(true);
    expect(await isInside(name, cell)).toBe(true);
    expect(await name.getAttribute('title')).toBe(volume);
  });
});
