import { expect, it } from 'vitest';
import englishInspect from '#renderer/i18n/en/inspect.json';
import english from '#renderer/i18n/en/expectations.json';
import chineseInspect from '#renderer/i18n/zh-CN/inspect.json';
import chinese from '#renderer/i18n/zh-CN/expectations.json';

it('[N11 N13] what a changed promise did to a request is not told as a setting alone', () => {
  for (const words of [english.causes.setting, englishInspect.compare.causes.setting.text])
    expect(words).toContain('promise');
  for (const words of [chinese.causes.setting, chineseInspect.compare.causes.setting.text])
    expect(words).toContain('伏笔');
});
