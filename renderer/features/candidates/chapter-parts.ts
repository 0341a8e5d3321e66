const heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/u;

/** The heading a proposed chapter begins with, without its marks, and what follows; null where it begins with none. */
export function chapterParts(text: string): { title: string | null; body: string } {
  const whole = text.trim();
  const [first = ''] = whole.split('\n', 1);
  const title = heading.exec(first)?.[1]?.trim() ?? '';
  if (title === '') return { title: null, body: whole };
  return { title, body: whole.slice(first.length).trim() };
}
