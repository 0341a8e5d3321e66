import { expect, it } from 'vitest';
import { shortLabel } from '#renderer/app/chapter-label.ts';

it('leaves a chapter’s title the room its label would take [F24]', () => {
  expect(shortLabel('Chapter Twenty-Three', 23)).toBe('23');
  expect(shortLabel('第二十三章', 23)).toBe('第二十三章');
  expect(shortLabel('Prologue', 1)).toBe('Prologue');
});
