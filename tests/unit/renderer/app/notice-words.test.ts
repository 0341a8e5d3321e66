import { beforeAll, expect, it } from 'vitest';
import { noticeWords } from '#renderer/app/notice-words.ts';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import { errorCodes } from '#shared/errors.ts';

let t: Translate;
beforeAll(async () => {
  t = (await createI18n('zh-CN')).t;
});

it.each(errorCodes)(
  'a word of the program with the code %s is Chinese in a Chinese window [F24]',
  (code) => {
    const message = 'An unexpected error occurred; the log has its details.';
    const { what, next } = noticeWords(t, { code, message }, '');
    expect(`${what} ${next}`).not.toContain(message);
    expect(what).toMatch(/\p{Script=Han}/u);
  },
);

it('what the desktop worded itself is said as it is [F24]', () => {
  const message = '界面重新载入了。';
  expect(noticeWords(t, { code: 'PAGE_RELOADED', message }, '').next).toBe(message);
});
