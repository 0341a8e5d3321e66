import { describe, expect, it } from 'vitest';
import { shownPlace } from '#renderer/app/notices.ts';

describe('notices', () => {
  it('F24 stay in the column of the action while it shows, and come below the text when it does not', () => {
    expect(shownPlace('binder', { binder: true, dock: false })).toBe('binder');
    expect(shownPlace('binder', { binder: false, dock: true })).toBe('page');
    expect(shownPlace('dock', { binder: true, dock: false })).toBe('page');
    expect(shownPlace('dock', { binder: false, dock: true })).toBe('dock');
  });
});
