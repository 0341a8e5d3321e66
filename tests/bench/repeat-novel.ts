/** A novel's chapters again and again, until there are enough characters for a benchmark. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the goals of docs/requirements.md are said for. */
const minCharacters = 1_000_000;

/** File names to contents; how many characters and chapters it became is printed. */
export function repeatNovel(source: string): Record<string, string> {
  const texts = readdirSync(source)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(join(source, file), 'utf8'));
  const files: Record<string, string> = {};
  let characters = 0;
  let chapters = 0;
  while (characters < minCharacters) {
    const text = texts[chapters % texts.length] ?? '';
    characters += text.length;
    chapters += 1;
    files[`${String(chapters).padStart(4, '0')}.md`] = text;
  }
  process.stdout.write(`${characters} characters, ${chapters} chapters\n`);
  return files;
}
