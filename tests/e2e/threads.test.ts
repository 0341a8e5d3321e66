import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { ThreadPlaceKind } from '#shared/domain/thread.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { held } from './pages/held.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const opening = 'The page for the nineteenth had been cut out of the log.';
const payment = 'In the bottom drawer lay the page.';
const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, index) => {
    const words = index === 1 ? opening : index === 4 ? payment : 'Rain fell on the line all day.';
    const part = index < 3 ? '01 Frost' : '02 Thaw';
    return [`${part}/0${index + 1}.md`, `# Chapter ${index + 1}\n\n${words}\n`];
  }),
);

const promise = async (
  { projectId, documents }: ProjectInfo,
  name: string,
  places: readonly (readonly [ThreadPlaceKind, number, string])[],
  due?: number,
): Promise<void> => {
  const marks = places.map(async ([kind, chapter, words]) => {
    const documentId = documents[chapter - 1]?.documentId ?? '';
    const { text } = await desk.call('documents:read', { projectId, documentId });
    const start = text.indexOf(words);
    return { kind, documentId, start, end: start + words.length };
  });
  const documentId = due === undefined ? undefined : documents[due - 1]?.documentId;
  await desk.call('threads:create', {
    ...{ projectId, title: name, places: await Promise.all(marks) },
    due: documentId === undefined ? null : { documentId },
  });
};

const change = async (
  { projectId, documents }: ProjectInfo,
  chapter: number,
  edit: (text: string) => string,
): Promise<void> => {
  const documentId = documents[chapter - 1]?.documentId ?? '';
  const { text, version } = await desk.call('documents:read', { projectId, documentId });
  await desk.call('documents:save', {
    ...{ projectId, documentId, text: edit(text), expectedVersion: version },
  });
};

const openPromises = async ({ page, text }: DeskModels): Promise<void> => {
  await text.ready();
  await page.keyboard.press('Control+Alt+3');
  await page.locator('.threads-main').waitFor();
};

const selected = ({ page }: DeskModels): Promise<string> =>
  page.evaluate(() => document.getSelection()?.toString() ?? '');

describe('the promises of a book [N13]', () => {
  it('lie over volumes and chapters, with a line through all lanes where the book is written to', async () => {
    const project = await desk.project(files, 'en');
    await promise(project, 'What Joseph kept', [['opened', 2, opening]], 5);
    await promise(project, 'Nobody opened it', [['paid', 5, payment]]);
    const models = await desk.window('en', { project });
    const { page } = models;
    await openPromises(models);
    const volumes = page.locator('.chapters-volume');
    expect(await volumes.allTextContents()).toEqual(['Frost', 'Thaw']);
    await settled(page);
    const line = await page.locator('.chapters-now').boundingBox();
    for (const lane of await page.locator('.threads-lane').all()) {
      const box = await lane.boundingBox();
      expect(line?.y).toBeLessThanOrEqual(box?.y ?? 0);
      expect((line?.y ?? 0) + (line?.height ?? 0)).toBeGreaterThan((box?.y ?? 0) + 20);
    }
    await page.locator('.threads-lane').filter({ hasText: 'What Joseph kept' }).click();
    const story = page.locator('.threads-places > li');
    expect(await story.evaluateAll((all) => all.map((one) => one.dataset['kind']))).toEqual([
      'opened',
      'silent',
      'due',
    ]);
    expect(await axeFindings(page)).toEqual([]);
    // In colours of the system, too, the line and the lane that is chosen are told from the others.
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { backgroundColor, outlineStyle } = getComputedStyle(one);
        return { backgroundColor, outlineStyle };
      });
    const ink = await page.locator('body').evaluate((one) => getComputedStyle(one).color);
    expect((await looks('.chapters-now')).backgroundColor).toBe(ink);
    expect((await looks('.threads-lane[aria-pressed="true"]')).outlineStyle).toBe('solid');
  });

  it('have a report of which each line opens its place, where it stands by now, and says what is gone', async () => {
    const project = await desk.project(files, 'en');
    await promise(project, 'What Joseph kept', [['opened', 2, opening]], 4);
    await promise(project, 'Nobody opened it', [['paid', 5, payment]]);
    const models = await desk.window('en', { project });
    const { page, word } = models;
    const report = async (): Promise<void> => {
      await openPromises(models);
      await page.locator('.ui-segment', { hasText: word('threads:looks.report') }).click();
    };
    const line = (name: string) => page.locator('.threads-line').filter({ hasText: name }).last();
    await report();
    await change(project, 2, (text) =>
      text.replace('# Chapter 2\n', '# Chapter 2\n\nMore rain.\n'),
    );
    await line('What Joseph kept').click();
    await expect.poll(() => selected(models), soon).toBe(opening);

    await report();
    await line('Nobody opened it').click();
    await expect.poll(() => selected(models), soon).toBe(payment);

    await change(project, 2, (text) => text.replace(opening, ''));
    await report();
    await line('What Joseph kept').click();
    await page.getByText(word('threads:textGone')).waitFor();
    await models.text.paragraph('More rain.').waitFor();

    const { projectId, documents } = project;
    await report();
    await desk.call('documents:delete', {
      ...{ projectId, documentId: documents[1]?.documentId ?? '' },
    });
    await expect.poll(() => models.binder.chapter('Chapter 2').count(), soon).toBe(0);
    await line('What Joseph kept').click();
    await page.getByText(word('threads:chapterGone')).waitFor();
    await page.getByText(word('threads:report.heldBack')).waitFor();
    await page.getByText(word('threads:holdsBack')).waitFor();
    await page.getByRole('button', { name: word('threads:restoreChapter') }).click();
    await models.binder.chapter('Chapter 2').waitFor();
    await page.getByText(word('threads:holdsBack')).waitFor({ state: 'detached' });
    expect((await desk.call('threads:list', { projectId })).items).toMatchObject(
      [false, false].map((chapterGone) => ({ places: [{ chapterGone }] })),
    );
  });

  it('can be due nowhere again once the chapter they were due in is gone', async () => {
    const project = await desk.project(files, 'en');
    const { projectId, documents } = project;
    await promise(project, 'What Joseph kept', [['opened', 2, opening]], 4);
    const documentId = documents[3]?.documentId ?? '';
    await desk.call('documents:delete', { projectId, documentId });
    const models = await desk.window('en', { project });
    const { page, word } = models;
    await openPromises(models);
    await page.locator('.threads-lane').first().click();
    const due = page
      .locator('.threads-decisions')
      .getByRole('button', { name: word('threads:due') });
    await due.filter({ hasText: word('threads:dueGone') }).click();
    await page.getByRole('option', { name: word('threads:dueNowhere') }).click();
    await due.filter({ hasText: word('threads:dueNowhere') }).waitFor();
    const { items } = await desk.call('threads:list', { projectId });
    expect(items).toMatchObject([{ due: null, problems: [] }]);
  });

  it('offer their echoes in the panel, which count when the writer says so, and are marked from it where the cursor stands', async () => {
    const echo = 'Someone had cut the nineteenth out of the calendar too.';
    const other = 'She kept a log of her own in the drawer, and had cut her name into it.';
    const text = (words: string): string => `# Chapter\n\nMore rain. ${words} Then it was dark.\n`;
    const project = await desk.project(
      { ...files, '02 Thaw/04.md': text(echo), '02 Thaw/06.md': text(other) },
      'en',
    );
    const { projectId, documents } = project;
    await promise(project, 'The page cut from the log', [['opened', 2, opening]], 5);
    const models = await desk.window('en', { project });
    const { page, word } = models;
    await models.binder.chapter('Chapter 5').click();
    await models.text.paragraph(payment).click();
    await openPromises(models);
    await page.locator('.threads-lane').first().click();
    const proposals = page.locator('.threads-places > li[data-kind="proposal"]');
    const proposed = () => proposals.locator('blockquote').allTextContents();
    await expect.poll(proposed, soon).toEqual([echo, payment, other]);
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('button', { name: word('threads:echo.refuse') })
      .last()
      .click();
    await expect.poll(proposed, soon).toEqual([echo, payment]);
    await page
      .getByRole('button', { name: word('threads:echo.count') })
      .first()
      .click();
    const kinds = (): Promise<(string | undefined)[]> =>
      page
        .locator('.threads-places > li:not([data-kind="proposal"])')
        .evaluateAll((all) => all.map((one) => one.dataset['kind']));
    await expect.poll(kinds, soon).toEqual(['opened', 'echoed', 'silent', 'due']);
    await expect.poll(proposed, soon).toEqual([payment]);

    const note = page.getByLabel(word('threads:note'));
    await note.fill('In the bottom drawer.');
    await page.keyboard.press('Tab');
    const listed = async () => (await desk.call('threads:list', { projectId })).items[0];
    await expect.poll(async () => (await listed())?.note, soon).toBe('In the bottom drawer.');

    await page.getByRole('button', { name: word('threads:here.pay') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(payment).waitFor();
    await dialog.getByRole('button', { name: word('threads:mark.do') }).click();
    await expect.poll(kinds, soon).toEqual(['opened', 'echoed', 'paid']);
    expect((await listed())?.places.at(-1)).toMatchObject({
      ...{ kind: 'paid', documentId: documents[4]?.documentId, quote: payment },
    });
  });

  it('are planned once by a key that comes twice [N13]', async () => {
    const project = await desk.project(files, 'en');
    const { projectId } = project;
    const { page, palette, word } = await desk.window('en', { project });
    await palette.run(word('threads:commands.mark'));
    const name = page.getByRole('dialog').getByRole('textbox', { name: word('threads:name') });
    await name.fill('Who burnt the letter');
    const made = await held(page, 'threads:create');
    await name.press('Enter');
    await made.asked;
    await name.press('Enter');
    made.give();
    await name.waitFor({ state: 'detached' });
    const { items } = await desk.call('threads:list', { projectId });
    expect(items.map(({ title }) => title)).toEqual(['Who burnt the letter']);
  });

  it('keep a note that is left by a click on a switch, or on another of them, once and without a conflict', async () => {
    const project = await desk.project(files, 'en');
    const { projectId } = project;
    await promise(project, 'What Joseph kept', [['opened', 2, opening]], 4);
    await promise(project, 'Nobody opened it', [['paid', 5, payment]]);
    const models = await desk.window('en', { project });
    const { page, word } = models;
    const stored = async () =>
      (await desk.call('threads:list', { projectId })).items.find(
        ({ title }) => title === 'What Joseph kept',
      );
    await openPromises(models);
    const lane = (name: string) => page.locator('.threads-lane').filter({ hasText: name });
    await lane('What Joseph kept').click();
    const before = (await stored())?.version ?? 0;

    await page.getByLabel(word('threads:note')).fill('In the bottom drawer.');
    await page.locator('.threads-decisions').getByText(word('threads:send')).click();
    await expect
      .poll(stored, soon)
      .toMatchObject({ note: 'In the bottom drawer.', send: false, version: before + 2 });

    await page.getByLabel(word('threads:note')).fill('In the stove.');
    await lane('Nobody opened it').click();
    await expect
      .poll(stored, soon)
      .toMatchObject({ note: 'In the stove.', send: false, version: before + 3 });
    await settled(page);
    expect((await stored())?.version).toBe(before + 3);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);

    // Typed back while it is being saved: a change of what is saved, not of what stood there.
    const note = page.getByLabel(word('threads:note'));
    await lane('What Joseph kept').click();
    const answer = await held(page, 'threads:update');
    await note.fill('In the attic.');
    await note.blur();
    await answer.asked;
    await note.fill('In the stove.');
    await note.blur();
    answer.give();
    await expect.poll(async () => (await stored())?.version, soon).toBe(before + 5);
    expect(await stored()).toMatchObject({ note: 'In the stove.' });

    // Another window wrote meanwhile, and the field is gone before that is known.
    const late = await held(page, 'threads:update');
    await note.fill('In the well.');
    await lane('Nobody opened it').click();
    await late.asked;
    const { threadId = '' } = (await stored()) ?? {};
    await desk.call('threads:update', { projectId, threadId, note: 'Under the bridge.' });
    late.give();
    await page.getByText(word('errors:THREAD_CONFLICT.what')).waitFor();
    await lane('What Joseph kept').click();
    await page.getByText(word('threads:unkept.there', { text: 'Under the bridge.' })).waitFor();
    expect(await note.inputValue()).toBe('In the well.');
    await page.getByRole('button', { name: word('threads:unkept.mine') }).click();
    await expect.poll(stored, soon).toMatchObject({ note: 'In the well.' });
  });

  it('say above the columns that a note was not kept, where their view was left before that is known', async () => {
    const project = await desk.project(files, 'en');
    const { projectId } = project;
    await promise(project, 'What Joseph kept', [['opened', 2, opening]]);
    const models = await desk.window('en', { project });
    const { page, word } = models;
    await openPromises(models);
    await page.locator('.threads-lane').first().click();
    const note = page.getByLabel(word('threads:note'));
    const late = await held(page, 'threads:update');
    await note.fill('In the well.');
    await page.keyboard.press('Control+Alt+2');
    await late.asked;
    await page.locator('.threads-main').waitFor({ state: 'detached' });
    const { items } = await desk.call('threads:list', { projectId });
    const threadId = items[0]?.threadId ?? '';
    await desk.call('threads:update', { projectId, threadId, note: 'Under the bridge.' });
    late.give();
    await page
      .getByRole('alert')
      .filter({ hasText: word('errors:THREAD_CONFLICT.what') })
      .waitFor();
    await page.keyboard.press('Control+Alt+3');
    await page.getByText(word('threads:unkept.there', { text: 'Under the bridge.' })).waitFor();
    expect(await note.inputValue()).toBe('In the well.');
  });
});
