import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { lendGreeted } from '#tests/helpers/lent-book.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { hasFocus, settled } from './pages/settled.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const books = {
  'zh-CN': {
    chapter: '# 第一章 长坂\n\n马超出阵。\n\n（本章完）\n',
    last: '（本章完）',
    answer: '曹仁勒马。\n\n赵云不答，只把枪一横。\n\n鼓声又起。',
  },
  en: {
    chapter: '# One\n\nThe ferry came.\n\nThe rain had stopped.\n',
    last: 'had stopped.',
    answer: 'Anna got up.\n\nNobody answered her.\n\nThe bell rang again.',
  },
} as const;

const open = async (
  language: Language,
  isOwn = false,
  others: Readonly<Record<string, string>> = {},
) => {
  const book = books[language];
  const project = await desk.project({ '01.md': book.chapter, ...others }, language);
  const window = await desk.window(language, {
    project,
    isOwn,
    colorScheme: language === 'en' ? 'dark' : 'light',
  });
  const onDisk = () => readFile(desk.file(project, '01.md'), 'utf8');
  const write = writeModel(window.page, language);
  return { ...window, ...book, project, write, onDisk };
};

/** The paragraphs a reader of the page sees. */
const readPage = async (text: { innerText(): Promise<string> }): Promise<string[]> =>
  (await text.innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const paragraphsOf = (chapter: string): string[] =>
  chapter
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.trim());

describe.each(['zh-CN', 'en'] as const)('an answer in the page, %s', (language) => {
  it('is written as it was shown when its first paragraph is refused, and leaves no bar over another book [F14]', async () => {
    const { page, text, palette, project, write, word, answer, last, chapter, onDisk } =
      await open(language);
    server.script({ pieces: [answer] });
    await text.caretAfter(last);
    await write.ask();
    await write.bar.waitFor();
    expect(await onDisk()).toBe(chapter);
    await write.margin('rejected', 1).click();
    await write.margin('accepted', 2).click();
    await write.inserted.nth(1).waitFor();
    const shown = (await readPage(text.text)).filter((line) => !chapter.includes(`# ${line}`));
    await write.margin('accepted', 3).click();
    await write.bar.waitFor({ state: 'detached' });
    const [first = '', ...others] = answer.split('\n\n');
    const expected = `${chapter.trimEnd()}\n\n${others.join('\n\n')}\n`;
    await expect.poll(onDisk, soon).toBe(expected);
    expect(shown.join('\n')).not.toContain(first);
    expect(shown.slice(-4)).toEqual(paragraphsOf(expected).slice(-4));
    // Nothing of the decision is left over another book, nor over this one again; what is to be said is its book's (W10).
    const instruction = 'snow 雪';
    await write.field.fill(instruction);
    const other = await desk.project({ '01.md': chapter }, language);
    for (const { projectId } of [other, project]) {
      await palette.run(word('binder:project.open'));
      await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
      const name = projectId === other.projectId ? other.name : project.name;
      await page.locator('.welcome-project').filter({ hasText: name }).first().click();
      await text.ready();
      await text.caretAfter(last);
      expect(await write.bar.count()).toBe(0);
      const expectedField = projectId === other.projectId ? '' : instruction;
      await expect.poll(() => write.field.inputValue(), soon).toBe(expectedField);
    }
    await page.reload();
    await text.ready();
    await expect.poll(() => write.field.inputValue(), soon).toBe(instruction);
    await write.field.fill('');
  });

  it('stands alone beside another for the same passage: one in the page, a key away from the other [F14]', async () => {
    const { page, text, palette, write, word, last, chapter, onDisk } = await open(language);
    const [one, two] =
      language === 'en' ? ['It was over.', 'Rain, then none.'] : ['雨歇了。', '鼓声住了。'];
    const rewriting = language === 'en' ? 'Rewrite' : '改写';
    const ask = async (answer: string) => {
      server.script({ pieces: [answer] });
      await text.caretAfter(last);
      await palette.run(word('write:commands.passage', { skill: rewriting }));
      await write.inserted.filter({ hasText: answer }).waitFor();
    };
    await ask(one);
    await ask(two);
    const strip = page.locator('.answer-strip');
    await strip.waitFor();
    await expect.poll(() => write.inserted.allTextContents()).toEqual([two]);
    await expect.poll(() => strip.locator('strong').textContent()).toBe('2/2');
    expect(await strip.locator('.answer-model').textContent()).toBe('scripted');
    await text.text.focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await write.inserted.filter({ hasText: one }).waitFor();
    await expect.poll(() => write.inserted.allTextContents()).toEqual([one]);
    await strip.getByRole('button', { name: word('candidates:answers.compare') }).click();
    const dialog = page.getByRole('dialog', { name: word('candidates:answers.compareTitle') });
    await dialog.getByText(two.slice(0, 2)).first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await onDisk()).toBe(chapter);
    await write.bar
      .getByRole('button', { name: word('candidates:answers.accept', { number: 1 }) })
      .click();
    await write.bar.waitFor({ state: 'detached' });
    await expect.poll(onDisk, soon).toContain(one);
    expect(await onDisk()).not.toContain(two);
    // The button is gone with the bar; what is typed next, an undo for one, is meant for the text.
    await hasFocus(text.text);
    await write.showTab();
    const aside = write.lastRun.getByText(word('write:outcome.setAside'));
    await aside.waitFor();
    await page.keyboard.press('Escape');
    await text.text.focus();
    await page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(chapter);
    await write.lastRun.getByRole('button', { name: word('write:outcome.restore') }).click();
    await write.inserted.filter({ hasText: two }).waitFor();
  });
});

describe('a refused answer', () => {
  const parts = ['曹仁勒马。', '赵云不答。'] as const;
  const asked = async (isOwn: boolean) => {
    const window = await open('zh-CN', isOwn);
    const { text, write, last } = window;
    server.script({ pieces: [parts.join('\n\n')] });
    await text.caretAfter(last);
    await write.ask();
    await write.inserted.nth(1).waitFor();
    return window;
  };

  it('that is fetched back is undecided: all of it is written when all is accepted [F14]', async () => {
    const { page, text, binder, write, word, last, chapter, onDisk } = await asked(false);
    await write.margin('rejected', 1).click();
    server.script({ pieces: ['雨歇了。'] });
    await text.caretAfter(last);
    await write.ask();
    await page.locator('.answer-strip').waitFor();
    // What is accepted is newer than the step that a notice still offers to take back.
    await binder.menu('长坂', 'rename');
    await binder.renameField.fill('第一章 长坂坡');
    await page.keyboard.press('Enter');
    const renamed = chapter.replace('长坂', '长坂坡');
    await expect.poll(onDisk, soon).toBe(renamed);
    await binder.undo.waitFor();
    await write.bar
      .getByRole('button', { name: word('candidates:answers.accept', { number: 2 }) })
      .click();
    await expect.poll(onDisk, soon).toContain('雨歇了。');
    await hasFocus(text.text);
    await page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(renamed);
    await write.showTab();
    await write.runs
      .first()
      .getByRole('button', { name: word('write:outcome.restore') })
      .click();
    await write.inserted.nth(1).waitFor();
    await write.bar.getByRole('button', { name: word('candidates:acceptAll') }).click();
    await expect.poll(onDisk, soon).toContain(parts[1]);
    expect(await onDisk()).toContain(parts[0]);
  });

  it('is in the page again where it could not be stored, or another window fetches it back [F14]', async () => {
    const { page, write, word, project } = await asked(true);
    const { projectId } = project;
    const { items } = await desk.call('ai:candidates:list', { projectId });
    const candidateId = items[0]?.candidateId ?? '';
    const refuse = () =>
      write.bar.getByRole('button', { name: word('candidates:rejectAll') }).click();
    const isReject = (url: URL) => url.pathname.includes('candidates%3Areject');
    await page.route(isReject, (route) => route.fulfill({ status: 500, body: '' }));
    await refuse();
    await page.getByRole('alert').first().waitFor();
    await write.inserted.nth(1).waitFor();
    await page.unroute(isReject);
    await refuse();
    // Told at once: a window that is closed, or a program that is killed, takes no refusal along.
    const waiting = async () => (await desk.call('ai:candidates:list', { projectId })).items;
    await expect.poll(waiting, soon).toEqual([]);
    await write.bar.waitFor({ state: 'detached' });
    await desk.call('ai:candidates:restore', { candidateId });
    await write.inserted.nth(1).waitFor();
    const acceptAll = write.bar.getByRole('button', { name: word('candidates:acceptAll') });
    expect(await acceptAll.count()).toBe(1);
  });
});

describe('all that waits in a chapter', () => {
  const [first, second] = ['曹仁勒马。', '赵云不答。'] as const;
  const askAt = async (
    { text, write }: Awaited<ReturnType<typeof open>>,
    place: string,
    answer: string,
  ) => {
    server.script({ pieces: [answer] });
    await text.caretAfter(place);
    await write.ask();
    await write.inserted.filter({ hasText: answer.split('\n\n').at(-1) ?? '' }).waitFor();
  };

  it('is refused, an accepted change of a hidden answer too, and one undo brings all of it back [F14]', async () => {
    const window = await open('zh-CN');
    const { page, text, binder, write, word, last, chapter, onDisk } = window;
    await askAt(window, last, `${first}\n\n${second}`);
    await askAt(window, last, '雨歇了。');
    const strip = page.locator('.answer-strip');
    const turn = async (key: string, place: string) => {
      await text.text.focus();
      await page.keyboard.press(key);
      await expect.poll(() => strip.locator('strong').textContent(), soon).toBe(place);
    };
    await turn('Alt+ArrowLeft', '1/2');
    await write.margin('accepted', 1).click();
    await turn('Alt+ArrowRight', '2/2');
    const reject = word('candidates:answers.rejectAll', { count: 2 });
    await write.bar.getByRole('button', { name: reject }).click();
    await write.bar.waitFor({ state: 'detached' });
    await binder.undo.click();
    await expect.poll(() => strip.locator('strong').textContent(), soon).toMatch(/^[12]\/2$/u);
    expect(await onDisk()).toBe(chapter);
  });

  it('is accepted but for what lost its place, which waits on and says so [F14]', async () => {
    const window = await open('zh-CN');
    const { page, text, write, word, last, onDisk } = window;
    const moved = '马超出阵。';
    await askAt(window, moved, first);
    await askAt(window, last, second);
    await text.caretAfter(moved);
    await page.keyboard.insertText('雪');
    await expect.poll(() => write.remark.textContent(), soon).toBe(word('candidates:changed'));
    await expect.poll(onDisk, soon).toContain('出阵。雪');
    await write.bar.getByRole('button', { name: word('candidates:acceptAll') }).click();
    await expect.poll(onDisk, soon).toContain(second);
    await expect.poll(() => write.inserted.count(), soon).toBe(1);
    expect(await write.remark.textContent()).toBe(word('candidates:changed'));
    expect(await onDisk()).not.toContain(first);
  });

  it('is undecided again where another chapter was opened while the first of it was written [F14]', async () => {
    const window = await open('zh-CN', true, { '02.md': '# 第二章 雪\n\n雪停了。\n' });
    const { page, text, binder, write, word, last, onDisk } = window;
    await askAt(window, '马超出阵。', first);
    await askAt(window, last, second);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const isAccept = (url: URL) => url.pathname.includes('candidates%3Aaccept');
    await page.route(isAccept, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => isAccept(new URL(request.url())));
    const acceptAll = write.bar.getByRole('button', { name: word('candidates:acceptAll') });
    await acceptAll.click();
    await asked;
    await binder.chapter('雪').click();
    await text.text.getByText('雪停了。').waitFor();
    // Whoever is back before the first is done has both accepted, as they asked.
    const answered = page.waitForResponse((response) => isAccept(new URL(response.url())));
    goOn();
    await (await answered).finished();
    await expect.poll(onDisk, soon).toContain(first);
    await settled(page);
    await settled(page);
    await binder.chapter('长坂').click();
    await write.inserted.filter({ hasText: second }).waitFor();
    await acceptAll.waitFor();
    expect(await onDisk()).not.toContain(second);
  });
});

describe('what another program proposes for the open book', () => {
  it('comes into the page with its name; its chapters are read, taken and refused by keyboard [N16]', async () => {
    const { page, project, text, binder, write, word } = await open('en');
    const program = 'rude-friend';
    const lent = await lendGreeted(project.path, desk.data);
    onTestFinished(() => {
      lent.process.kill();
    });
    const propose = (path: string, title: string) =>
      lent.ask('Write', { path, content: `# ${title}\n\nThe snow had stopped.\n` });
    const line = (path: string) =>
      page.getByRole('button', {
        name: word('candidates:newChapter.line.program', { program, path }),
      });
    const dialog = page.getByRole('dialog');
    const press = async (key: string) => {
      await dialog.getByRole('button', { name: word(key) }).focus();
      await page.keyboard.press('Enter');
    };
    const read = async (path: string, title: string) => {
      await line(path).focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('heading', { name: title }).waitFor();
      await dialog.getByText('The snow had stopped.').waitFor();
    };
    await lent.ask('Edit', { path: '01.md', old_string: 'ferry', new_string: 'last ferry' });
    await write.bar.waitFor();
    const maker = word('candidates:answers.program', { program });
    expect(await write.bar.locator('.candidate-maker').textContent()).toBe(maker);
    for (const place of ['8', '9', '10']) await propose(`${place}.md`, `Snow ${place}`);
    await line('10.md').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await read('9.md', 'Snow 9');
    expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    await press('candidates:newChapter.accept');
    await text.text.getByText('The snow had stopped.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await line('9.md').waitFor({ state: 'detached' });
    await hasFocus(text.text);
    expect(await readFile(desk.file(project, '9.md'), 'utf8')).toContain('# Snow 9');
    await read('10.md', 'Snow 10');
    await press('candidates:newChapter.refuse');
    await line('10.md').waitFor({ state: 'detached' });
    await hasFocus(text.text);
    await binder.undo.click();
    await read('10.md', 'Snow 10');
    await press('candidates:newChapter.refuse');
    // The last one is decided on by another window while it is read here.
    await read('8.md', 'Snow 8');
    const { items } = await desk.call('ai:candidates:list', { projectId: project.projectId });
    const last = items.find(({ newPath }) => newPath === '8.md');
    await desk.call('ai:candidates:reject', { candidateId: last?.candidateId ?? '' });
    await dialog.getByText(word('candidates:newChapter.gone')).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.proposed-chapters').waitFor({ state: 'detached' });
    await hasFocus(text.text);
    expect(await binder.titles()).toEqual(['One', 'Snow 9']);
  });
});
