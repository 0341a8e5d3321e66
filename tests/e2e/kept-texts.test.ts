import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';
import { axeFindings } from './pages/axe.ts';
import { held, heldAnswer } from './pages/held.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。\n';
const textOf = (number: number): string => `# 第一章 雪夜\n\n第${number}个窗口写的雪。\n`;

/** A chapter that so many windows saved from one version. */
const inConflict = async (windows: number) => {
  const project = await desk.project({ '01.md': chapter });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  const { version } = await desk.call('documents:read', { projectId, documentId });
  for (let number = 1; number <= windows; number += 1) {
    const saved = { text: textOf(number), expectedVersion: version, draftId: `window-${number}` };
    const save = desk.call('documents:save', { projectId, documentId, ...saved });
    await save.catch(() => undefined);
  }
  return project;
};

/** Two windows with the same chapter open; what the second types is not saved before the first has done its step. */
const twoWindows = async (language: Language) => {
  const project = await desk.project({ '01.md': chapter, '02.md': '# 第二章 归途\n\n天亮了。\n' });
  const one = await desk.window(language, { project });
  const other = await desk.window(language, { project });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  return { one, other, projectId, documentId, file: desk.file(project, '01.md') };
};

describe.each(['zh-CN', 'en'] as const)('a chapter deleted in another window (%s)', (language) => {
  it('is said to be no longer in the binder, and goes on where it is put back [W1, F17]', async () => {
    const { one, other, projectId, documentId, file } = await twoWindows(language);
    await one.binder.open('归途');
    await one.binder.menu('雪夜', 'delete');
    const foot = other.page.locator('.page-foot');
    await foot.getByText(other.word('editor:gone.title')).waitFor();
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('天亮了。');
    await foot.getByRole('button', { name: other.word('editor:missing.keep') }).waitFor();
    await other.page.waitForFunction(
      (words) => !document.querySelector('.page-foot')?.textContent?.includes(words),
      other.word('editor:missing.title'),
    );
    expect(await axeFindings(other.page)).toEqual([]);
    await foot.getByRole('button', { name: other.word('editor:gone.putBack') }).click();
    await foot.waitFor({ state: 'detached' });
    await expect.poll(() => readFile(file, 'utf8'), soon).toContain('落了一夜。天亮了。');
    await other.text.saved();
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents.map((info) => info.documentId)).toContain(documentId);
  });

  it('has what was typed meanwhile as soon as it is brought back there [W1, F17]', async () => {
    const { one, other, projectId, documentId, file } = await twoWindows(language);
    await one.binder.open('归途');
    await desk.call('documents:delete', { projectId, documentId });
    const foot = other.page.locator('.page-foot');
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('天亮了。');
    await foot.waitFor();
    await desk.call('documents:restore', { projectId, documentId });
    await expect.poll(() => readFile(file, 'utf8'), soon).toContain('落了一夜。天亮了。');
    await foot.waitFor({ state: 'detached' });
  });
});

describe('a chapter whose file is gone, kept as a new one', () => {
  it('is one new chapter, with what was typed until it was there, and counts it today [F17 W3]', async () => {
    const { one, other, projectId, documentId } = await twoWindows('zh-CN');
    await one.binder.open('归途');
    await desk.call('documents:delete', { projectId, documentId });
    const keep = other.page
      .locator('.page-foot')
      .getByRole('button', { name: other.word('editor:missing.keep') });
    await keep.waitFor();
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('雪停了。');
    const made = await heldAnswer(other.page, 'documents:create');
    await keep.click();
    await made.asked;
    expect(await keep.isDisabled()).toBe(true);
    // Its failure comes when the new chapter is there.
    const saving = await held(other.page, 'documents:save');
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('天亮了。');
    await saving.asked;
    await made.give();
    saving.give();
    await keep.waitFor({ state: 'detached' });
    await other.text.saved();
    expect(await other.page.locator('.page-foot').count()).toBe(0);
    await hasFocus(other.text.text);
    await other.page.keyboard.insertText('没有人。');
    await other.text.saved();
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents.map(({ title }) => title).toSorted()).toEqual(['第一章 雪夜', '第二章 归途']);
    const kept = documents.find(({ title }) => title === '第一章 雪夜')?.documentId ?? '';
    const { text } = await desk.call('documents:read', { projectId, documentId: kept });
    expect(text).toContain('落了一夜。天亮了。没有人。雪停了。');
    expect(await desk.call('goals:get', { projectId })).toMatchObject({ today: 9, streak: 1 });
  });
});

describe('a chapter changed in several windows', () => {
  it('is compared with its file as that is by then, after the other window took its step back [F17]', async () => {
    const { one, other, projectId, documentId, file } = await twoWindows('zh-CN');
    await one.binder.open('归途');
    const key = { projectId, documentId };
    const { version } = await desk.call('documents:read', key);
    const text = chapter.replace('窗外的雪落了一夜。', '山外。');
    // Before the page's text comes, another window has written in the same paragraph.
    const writing = async () => {
      const { version: now } = await desk.call('documents:save', {
        ...{ ...key, text, expectedVersion: version },
      });
      return now;
    };
    let written: Promise<string> | null = null;
    await other.page.route('**/rpc/documents%3Asave', async (route) => {
      written ??= writing();
      await written;
      await route.continue();
    });
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('天亮了。');
    await other.page.getByText(other.word('editor:conflict.lead')).waitFor();
    const now = await desk.call('documents:read', key);
    expect(now.text).toBe(text);
    await desk.call('documents:save', { ...key, text: chapter, expectedVersion: now.version });
    await expect
      .poll(async () => {
        await other.page
          .getByRole('button', { name: other.word('editor:conflict.compare') })
          .click();
        const theirs = await other.page.locator('.cm-merge-b .cm-content').textContent();
        if (theirs?.includes('山外')) await other.page.keyboard.press('Escape');
        return theirs;
      }, soon)
      .toContain('窗外的雪落了一夜。');
    await other.page.getByRole('button', { name: other.word('editor:conflict.merge') }).click();
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => readFile(file, 'utf8'), soon).toContain('落了一夜。天亮了。');
    await other.page.getByText(other.word('editor:conflict.lead')).waitFor({ state: 'detached' });
    await other.text.saved();
    expect(await other.page.locator('.page-foot').count()).toBe(0);
  });

  it('shows what another program wrote while the answer to a save was under way [F17]', async () => {
    const project = await desk.project({ '01.md': chapter });
    const one = await desk.window('zh-CN', { project });
    const other = await desk.window('zh-CN', { project });
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await one.page.route('**/rpc/documents%3Asave', async (route) => {
      const response = await route.fetch();
      await late;
      await route.fulfill({ response });
    });
    await one.text.caretAfter('一夜。');
    await one.page.keyboard.type('天亮了。');
    const file = desk.file(project, '01.md');
    await expect.poll(() => readFile(file, 'utf8'), soon).toContain('天亮了。');
    await writeFile(file, (await readFile(file, 'utf8')).replace('窗外', '山外'));
    await other.text.paragraph('山外的雪').waitFor();
    answer();
    await one.text.paragraph('山外的雪落了一夜。天亮了。').waitFor();
    await one.text.saved();
    expect(await readFile(file, 'utf8')).toContain('山外的雪落了一夜。天亮了。');
  });

  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`shows every kept text beside the file's, and takes the chosen one (${language}) [F17]`, async () => {
      const project = await inConflict(4);
      const { page, word } = await desk.window(language, { project });
      const bar = page.getByRole('alert').filter({
        hasText: word('editor:conflict.leadMany', { count: 3 }),
      });
      await bar.waitFor();
      await bar.getByRole('button', { name: word('editor:conflict.compare') }).click();
      const dialog = page.getByRole('dialog', { name: word('editor:conflict.title') });
      const left = dialog.locator('.cm-content').first();
      const select = dialog.getByRole('button', { name: word('editor:conflict.choose') });
      const seen: string[] = [];
      for (let at = 0; at < 3; at += 1) {
        await select.click();
        await page.getByRole('option').nth(at).click();
        await expect
          .poll(async () => seen.includes((await left.textContent()) ?? ''), soon)
          .toBe(false);
        seen.push((await left.textContent()) ?? '');
      }
      for (const number of [2, 3, 4]) {
        expect(seen.some((text) => text.includes(`第${number}个窗口`))).toBe(true);
      }
      const chosen = seen.at(-1) ?? '';
      await dialog.getByRole('button', { name: word('editor:conflict.chosen') }).click();
      await bar.waitFor({ state: 'detached' });
      const file = desk.file(project, '01.md');
      const mark = /第\d个窗口/.exec(chosen)?.[0] ?? '?';
      await expect.poll(() => readFile(file, 'utf8'), soon).toContain(mark);
    });
  }

  it('lets go of the question in every window once one has answered it [F17]', async () => {
    const project = await inConflict(2);
    const one = await desk.window('en', { project });
    const other = await desk.window('en', { project });
    const barOf = ({ page, word }: typeof one) =>
      page.getByRole('alert').filter({ hasText: word('editor:conflict.compare') });
    await barOf(one).waitFor();
    await barOf(other).waitFor();
    // Neither has a word of its own in it.
    for (const { page, word } of [one, other]) {
      expect(await page.getByText(word('editor:conflict.leadKept')).count()).toBe(1);
      expect(await page.getByRole('button', { name: word('editor:conflict.kept') }).count()).toBe(
        1,
      );
    }
    await barOf(one)
      .getByRole('button', { name: one.word('editor:conflict.theirs') })
      .click();
    await barOf(one).waitFor({ state: 'detached' });
    await hasFocus(one.text.text);
    await expect.poll(() => barOf(other).count(), soon).toBe(0);
  });
});

describe('a book that can only be read', () => {
  it('is written in from the page once its folder can be written, and nobody else writes [F17]', async () => {
    const folder = path.join(desk.data, 'mounted');
    await mkdir(folder);
    await writeFile(path.join(folder, '01.md'), chapter);
    // Nothing can be made in it, as on a medium that is mounted for reading.
    await writeFile(path.join(folder, '.fabula'), '');
    const project = await desk.call('projects:open', { path: folder });
    const { page, text, word } = await desk.window('zh-CN', { project });
    await page.getByText(word('app:writer.unwritable')).waitFor();
    await rm(path.join(folder, '.fabula'));
    await page.getByRole('button', { name: word('app:writer.takeOver') }).click();
    await page.getByText(word('app:writer.nobody')).waitFor({ state: 'detached' });
    await text.caretAfter('一夜。');
    await page.keyboard.type('天亮了。');
    const file = desk.file(project, '01.md');
    await expect.poll(() => readFile(file, 'utf8'), soon).toContain('天亮了。');
  });
});

/** An entry edited in its file, and a copy of the chapter that says something else in the same paragraph. */
const changedOutside = async () => {
  const project = await desk.project({ '01.md': '# 第一章 雪夜\n' });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  for (const text of [chapter, chapter.replace('一夜', '三夜')]) {
    const { version } = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', { projectId, documentId, text, expectedVersion: version });
  }
  const lamp = { projectId, kind: 'item', name: '风灯', summary: '挂在渡口。' } as const;
  await desk.call('knowledge:entities:create', lamp);
  await desk.call('projects:sync', { projectId });
  const [record = ''] = await readdir(desk.file(project, 'codex'));
  const file = desk.file(project, `codex/${record}`);
  const said = await readFile(file, 'utf8');
  await writeFile(file, said.replace('挂在渡口。', '挂在桅杆上。'));
  const copy = '01.sync-conflict-20260102-030405-ABCDEFG.md';
  await writeFile(desk.file(project, copy), chapter.replace('一夜', '两夜'));
  await desk.call('projects:sync', { projectId });
  return project;
};

/** Whether the dialog has the keys at the moment its last row goes; in the page. */
const whetherLastRowLeavesKeys = (): Promise<boolean> => {
  const dialog = document.querySelector('[role=dialog]');
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (!dialog || dialog.querySelector('li')) return;
      observer.disconnect();
      // Every other observer of this change is heard first.
      queueMicrotask(() => resolve(dialog.contains(document.activeElement)));
    }).observe(document.body, { childList: true, subtree: true });
  });
};

describe('what changed from outside', () => {
  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`is listed, seen without being undone, and a copy of a chapter waits for a choice (${language}) [B4]`, async () => {
      const project = await changedOutside();
      const { page, text, word } = await desk.window(language, { project });
      await page.getByRole('button', { name: word('outside:status', { count: 2 }) }).click();
      const dialog = page.getByRole('dialog', { name: word('outside:title') });
      const lamp = dialog.getByRole('listitem').filter({ hasText: '风灯' });
      await lamp.getByText('挂在桅杆上。').waitFor();
      const copy = dialog.getByRole('listitem').filter({ hasText: '窗外的雪落了两夜。' });
      await copy.waitFor();
      await dialog.getByRole('button', { name: word('outside:seen') }).click();
      await lamp.waitFor({ state: 'detached' });
      const { projectId } = project;
      const { items } = await desk.call('knowledge:entities:list', { projectId });
      expect(items.map(({ summary }) => summary)).toEqual(['挂在桅杆上。']);
      const take = copy.getByRole('button', { name: word('outside:choices.copy.take') });
      const keepsKeys = page.evaluate(whetherLastRowLeavesKeys);
      await take.click();
      await dialog.getByText(word('outside:empty.title')).waitFor();
      expect(await keepsKeys).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await text.paragraph('窗外的雪落了两夜。').waitFor();
      const { documents } = await desk.call('documents:list', { projectId });
      expect(documents).toMatchObject([{ path: '01.md' }]);
      expect(documents[0]?.hasConflict).toBeUndefined();
      await page.context().close();
    });
  }
});

describe('a chapter that is left for another one', () => {
  it('says that no disk took its text, wherever the writer is, until one does [F17]', async () => {
    const folder = path.join(desk.data, 'small');
    const disk = mountSmallDisk(folder, 4);
    await writeFile(path.join(folder, '01.md'), chapter);
    await writeFile(path.join(folder, '02.md'), '# 第二章 河\n\n河封住了。\n');
    const project = await desk.call('projects:open', { path: folder, language: 'zh-CN' });
    onTestFinished(async () => {
      await desk.call('projects:close', { projectId: project.projectId });
      disk.remove();
    });
    const { page, text, binder, word } = await desk.window('zh-CN', { project });
    await text.caretAfter('一夜。');
    disk.fill();
    await page.keyboard.type('天亮了。');
    const full = page.locator('.page-foot').getByText(word('errors:DISK_FULL.what'));
    await full.waitFor();
    await binder.open('第二章');
    await text.paragraph('河封住了。').waitFor();
    await page.getByText(word('editor:failed.elsewhere')).waitFor();
    expect(await text.saveState.getAttribute('data-state')).toBe('failed');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: word('editor:failed.open') }).click();
    await text.paragraph('天亮了。').waitFor();
    await page.locator('.page-foot').getByText(word('errors:DISK_FULL.next')).waitFor();
    await binder.open('第二章');
    disk.free();
    await full.waitFor({ state: 'detached' });
    await text.saved();
    expect(await readFile(path.join(folder, '01.md'), 'utf8')).toContain('一夜。天亮了。');
  });

  it('is where it was when the writer comes back, and a new one begins at its beginning [W5]', async () => {
    const long = (title: string): string =>
      `# ${title}\n\n${Array.from({ length: 120 }, (_, at) => `${title}第${at}句。`).join('\n\n')}\n`;
    const files = { '01.md': long('第一章'), '02.md': long('第二章') };
    const project = await desk.project(files);
    const { page, text, binder } = await desk.window('zh-CN', { project });
    const top = () =>
      page.locator('main .page-text .cm-scroller').evaluate((scroller) => scroller.scrollTop);
    await text.text.focus();
    await page.keyboard.press('Control+End');
    await text.paragraph('第一章第119句。').waitFor();
    await expect.poll(top, soon).toBeGreaterThan(2000);
    const last = text.paragraph('第一章第119句。');
    const heightOf = async (): Promise<number> => (await last.boundingBox())?.y ?? Number.NaN;
    const left = await heightOf();
    await binder.open('第二章');
    await text.paragraph('第二章第0句。').waitFor();
    expect(await text.paragraph('第二章第0句。').isVisible()).toBe(true);
    await expect.poll(top, soon).toBeLessThan(50);
    await binder.open('第一章');
    await last.waitFor();
    await expect.poll(async () => Math.abs((await heightOf()) - left), soon).toBeLessThan(50);
  });

  it('stays in the binder when another program takes its file away and the writer goes on [F17]', async () => {
    const project = await desk.project({ '01.md': chapter, '02.md': '# 第二章 河\n\n河。\n' });
    const { page, text, binder } = await desk.window('zh-CN', { project });
    const before = await binder.titles();
    await text.caretAfter('一夜。');
    await page.keyboard.type('天');
    await rm(desk.file(project, '01.md'));
    await expect.poll(() => binder.titles(), soon).toEqual(before.slice(1));
    await page.keyboard.type('亮了。');
    await expect.poll(() => binder.titles(), soon).toEqual(before);
    await text.saved();
    expect(await readFile(desk.file(project, '01.md'), 'utf8')).toContain('亮了。');
  });
});
