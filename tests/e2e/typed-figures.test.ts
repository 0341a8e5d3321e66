/** Figures that hold once their field is left: how it is left, and what comes meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held } from './pages/held.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const openDays = async () => {
  const project = await desk.project({ '01.md': '# 第一章\n\n雪落了一夜。\n' });
  const { projectId } = project;
  const { page, word, palette } = await desk.window('zh-CN', { project });
  await palette.run(word('days:commands.open'));
  const days = page.getByRole('dialog', { name: word('days:title') });
  const perDay = days.getByRole('textbox', { name: word('days:goals.perDay') });
  await perDay.waitFor();
  const goals = () => desk.call('goals:get', { projectId });
  return { page, word, days, perDay, projectId, goals };
};

const openSettings = async (section: string) => {
  const project = await desk.project({ '01.md': '# 第一章\n\n雪落了一夜。\n' });
  const { page, word } = await desk.window('zh-CN', { project });
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word(section) }).click();
  const field = (key: string) => form.getByRole('textbox', { name: word(key), exact: true });
  return { page, word, form, field };
};

describe('a goal that is typed', () => {
  it('holds with Enter, and when Esc closes the dialog over it [W3]', async () => {
    const { page, days, perDay, goals } = await openDays();
    await perDay.fill('900');
    await perDay.press('Enter');
    await expect.poll(async () => (await goals()).perDay, soon).toBe(900);
    await perDay.fill('1,000');
    await page.keyboard.press('Escape');
    await days.waitFor({ state: 'detached' });
    await expect.poll(async () => (await goals()).perDay, soon).toBe(1000);
  });

  it('follows what another window sets while nothing is typed, and does not write over it [W3]', async () => {
    const { page, perDay, projectId, goals } = await openDays();
    await perDay.focus();
    await desk.call('goals:update', { projectId, perDay: 700 });
    await expect.poll(() => perDay.inputValue(), soon).toBe('700');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await hasFocus(perDay);
    expect((await goals()).perDay).toBe(700);
  });

  it('is told of where it cannot be written after the dialog is closed [W3]', async () => {
    const { page, word, days, perDay, projectId } = await openDays();
    const setting = await held(page, 'goals:update');
    await perDay.fill('900');
    await page.keyboard.press('Escape');
    await days.waitFor({ state: 'detached' });
    await setting.asked;
    await desk.call('projects:forget', { projectId });
    setting.give();
    const failure = page.getByText(word('errors:PROJECT_NOT_FOUND.what'));
    await expect.poll(() => failure.count(), soon).toBeGreaterThan(0);
  });
});

describe('days off', () => {
  it('are both there when the second is chosen before the answer to the first [W3]', async () => {
    const { page, days, goals } = await openDays();
    const answer = await held(page, 'goals:update');
    await days.getByRole('checkbox', { name: '周六' }).press('Space');
    await answer.asked;
    await days.getByRole('checkbox', { name: '周日' }).press('Space');
    answer.give();
    await expect.poll(async () => (await goals()).restDays, soon).toEqual([0, 6]);
    await expect.poll(() => days.getByRole('checkbox', { checked: true }).count(), soon).toBe(2);
  });
});

describe('a figure of the settings that is typed', () => {
  it('holds when Esc closes them over it, and what is none does not [F24]', async () => {
    const { page, form, field } = await openSettings('settings:sections.assistant');
    const steps = async () => (await desk.call('settings:get', {})).assistant.maxSteps;
    const before = await steps();
    await field('settings:assistant.steps.label').fill('no number');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await steps()).toBe(before);
    const again = await openSettings('settings:sections.assistant');
    await again.field('settings:assistant.steps.label').fill('77');
    await again.page.keyboard.press('Escape');
    await again.form.waitFor({ state: 'detached' });
    await expect.poll(steps, soon).toBe(77);
    await desk.call('settings:update', { assistant: { maxSteps: before } });
  });

  it('holds of a cap and of the currency, with Enter and with Esc [N12]', async () => {
    const { page, form, field } = await openSettings('purse:title');
    const currency = async () => (await desk.call('purse:get', {})).currency;
    await field('purse:currency.label').fill('€');
    await page.keyboard.press('Enter');
    await expect.poll(currency, soon).toBe('€');
    await expect.poll(() => field('purse:currency.label').inputValue(), soon).toBe('€');
    await field('purse:currency.label').fill('¥');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await expect.poll(currency, soon).toBe('¥');
    await desk.call('purse:update', { currency: null });
  });

  it('holds of both units of a cap, the second typed before the answer to the first [N12]', async () => {
    const { page, word, form } = await openSettings('purse:title');
    const unit = (name: string) =>
      form.getByRole('textbox', {
        name: word('purse:capOf', { cap: word('purse:perDay.label'), unit: word(name) }),
      });
    const answer = await held(page, 'purse:update');
    await unit('purse:tokens').fill('5000');
    await page.keyboard.press('Enter');
    await answer.asked;
    await unit('purse:money').fill('3');
    await page.keyboard.press('Enter');
    answer.give();
    const cap = async () => (await desk.call('purse:get', {})).perDay;
    await expect.poll(cap, soon).toEqual({ tokens: 5000, money: 3 });
    await expect.poll(() => unit('purse:tokens').inputValue(), soon).toBe('5000');
    await desk.call('purse:update', { perDay: {} });
  });
});
