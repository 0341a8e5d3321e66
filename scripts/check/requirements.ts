/** Holds that every requirement ID in the sources is explained in docs/requirements.md, and counts those no test names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import type { Check, Finding } from './check.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Sections S0 to S4 with numbers of two digits; the others count from 1. */
const idPattern = /(?<![\w.-])(?:S[0-4](?:-\d{2})?|[FNEBW][1-9]\d?)(?![\w-])/g;
const explained = /^\| ((?:S[0-4](?:-\d{2})?)|[FNEBW]\d+) \| \S/gm;
/** What these tests write is the check's own material. */
const exempt = /^tests\/unit\/scripts\/|^tests\/fixtures\//;

export const requirements: Check = {
  name: 'requirements',
  async run(): Promise<Finding> {
    const table = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
    const { complaints, untested } = compareRequirements(table, await sourceFiles());
    return {
      scope: `${untested.length} without a test: ${untested.join(' ')}`,
      complaints: complaints.join('\n'),
    };
  },
};

/** IDs that sources name and the table does not explain, each a line; and IDs of the table that no test names. */
export function compareRequirements(
  table: string,
  files: readonly SourceFile[],
): { complaints: string[]; untested: string[] } {
  const rows = [...table.matchAll(explained)].map(([, id]) => id ?? '');
  const known = new Set(rows);
  const tested = new Set<string>();
  const complaints = rows
    .filter((id, index) => rows.indexOf(id) < index)
    .map((id) => `docs/requirements.md explains ${id} twice`);
  for (const { name, text } of files) {
    if (exempt.test(name)) continue;
    text.split('\n').forEach((line, index) => {
      for (const [id] of line.matchAll(idPattern)) {
        if (name.startsWith('tests/')) tested.add(id);
        if (!known.has(id)) {
          complaints.push(`${name}:${index + 1}: docs/requirements.md does not explain ${id}`);
        }
      }
    });
  }
  const isSection = (id: string) => /^S\d$/.test(id);
  return { complaints, untested: rows.filter((id) => !isSection(id) && !tested.has(id)) };
}
