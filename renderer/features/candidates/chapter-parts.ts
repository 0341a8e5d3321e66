import { atxHeading } from '#shared/atx-heading.ts';

/** The heading a proposed chapter begins with, without its marks, and what follows; null where it begins with none. */
export function chapterParts(text: string): { title: string | null; body: string } {
  const whole = text.trim();
  const [first = ''] = whole.split('\n', 1);
  const title = atxHeading.exec(first)?.[1]?.trim() ?? '';
  if (title === '') return { title: null, body: whole };
  return { title, body: whole.slice(first.length).trim() };
}
