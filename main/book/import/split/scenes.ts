/** One chapter a scene: between marks such as `***`, and where the text leaves a wide gap. */
import { isSceneMark } from '../markdown-text.ts';
import { type SplitChapter, isBlank } from './cuts.ts';
import { headingCuts } from './headings.ts';

/** Blank lines in a row that part scenes. */
const wideGap = 2;

export const scenesOf = (lines: readonly string[]): SplitChapter[] => {
  const headings = new Map(headingCuts(lines).map((cut) => [cut.line, cut]));
  const scenes: SplitChapter[] = [];
  let body: string[] = [];
  let heading: { title: string; headingLine: string } | null = null;
  let blanks = 0;
  const end = (): void => {
    const text = body.join('\n').trim();
    body = [];
    if (text === '' && heading === null) return;
    const { title = null, headingLine = null } = heading ?? {};
    scenes.push({ title, group: null, body: text, headingLine });
    heading = null;
  };
  for (const [index, line] of lines.entries()) {
    const cut = headings.get(index);
    blanks = isBlank(line) ? blanks + 1 : 0;
    if (cut) {
      end();
      heading = { title: cut.title, headingLine: line };
    } else if (isSceneMark(line)) end();
    else {
      if (blanks === wideGap && body.some((one) => !isBlank(one))) end();
      body.push(line);
    }
  }
  end();
  return scenes;
};
