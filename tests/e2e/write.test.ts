import { readFile, rename, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, startDesk, soon } from './pages/desk.ts';
import { heldAnswer } from './pages/held.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const first = '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n林远坐在灯下。\n';
const second = '# 第二章 归途\n\n天亮了。\n';

const open = async (files: Record<string, string> = { '01.md': first, '02.md': second }) => {
  const project = await desk.project(files);
  const window = await desk.window('zh-CN', { project });
  const onDisk = (name = '01.md') => readFile(desk.file(project, name), 'utf8');
  return { ...window, project, onDisk };
};

describe('writing', () => {
  it('F17 puts what was typed into the file as plain Markdown', async () => {
    const { page, text, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await expect.poll(() => onDisk(), soon).toBe(first.replace('落了一夜。', '落了一夜。没有风。'));
  });

  it('F17 saves at least every two seconds while typing goes on', async () => {
    const { page, text, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    const typing = page.keyboard.type('雪'.repeat(50), { delay: 100 });
    let written = '';
    const read = async () => {
      written = await onDisk();
      return written;
    };
    await expect.poll(read, soon).toContain('落了一夜。雪');
    expect(written).not.toContain('雪'.repeat(50));
    await typing;
    await text.saved();
    expect(await onDisk()).toContain(`落了一夜。${'雪'.repeat(50)}`);
  });

  it('keeps what was typed up to seven tenths of a second before its page dies, and goes on in the next [W10]', async () => {
    const { page, text, project, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    const keys = '一二三四五六七八九十百千万亿甲乙丙丁戊己庚辛壬癸';
    const typedAt: number[] = [];
    for (const key of keys) {
      typedAt.push(Date.now());
      await page.keyboard.type(key, { delay: 60 });
    }
    const session = await page.context().newCDPSession(page);
    const diedAt = Date.now();
    const crashed = page.waitForEvent('crash');
    // A page that is dead does not answer.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    // Nothing asks for the chapter: it is written because no save came.
    const safe = [...keys].slice(0, typedAt.filter((at) => at < diedAt - 700).length).join('');
    expect(safe.length).toBeGreaterThan(2);
    await expect.poll(() => onDisk(), soon).toContain(`落了一夜。${safe}`);
    await page.close();
    const next = await desk.window('zh-CN', { project });
    await next.text.paragraph(safe).waitFor();
    const kept = /一夜。(.*)/u.exec(await onDisk())?.[1] ?? '';
    expect(keys.startsWith(kept)).toBe(true);
    await next.text.caretAfter(kept);
    await next.page.keyboard.type('又下雪了。');
    await expect
      .poll(() => onDisk(), soon)
      .toBe(first.replace('一夜。', `一夜。${kept}又下雪了。`));
  });

  it('writes a paragraph for Enter, joins it for Backspace, and undoes both to the byte', async () => {
    const { page, text, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.press('Enter');
    await page.keyboard.type('没有风。');
    await text.saved();
    expect(await onDisk()).toBe(first.replace('夜。', '夜。\n\n没有风。'));
    expect(await text.visibleLines()).toEqual([
      '第一章雪夜',
      '窗外的雪落了一夜。',
      '没有风。',
      '林远坐在灯下。',
    ]);
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await text.saved();
    expect(await onDisk()).toBe(first.replace('夜。', '夜。没有风。'));
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await text.saved();
    expect(await onDisk()).toBe(first);
  });

  it('F24 never rests the caret between two paragraphs', async () => {
    const { page, text, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('夜里，');
    await text.saved();
    expect(await onDisk()).toBe(first.replace('林远', '夜里，林远'));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.type('那天，');
    await text.saved();
    expect(await onDisk()).toContain('\n\n那天，窗外的雪');
  });

  it('keeps each chapter’s undo while chapters are switched', async () => {
    const { page, text, binder, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await binder.open('归途');
    await text.paragraph('天亮了。').waitFor();
    await text.caretAfter('天亮了。');
    await page.keyboard.type('雪停了。');
    await binder.open('雪夜');
    await text.paragraph('没有风。').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Z');
    await text.saved();
    await expect
      .poll(() => onDisk('02.md'), soon)
      .toBe(second.replace('天亮了。', '天亮了。雪停了。'));
    await expect.poll(() => onDisk(), soon).toBe(first);
  });

  it('hides Markdown’s marks away from the caret and shows them on its line', async () => {
    const { text } = await open({
      '01.md': '# 第一章 雪夜\n\n他*忽然*抬头，**没有**说话。\n\n---\n\n后来的事。\n',
    });
    await text.caretAfter('后来的事。');
    expect(await text.visibleLines()).toEqual([
      '第一章雪夜',
      '他忽然抬头，没有说话。',
      '＊　＊　＊',
      '后来的事。',
    ]);
    await text.caretAfter('抬头');
    expect(await text.visibleLines()).toContain('他*忽然*抬头，**没有**说话。');
  });

  it('takes over a change made elsewhere, and undo goes back', async () => {
    const { page, text, project, onDisk } = await open();
    await writeFile(desk.file(project, '01.md'), first.replace('灯下', '窗前'));
    await text.paragraph('林远坐在窗前。').waitFor();
    await text.text.focus();
    await page.keyboard.press('Control+Z');
    await text.paragraph('林远坐在灯下。').waitFor();
    await expect.poll(() => onDisk(), soon).toBe(first);
  });

  it('takes up a change of another paragraph that was made elsewhere while one types [F17]', async () => {
    const { page, text, project, onDisk } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await writeFile(desk.file(project, '01.md'), first.replace('灯下', '窗前'));
    await text.paragraph('林远坐在窗前。').waitFor();
    await page.keyboard.type('也没有月亮。');
    const both = first.replace('灯下', '窗前').replace('一夜。', '一夜。没有风。也没有月亮。');
    await expect.poll(() => onDisk(), soon).toBe(both);
  });

  it('shows both versions when a chapter was changed here and elsewhere, and loses neither', async () => {
    const { page, text, project, onDisk, word } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await writeFile(desk.file(project, '01.md'), first.replace('落了一夜。', '下了三天三夜。'));
    const bar = page.getByRole('alert').filter({ hasText: word('editor:conflict.lead') });
    await bar.waitFor();
    await bar.getByRole('button', { name: word('editor:conflict.compare') }).click();
    const dialog = page.getByRole('dialog', { name: word('editor:conflict.title') });
    await dialog.getByText('下了三天三夜').waitFor();
    await dialog.getByText('没有风').waitFor();
    // What is on the page is told once more before it gives way, and the question is read again: that may come late.
    const again = await heldAnswer(page, 'documents:conflict:read');
    await dialog.getByRole('button', { name: word('editor:conflict.merge') }).click();
    await again.asked;
    await bar.waitFor({ state: 'detached' });
    await again.give();
    expect(await bar.count()).toBe(0);
    await expect.poll(() => onDisk(), soon).toBe(first.replace('落了一夜。', '落了一夜。没有风。'));
  });

  it('says that a chapter was not saved and why, and saves it once that is mended', async () => {
    const { page, text, project, onDisk, word } = await open();
    await text.caretAfter('落了一夜。');
    await rename(project.path, `${project.path}-away`);
    await page.keyboard.type('没有风。');
    const failure = page.getByRole('alert').filter({ hasText: word('editor:saveElsewhere') });
    await failure.waitFor();
    await expect.poll(() => text.saveState.textContent()).toBe(word('app:status.failed'));
    expect(await text.visibleLines()).toContain('窗外的雪落了一夜。没有风。');
    await rename(`${project.path}-away`, project.path);
    await failure.getByRole('button', { name: word('app:actions.retry') }).click();
    await failure.waitFor({ state: 'detached' });
    await text.saved();
    expect(await onDisk()).toContain('没有风。');
  });

  it('asks before an emptied chapter overwrites its file, and brings the text back', async () => {
    const { page, text, onDisk, word } = await open();
    await text.text.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    const question = page.getByRole('alert');
    await question.getByRole('button', { name: word('editor:emptyOverwrite.undo') }).click();
    await text.paragraph('窗外的雪落了一夜。').waitFor();
    await text.saved();
    await question.waitFor({ state: 'detached' });
    expect(await onDisk()).toBe(first);
  });

  it('F22 draws only what is on the screen of a chapter of 200,000 characters', async () => {
    const long = `# 第一章 长夜\n\n${'雪落在河上，没有声音，船都停了。\n\n'.repeat(12_000)}`;
    const { page, text, onDisk } = await open({ '01.md': long });
    await text.caretAfter('雪落在河上');
    await page.keyboard.type('，');
    await text.saved();
    expect((await text.visibleLines()).length).toBeLessThan(200);
    expect((await onDisk()).length).toBe(long.length + 1);
  });
});

describe('without its program', () => {
  it('says that the connection is lost and keeps the text', async () => {
    const { page, text, word } = await open();
    await desk.served.stop();
    await page
      .getByRole('alert')
      .filter({ hasText: word('app:connection.lost') })
      .waitFor();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    expect(await text.visibleLines()).toContain('窗外的雪落了一夜。没有风。');
    await page.close({ runBeforeUnload: false });
  });
});
