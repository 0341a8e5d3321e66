import { mkdir } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chapters = (names: readonly string[], folder = '') =>
  Object.fromEntries(names.map((name, at) => [`${folder}0${at + 1}.md`, `# ${name}\n\n雪。\n`]));

const listOf = async ({ projectId }: ProjectInfo): Promise<DocumentInfo[]> =>
  (await desk.call('documents:list', { projectId })).documents;
/** Chapters as `volume/title`, in their order. */
const placesOf = (project: ProjectInfo) => async () =>
  (await listOf(project)).map(({ group, title }) => `${group}/${title}`);

const shots = process.env.FABULA_SHOTS;

describe.each([
  { language: 'zh-CN', colorScheme: 'light', width: 1440, height: 900 },
  { language: 'en', colorScheme: 'dark', width: 1024, height: 700 },
] as const)('volumes, $language', ({ language, ...look }) => {
  const isChinese = language === 'zh-CN';
  const names = isChinese ? ['雪', '灯', '船', '锣'] : ['Snow', 'Lamp', 'Ferry', 'Gong'];
  const [one = '', two = '', three = '', four = ''] = names;
  const volume = isChinese ? '卷二' : 'Part Two';
  const renamed = isChinese ? '渡口' : 'The Ferry';

  it('is made of the rest of a book by keyboard, has another name, takes chapters over its border, and each step comes back [W1]', async () => {
    const project = await desk.project(chapters(names), language);
    const places = placesOf(project);
    const { page, word, palette, binder } = await desk.window(language, { project, ...look });
    const sections = binder.binder.locator('.binder-section .ui-row-title');
    await binder.open(three);
    await palette.run(word('binder:commands.volume'));
    const dialog = page.getByRole('dialog', { name: word('binder:volume.title') });
    const name = dialog.getByRole('textbox', { name: word('binder:volume.name') });
    const put = dialog.getByRole('button', { name: word('binder:volume.do'), exact: true });
    await dialog.getByRole('radio', { name: word('binder:volume.rest', { count: 2 }) }).focus();
    await page.keyboard.press('Space');
    await name.focus();
    await page.keyboard.type('...');
    await dialog
      .getByRole('status')
      .filter({ hasText: word('binder:volume.invalid') })
      .waitFor();
    expect(await put.isDisabled()).toBe(true);
    await name.fill(volume);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/volume-${language}.png` });
    await page.keyboard.press('Enter');
    const parted = [`/${one}`, `/${two}`, `${volume}/${three}`, `${volume}/${four}`];
    await expect.poll(places, soon).toEqual(parted);
    await expect.poll(() => sections.allTextContents(), soon).toContain(volume);
    if (shots) await page.screenshot({ path: `${shots}/volumes-${language}.png` });

    await binder.chapter(three).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(places, soon).toEqual([`/${one}`, `/${three}`, `/${two}`, parted[3]]);
    await page.keyboard.press('Control+z');
    await expect.poll(places, soon).toEqual(parted);
    await binder.chapter(two).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(places, soon).toEqual([`/${one}`, parted[2], `${volume}/${two}`, parted[3]]);
    await page.keyboard.press('Control+z');
    await expect.poll(places, soon).toEqual(parted);

    // The volume of the chapter whose line has the keys.
    await binder.chapter(three).focus();
    await palette.run(word('binder:commands.renameVolume'));
    const naming = page.getByRole('dialog', {
      name: word('binder:volume.renameTitle', { volume }),
    });
    await naming.getByRole('textbox').fill(renamed);
    await page.keyboard.press('Enter');
    await expect.poll(() => sections.allTextContents(), soon).toContain(renamed);
    expect((await listOf(project)).map(({ path }) => path)).toEqual([
      ...['01.md', '02.md', `${renamed}/03.md`, `${renamed}/04.md`],
    ]);
    await binder.chapter(one).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(places, soon).toEqual(parted);
    await page.keyboard.press('Control+z');
    await expect.poll(places, soon).toEqual(names.map((title) => `/${title}`));
    await binder.chapter(one).waitFor();
  });

  it('that is there takes a chapter at its near end; a name that is taken is said to be, and a dialog ends with its chapter [W1]', async () => {
    const before = chapters(names.slice(0, 2), `${volume}/`);
    const files = { ...before, ...chapters(names.slice(2), `${renamed}/`) };
    const project = await desk.project(files, language);
    const places = placesOf(project);
    const started = await places();
    const { page, word, binder } = await desk.window(language, { project, ...look });
    await binder.menu(one, 'volume');
    const dialog = page.getByRole('dialog', { name: word('binder:volume.title') });
    await dialog.getByRole('textbox').fill(renamed.toUpperCase());
    await dialog
      .getByRole('status')
      .filter({ hasText: word('binder:volume.taken') })
      .waitFor();
    await dialog.getByRole('button', { name: word('binder:volume.to') }).click();
    await page.getByRole('option', { name: renamed }).click();
    await dialog.getByRole('button', { name: word('binder:volume.do'), exact: true }).click();
    const isFirst = started[0] === `${volume}/${one}`;
    const [left, taken] = [`${volume}/${two}`, [`${renamed}/${one}`]];
    const own = [`${renamed}/${three}`, `${renamed}/${four}`];
    await expect
      .poll(places, soon)
      .toEqual(isFirst ? [left, ...taken, ...own] : [...own, ...taken, left]);
    await binder.undo.click();
    await expect.poll(places, soon).toEqual(started);

    await binder.menu(one, 'volume');
    await dialog.waitFor();
    const { documentId = '' } = (await listOf(project)).find(({ title }) => title === one) ?? {};
    await desk.call('documents:delete', { projectId: project.projectId, documentId });
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: word('palette:label') }).waitFor();
  });
});

describe('a volume on the disk [W1]', () => {
  it('comes back to where its chapters were without those that went on since', async () => {
    const project = await desk.project(chapters(['雪', '灯', '船']));
    const { projectId } = project;
    const [, lamp, ferry] = project.documents.map(({ documentId }) => documentId);
    const { page, word, palette, binder } = await desk.window('zh-CN', { project });
    await binder.open('灯');
    await palette.run(word('binder:commands.volume'));
    const dialog = page.getByRole('dialog', { name: word('binder:volume.title') });
    await dialog.getByRole('radio', { name: word('binder:volume.rest', { count: 2 }) }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('textbox').fill('卷二');
    await page.keyboard.press('Enter');
    await expect.poll(placesOf(project), soon).toEqual(['/雪', '卷二/灯', '卷二/船']);
    await desk.call('documents:delete', { projectId, documentId: ferry ?? '' });
    await expect.poll(() => binder.chapter('船').count(), soon).toBe(0);
    await binder.undo.click();
    await expect.poll(placesOf(project), soon).toEqual(['/雪', '/灯']);
    expect((await listOf(project)).at(-1)?.documentId).toBe(lamp);
  });

  it('is told to be back only where it is, and takes back under the name that another window gave it', async () => {
    const project = await desk.project({
      ...chapters(['雪', '灯', '船'], '卷一/'),
      ...chapters(['锣'], '卷二/'),
    });
    const { projectId } = project;
    const [snow = '', lamp = '', ferry = ''] = project.documents.map((one) => one.documentId);
    const { page, word, binder } = await desk.window('zh-CN', { project });
    const notice = page.locator('.notice-area[data-place="binder"]');
    const sections = binder.binder.locator('.binder-section .ui-row-title');
    /** As another window does. */
    const elsewhere = async (documentIds: string[], volume: string) => {
      await desk.call('documents:toVolume', { projectId, documentIds, volume });
      await expect.poll(() => sections.allTextContents(), soon).toContain(volume);
    };
    await binder.menu('灯', 'volume');
    const dialog = page.getByRole('dialog', { name: word('binder:volume.title') });
    await dialog.getByRole('button', { name: word('binder:volume.to') }).click();
    await page.getByRole('option', { name: '卷二' }).click();
    await dialog.getByRole('button', { name: word('binder:volume.do'), exact: true }).click();
    await binder.undo.waitFor();
    await elsewhere([snow, ferry], '上卷');
    await binder.undo.click();
    await expect
      .poll(placesOf(project), soon)
      .toEqual(['上卷/雪', '上卷/灯', '上卷/船', '卷二/锣']);

    await binder.menu('灯', 'volume');
    await dialog.getByRole('textbox').fill('卷三');
    await page.keyboard.press('Enter');
    await expect.poll(() => sections.allTextContents(), soon).toContain('卷三');
    await elsewhere([lamp], '卷四');
    await notice.evaluate((area) => {
      const told: string[] = [];
      new MutationObserver(() => told.push(area.textContent ?? '')).observe(area, {
        ...{ subtree: true, childList: true, characterData: true },
      });
      Object.assign(area, { told });
    });
    await binder.undo.click();
    // What is told of this comes after what the undo would have told.
    await binder.chapter('雪').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect
      .poll(placesOf(project), soon)
      .toEqual(['卷四/灯', '上卷/雪', '上卷/船', '卷二/锣']);
    await binder.undo.waitFor();
    const told = await notice.evaluate((area) => (area as unknown as { told: string[] }).told);
    expect(told.join()).not.toContain(word('app:takenBack', { what: '' }));
  });

  it('takes a chapter that is dragged into it, its file along, and says so where that cannot be', async () => {
    const project = await desk.project({
      ...chapters(['雪'], '卷一/'),
      ...chapters(['灯'], '卷二/'),
    });
    const { page, word, binder } = await desk.window('zh-CN', { project });
    await mkdir(desk.file(project, '卷一/02.md/x'), { recursive: true });
    await binder.chapter('灯').dragTo(binder.chapter('雪'), { targetPosition: { x: 60, y: 25 } });
    await expect
      .poll(async () => (await listOf(project)).map(({ path }) => path), soon)
      .toEqual(['卷一/01.md', '卷一/01 (2).md']);
    const notice = page.locator('.notice-area[data-place="binder"]');
    await expect
      .poll(() => notice.textContent(), soon)
      .toContain(word('binder:movedTo', { title: '灯', place: 2, volume: '卷一' }));
  });

  it('takes a chapter at its end that is dragged there from below, and below its line while it is folded [W1]', async () => {
    const project = await desk.project({
      ...chapters(['雪', '灯', '船'], '卷一/'),
      ...chapters(['锣', '水', '门'], '卷二/'),
    });
    const { page, binder } = await desk.window('zh-CN', { project });
    /** As a hand does it: through all the lines between. */
    const drag = async (title: string, onto: Locator, y: number): Promise<void> => {
      await binder.chapter(title).hover();
      await page.mouse.down();
      const box = await onto.boundingBox();
      if (box === null) throw new Error('a line that is not drawn');
      await page.mouse.move(box.x + 60, box.y + y, { steps: 30 });
      await page.mouse.up();
    };
    await drag('门', binder.chapter('船'), 25);
    const atEnd = ['卷一/雪', '卷一/灯', '卷一/船', '卷一/门', '卷二/锣', '卷二/水'];
    await expect.poll(placesOf(project), soon).toEqual(atEnd);
    await binder.undo.click();
    const before = ['卷一/雪', '卷一/灯', '卷一/船', '卷二/锣', '卷二/水', '卷二/门'];
    await expect.poll(placesOf(project), soon).toEqual(before);
    const first = binder.binder.locator('.binder-section').first();
    await first.locator('.binder-fold').click();
    await expect.poll(() => binder.chapter('雪').count(), soon).toBe(0);
    await drag('门', first, 25);
    await expect.poll(placesOf(project), soon).toEqual(atEnd);
  });
});

describe('the binder of a long book', () => {
  it('shows the open chapter in the binder of a long book whose titles are longer further down [W1]', async () => {
    const longer = '，船夫数到第几下锣声才停，没有一个人记得';
    const files = Array.from({ length: 700 }, (_, at) => [
      `${String(at + 1).padStart(4, '0')}.md`,
      `# 第${at + 1}章 潮${at + 1}${at < 80 ? '' : longer}\n\n雪。\n`,
    ]);
    const project = await desk.project(Object.fromEntries(files));
    const { text, binder, palette } = await desk.window('zh-CN', { project });
    await text.ready();
    for (const number of [400, 30, 699, 120]) {
      await palette.run(`潮${number}`);
      const row = binder.chapter(`第${number}章`);
      const isSeen = () =>
        row.evaluateAll((rows) =>
          rows.some((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            const list = one.closest('[role="treegrid"]')?.getBoundingClientRect();
            return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
          }),
        );
      await expect.poll(isSeen, soon).toBe(true);
    }
  });
});
