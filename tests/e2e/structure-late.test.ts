import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held, heldAnswer } from './pages/held.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const names = ['雪', '灯', '船', '锣', '水'];
const chapter = (name: string): string =>
  `# ${name}\n\n${name}一。\n\n***\n\n${name}二。\n\n***\n\n${name}三。\n`;
const files = Object.fromEntries(
  names.map((name, at) => [`${at < 3 ? '上卷' : '下卷'}/0${at + 1}.md`, chapter(name)]),
);

/** Chapters as `volume/title`, in their order. */
const placesOf =
  ({ projectId }: ProjectInfo) =>
  async () =>
    (await desk.call('documents:list', { projectId })).documents.map(
      ({ group, title }) => `${group}/${title}`,
    );

describe('what is dragged while the drop before it is under way', () => {
  it('goes beside the chapter it was let go at, in binder and corkboard, into the volume that is in [W1]', async () => {
    const project = await desk.project(files);
    const { page, text, binder } = await desk.window('zh-CN', { project });
    const first = await held(page, 'documents:move');
    const { chapter: line } = binder;
    await line('水').dragTo(line('雪'), { targetPosition: { x: 60, y: 2 } });
    await first.asked;
    await line('船').dragTo(line('灯'), { targetPosition: { x: 60, y: 2 } });
    first.give();
    const dropped = ['上卷/水', '上卷/雪', '上卷/船', '上卷/灯', '下卷/锣'];
    await expect.poll(placesOf(project), soon).toEqual(dropped);
    // On a chapter that goes to another volume meanwhile.
    const second = await held(page, 'documents:move');
    await line('灯').dragTo(line('锣'), { targetPosition: { x: 60, y: 25 } });
    await second.asked;
    await line('雪').dragTo(line('灯'), { targetPosition: { x: 60, y: 25 } });
    second.give();
    const over = ['上卷/水', '上卷/船', '下卷/锣', '下卷/灯', '下卷/雪'];
    await expect.poll(placesOf(project), soon).toEqual(over);

    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    const card = (title: string) => page.locator('.structure-card').filter({ hasText: title });
    await card('灯').waitFor();
    const third = await held(page, 'documents:move');
    await card('灯').dragTo(card('水'));
    await third.asked;
    await card('锣').dragTo(card('船'));
    third.give();
    const carded = ['上卷/灯', '上卷/水', '上卷/锣', '上卷/船', '下卷/雪'];
    await expect.poll(placesOf(project), soon).toEqual(carded);
    // One undo for each.
    for (const before of [['上卷/灯', '上卷/水', '上卷/船', '下卷/锣', '下卷/雪'], over]) {
      await page.keyboard.press('Control+z');
      await expect.poll(placesOf(project), soon).toEqual(before);
    }
  });

  it('goes before the scene it was let go at, in binder and corkboard [W1]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, text, binder } = await desk.window('zh-CN', { project });
    const scenesOf = (at: number) => async () => {
      const documentId = project.documents[at]?.documentId ?? '';
      const { items } = await desk.call('manuscript:scenes', { projectId, documentId });
      return items[0]?.scenes.map(({ opening }) => opening);
    };
    for (const title of ['雪', '灯', '船']) {
      await binder.chapter(title).first().focus();
      await page.keyboard.press('ArrowRight');
    }
    const scene = (words: string) => binder.binder.locator('.binder-scene', { hasText: words });
    await expect.poll(() => binder.binder.locator('.binder-scene').count(), soon).toBe(9);
    const first = await held(page, 'documents:moveScene');
    await scene('雪一').dragTo(scene('灯一'), { targetPosition: { x: 60, y: 2 } });
    await first.asked;
    await scene('船三').dragTo(scene('灯三'), { targetPosition: { x: 60, y: 2 } });
    first.give();
    const dropped = ['雪一。', '灯一。', '灯二。', '船三。', '灯三。'];
    await expect.poll(scenesOf(1), soon).toEqual(dropped);

    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    const card = (words: string) => page.locator('.structure-scene').filter({ hasText: words });
    await expect.poll(() => card('船三').count(), soon).toBe(1);
    const second = await held(page, 'documents:moveScene');
    await card('雪一').dragTo(card('雪二'));
    await second.asked;
    await card('船一').dragTo(card('灯三'));
    second.give();
    await expect
      .poll(scenesOf(1), soon)
      .toEqual(['灯一。', '灯二。', '船三。', '船一。', '灯三。']);
    await expect.poll(scenesOf(0), soon).toEqual(['雪一。', '雪二。', '雪三。']);
  });
});

describe('what is typed while a chapter is split at the caret', () => {
  it('stands behind the caret in the new chapter, before it in the old one, and nothing is told to differ [W1]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, text } = await desk.window('zh-CN', { project });
    const listed = async () => (await desk.call('documents:list', { projectId })).documents;
    const textOf = (at: number) => async () => {
      const documentId = (await listed())[at]?.documentId ?? '';
      return (await desk.call('documents:read', { projectId, documentId })).text;
    };
    await text.caretAfter('雪二。');
    const split = await heldAnswer(page, 'documents:split');
    await page.keyboard.press('Control+Alt+Enter');
    await split.asked;
    await page.keyboard.insertText('# 新章');
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    await text.caretAfter('雪三。');
    await page.keyboard.insertText('末字。');
    await split.give();
    await expect.poll(textOf(1), soon).toBe('# 新章\n\n***\n\n雪三。末字。\n');
    await expect.poll(textOf(0), soon).toBe('# 雪\n\n雪一。早字。\n\n***\n\n雪二。');
    await text.saved();
    expect((await listed()).some(({ hasConflict }) => hasConflict === true)).toBe(false);
    // The caret is where it was in the words.
    await expect.poll(() => text.text.textContent(), soon).not.toContain('雪二。');
    await page.keyboard.insertText('尾。');
    await expect.poll(textOf(1), soon).toBe('# 新章\n\n***\n\n雪三。末字。尾。\n');
  });

  it('is saved first, and the chapter is split where that was asked for, wherever the caret is by then [W1]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, text } = await desk.window('zh-CN', { project });
    const texts = async () => {
      const { documents } = await desk.call('documents:list', { projectId });
      const ids = documents.slice(0, 2).map(({ documentId }) => documentId);
      const read = ids.map((documentId) => desk.call('documents:read', { projectId, documentId }));
      return (await Promise.all(read)).map((one) => one.text);
    };
    await text.caretAfter('雪二。');
    const save = await held(page, 'documents:save');
    await page.keyboard.insertText('灯灭。');
    await page.keyboard.press('Control+Alt+Enter');
    await save.asked;
    await page.keyboard.press('Control+End');
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    save.give();
    await expect
      .poll(texts, soon)
      .toEqual(['# 雪\n\n雪一。早字。\n\n***\n\n雪二。灯灭。', '\n\n***\n\n雪三。\n']);
    // One undo for the step, and what was written stays.
    await expect.poll(() => text.text.textContent(), soon).not.toContain('雪二。');
    await page.locator('.binder-whole button').first().focus();
    await page.keyboard.press('Control+z');
    const whole = '# 雪\n\n雪一。早字。\n\n***\n\n雪二。灯灭。\n\n***\n\n雪三。\n';
    await expect.poll(async () => (await texts())[0], soon).toBe(whole);
  });
});

describe('a chapter that is to be split where there is nothing to split off', () => {
  it.each(['zh-CN', 'en'] as const)(
    'stays as it is, and why is told in %s [W1]',
    async (language) => {
      const project = await desk.project({ '01.md': chapter('雪') }, language);
      const { page, text, word } = await desk.window(language, { project });
      const notice = page.locator('.notice-area[data-place="binder"]');
      await text.text.focus();
      for (const [key, side] of [
        ['Control+Home', 'Before'],
        ['Control+End', 'Behind'],
      ] as const) {
        await page.keyboard.press(key);
        await page.keyboard.press('Control+Alt+Enter');
        await expect
          .poll(() => notice.textContent(), soon)
          .toContain(word(`binder:nothing${side}`));
      }
      const { documents } = await desk.call('documents:list', { projectId: project.projectId });
      expect(documents).toHaveLength(1);
    },
  );
});

describe('what is typed in a chapter that becomes the end of another one', () => {
  const openHalf = async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const window = await desk.window('zh-CN', { project });
    const texts = async () => {
      const { documents } = await desk.call('documents:list', { projectId });
      const read = documents
        .slice(0, 2)
        .map(({ documentId }) => desk.call('documents:read', { projectId, documentId }));
      return (await Promise.all(read)).map(({ text }) => text);
    };
    return { ...window, projectId, texts };
  };
  /** The words are in the file, the page shows them where they were typed, and nothing is left unsaved. */
  const goesOn = async (
    { page, text, texts, word }: Awaited<ReturnType<typeof openHalf>>,
    whole: string,
    typed = '字。',
  ) => {
    await expect.poll(async () => (await texts())[0], soon).toBe(whole);
    await page.keyboard.insertText('尾。');
    await expect
      .poll(async () => (await texts())[0], soon)
      .toBe(whole.replace(typed, `${typed}尾。`));
    await expect.poll(() => text.saveState.textContent(), soon).toBe(word('app:status.saved'));
  };

  it('goes with it when the undo of a split makes one of both [W1]', async () => {
    const half = await openHalf();
    const { page, text, texts } = half;
    await text.caretAfter('雪二。');
    await page.keyboard.press('Control+Alt+Enter');
    await expect.poll(async () => (await texts())[1], soon).toBe('\n\n***\n\n雪三。\n');
    await expect.poll(() => text.text.textContent(), soon).not.toContain('雪二。');
    const undone = await heldAnswer(page, 'documents:undo');
    await page.locator('.binder-whole button').first().focus();
    await page.keyboard.press('Control+z');
    await undone.asked;
    await text.caretAfter('雪三。');
    await page.keyboard.insertText('字。');
    await undone.give();
    await goesOn(half, '# 雪\n\n雪一。\n\n***\n\n雪二。\n\n***\n\n雪三。字。\n');
  });

  it('goes with it also where the page was still reading the half that is no more [W1]', async () => {
    const half = await openHalf();
    const { page, text, texts } = half;
    await text.caretAfter('雪二。');
    // The split reads both halves; what is read when the new one comes to the page is late.
    const last = await held(page, 'documents:read');
    const second = await held(page, 'documents:read');
    const first = await held(page, 'documents:read');
    first.give();
    second.give();
    await page.keyboard.press('Control+Alt+Enter');
    await last.asked;
    await expect.poll(() => text.text.textContent(), soon).not.toContain('雪二。');
    const undone = await heldAnswer(page, 'documents:undo');
    await page.locator('.binder-whole button').first().focus();
    await page.keyboard.press('Control+z');
    await undone.asked;
    const failed = page.waitForResponse((response) => response.url().includes('read'));
    last.give();
    await failed;
    await text.caretAfter('雪三。');
    await page.keyboard.insertText('字。');
    await undone.give();
    await goesOn(half, '# 雪\n\n雪一。\n\n***\n\n雪二。\n\n***\n\n雪三。字。\n');
    expect(await texts()).toHaveLength(2);
  });

  it('goes with it when it is merged with the one before, and the caret of a merge is not before a heading [W1]', async () => {
    const half = await openHalf();
    const { page, text, binder, texts } = half;
    const merge = () => binder.menu('雪', 'merge');
    await binder.open('灯');
    await text.paragraph('灯三。').waitFor();
    const merged = await heldAnswer(page, 'documents:merge');
    await merge();
    await merged.asked;
    await text.caretAfter('灯三。');
    await page.keyboard.insertText('字。');
    await merged.give();
    const whole = `${chapter('雪')}${chapter('灯')}`;
    await goesOn(half, whole.replace('灯三。', '灯三。字。'));

    await merge();
    await expect.poll(async () => (await texts())[0], soon).toContain('船三。');
    await expect.poll(() => text.text.textContent(), soon).toContain('船三。');
    await text.text.focus();
    await page.keyboard.insertText('接。');
    await expect.poll(async () => (await texts())[0], soon).toContain('尾。接。\n# 船');
  });

  it('goes on where it was typed, however late the page has read the whole, and is counted [W1 W3]', async () => {
    const half = await openHalf();
    const { page, text, binder, projectId } = half;
    await binder.open('灯');
    await text.paragraph('灯三。').waitFor();
    const merged = await heldAnswer(page, 'documents:merge');
    await binder.menu('雪', 'merge');
    await merged.asked;
    await text.caretAfter('灯三。');
    await page.keyboard.insertText('字。');
    const whole = await heldAnswer(page, 'documents:read');
    await merged.give();
    await whole.asked;
    await page.keyboard.insertText('又。');
    await whole.give();
    const both = `${chapter('雪')}${chapter('灯')}`;
    await goesOn(half, both.replace('灯三。', '灯三。字。又。'), '又。');
    // 字, 又 and 尾: what was counted in the chapter that is no more is not lost (W3).
    const log = async () => (await desk.call('goals:log', { projectId })).items;
    await expect.poll(log, soon).toMatchObject([{ written: 3, removed: 0 }]);
    expect(await text.text.textContent()).toContain('字。又。尾。');
  });
});

describe('what is typed in a chapter whose merge is taken back', () => {
  const merged = async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const window = await desk.window('zh-CN', { project });
    const { page, text, binder } = window;
    const texts = async () => {
      const { documents } = await desk.call('documents:list', { projectId });
      const read = documents
        .slice(0, 2)
        .map(({ documentId }) => desk.call('documents:read', { projectId, documentId }));
      return (await Promise.all(read)).map((one) => one.text);
    };
    await binder.menu('雪', 'merge');
    await expect.poll(async () => (await texts())[0], soon).toContain('灯三。');
    await text.paragraph('灯三。').waitFor();
    const undone = await heldAnswer(page, 'documents:undo');
    await page.locator('.binder-whole button').first().focus();
    await page.keyboard.press('Control+z');
    await undone.asked;
    return { ...window, texts, undone };
  };

  it('stays in the half that it was typed in, and the page goes where the caret is [W1]', async () => {
    const { page, text, texts, undone } = await merged();
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    await text.caretAfter('灯二。');
    await page.keyboard.insertText('字。');
    await undone.give();
    const second = chapter('灯').replace('灯二。', '灯二。字。');
    await expect.poll(async () => (await texts())[1], soon).toBe(second);
    await expect
      .poll(async () => (await texts())[0], soon)
      .toBe(chapter('雪').replace('雪一。', '雪一。早字。'));
    await page.keyboard.insertText('尾。');
    await expect
      .poll(async () => (await texts())[1], soon)
      .toBe(second.replace('字。', '字。尾。'));
    await text.saved();
  });

  it('is no loss to the one who typed in the first half alone: the page stays there [W1]', async () => {
    const { page, text, texts, undone } = await merged();
    await text.caretAfter('雪三。');
    await page.keyboard.insertText('末字。');
    await undone.give();
    await page.keyboard.insertText('尾。');
    const halves = [chapter('雪').replace('雪三。', '雪三。末字。尾。'), chapter('灯')];
    await expect.poll(texts, soon).toEqual(halves);
    await text.saved();
  });
});
