import { describe, expect, it } from 'vitest';
import { bookChanges, bookDraftOf, bookProblems } from '#renderer/features/settings/book-draft.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';

const chinese = { past: '过去时', present: '现在时' };
const english = { past: 'Past', present: 'Present' };
const settled = { narrativePerson: 'first', tense: 'past', style: '短句。' } as const;

describe('the form of a book’s own settings', () => {
  it('shows a named tense in the language of the window, and has nothing to save unchanged [S3-48]', () => {
    expect(bookDraftOf(settled, chinese).tense).toBe('过去时');
    expect(bookDraftOf(settled, english).tense).toBe('Past');
    for (const words of [chinese, english]) {
      expect(bookChanges(bookDraftOf(settled, words), settled, words)).toBeNull();
    }
  });

  it('sends only what was changed, the tense by its name, and null for what was emptied', () => {
    const draft = bookDraftOf(settled, english);
    expect(bookChanges({ ...draft, tense: ' present ' }, settled, english)).toEqual({
      tense: 'present',
    });
    expect(bookChanges({ ...draft, tense: 'Past perfect' }, settled, english)).toEqual({
      tense: 'Past perfect',
    });
    expect(bookChanges({ person: 'none', tense: ' ', style: '\n' }, settled, english)).toEqual(
      noBookSettings,
    );
  });

  it('says how much a line holds that is too long', () => {
    const draft = { person: 'none', tense: '长'.repeat(101), style: '长'.repeat(4001) } as const;
    expect(bookProblems(draft)).toEqual({ tense: 100, style: 4000 });
    expect(bookProblems({ ...draft, tense: '长'.repeat(100), style: ' ' })).toEqual({});
  });
});
