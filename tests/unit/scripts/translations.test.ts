import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../../scripts/check/translations.ts';

const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));

describe('translations', () => {
  it('F24 are complete when every key stands in both languages', () => {
    const chinese = texts({ save: '保存', count_other: '{{count}} 字' });
    const english = texts({
      save: 'Save',
      count_one: '{{count}} word',
      count_other: '{{count}} words',
    });
    expect(compareTexts(chinese, english, 'zh-CN')).toEqual([]);
  });

  it.each([
    [{ save: '保存' }, {}, 'save: missing in en'],
    [{}, { save: 'Save' }, 'save: missing in zh-CN'],
    [{ save: ' ' }, { save: 'Save' }, 'save: empty'],
    [{ hi: '{{name}}' }, { hi: 'Hi {{who}}' }, 'hi: placeholders differ: name / who'],
    [{ open: '打开……' }, { open: 'Open…' }, 'open: one ends with a single “…”, the other does not'],
    [{ wait: '等' }, { wait: 'Wait...' }, 'wait: an ellipsis is “…”, in Chinese prose “……”'],
  ])('F24 are incomplete: %j and %j', (chinese, english, complaint) => {
    expect(compareTexts(texts(chinese), texts(english), 'zh-CN')).toEqual([complaint]);
  });
});
