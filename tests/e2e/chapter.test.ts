import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { axeFindings } from './pages/axe.ts';
import { chapterModel } from './pages/chapter-model.ts';
import { type Desk, startDesk } from './pages/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
  '02.md': '# 第二章 归途\n\n天亮了。\n',
};

const open = async (language: Language = 'zh-CN') => {
  const project = await desk.project(files);
  const { projectId } = project;
  const made = { projectId, kind: 'character' as const, summary: '' };
  const { entityId } = await desk.call('knowledge:entities:create', { ...made, name: '林远' });
  await desk.call('knowledge:entities:create', { ...made, name: '阿禾' });
  const window = await desk.window(language, { project });
  const stored = async (order: number) => {
    const { documents } = await desk.call('documents:list', { projectId });
    const { fence, pointOfViewEntityId } = documents[order] ?? {};
    return { fence, pointOfViewEntityId };
  };
  return { ...window, projectId, entityId, stored, chapter: chapterModel(window.page, language) };
};

describe('chapter settings', () => {
  it('N3 keeps a chapter from the model by keyboard, says what that means, and marks its row', async () => {
    const { page, chapter, stored, word, text } = await open();
    await text.text.focus();
    await page.keyboard.press('Shift+F2');
    await chapter.dialog('第一章 雪夜').waitFor();
    await expect.poll(() => chapter.meaning.textContent()).toBe(word('chapter:meaning.open'));
    await chapter.neverSend.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => chapter.meaning.textContent()).toBe(word('chapter:meaning.never'));
    await page.keyboard.press('Control+Enter');
    await chapter.dialog('第一章 雪夜').waitFor({ state: 'detached' });
    expect(await stored(0)).toMatchObject({ fence: { neverSend: true } });
    await expect.poll(() => chapter.mark('雪夜').textContent()).toBe(word('chapter:mark.never'));
    expect(await chapter.mark('归途').count()).toBe(0);
  });

  it('N3 sets point of view and fences from a row of the binder, without opening the chapter', async () => {
    const { page, chapter, binder, stored, entityId, projectId, text } = await open();
    await binder.chapter('归途').hover();
    await binder.chapter('归途').getByRole('button').last().click();
    await page.getByRole('menuitem').filter({ hasText: '本章设置' }).click();
    await chapter.dialog('第二章 归途').waitFor();
    await chapter.chooseTeller('阿禾');
    await chapter.chooseBookTeller('林远');
    await chapter.notBefore.fill('九');
    expect(await chapter.save.isDisabled()).toBe(true);
    await chapter.notBefore.fill('9');
    await chapter.addKnower('林远');
    await expect
      .poll(() => chapter.meaning.textContent())
      .toContain('从第九章起、视角人物又是林远');
    await chapter.save.click();
    await chapter.dialog('第二章 归途').waitFor({ state: 'detached' });
    const { fence, pointOfViewEntityId } = await stored(1);
    expect(fence).toEqual({ notBeforeChapter: 9, knownBy: [entityId] });
    expect(pointOfViewEntityId).not.toBe(entityId);
    const project = await desk.call('projects:get', { projectId });
    expect(project.pointOfViewEntityId).toBe(entityId);
    expect(await text.visibleLines()).toContain('窗外的雪落了一夜。');
  });

  it.each([
    ['zh-CN', 'light'],
    ['en', 'dark'],
  ] as const)('F24 has no accessibility finding in %s, %s', async (language, theme) => {
    const { page, chapter } = await open(language);
    await page.emulateMedia({ colorScheme: theme });
    await page.keyboard.press('Shift+F2');
    await chapter.dialog('第一章 雪夜').waitFor();
    await chapter.addKnower('林远');
    expect(await axeFindings(page)).toEqual([]);
  });
});
