import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

const line = 'The lamp went out over the ferry.';

let base: string;
let root: string;
let program: Served;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-notes-'));
  root = join(base, 'novel');
  mkdirSync(root);
  writeFileSync(join(root, '01.md'), `# One\n\n${line}\n`);
  program = await serveFabula(join(base, 'data'));
}, 300_000);
afterAll(async () => {
  await program.stop();
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
});

it('what was answered of notes is there after the program was killed, with its passage, and what was deleted is not [W4]', async () => {
  const open = () => callTo(program, 'projects:open', { path: root });
  const { projectId, documents } = await open();
  const documentId = documents[0]?.documentId ?? '';
  const { text } = await callTo(program, 'documents:read', { projectId, documentId });
  const start = text.indexOf(line);
  const place = { projectId, documentId, start, end: start + line.length };
  const kept = await callTo(program, 'notes:create', { ...place, text: 'Keep', kind: 'todo' });
  const gone = await callTo(program, 'notes:create', { ...place, text: 'Go', kind: 'note' });
  await callTo(program, 'notes:update', { projectId, noteId: kept.noteId, done: true });
  await callTo(program, 'notes:delete', { projectId, noteId: gone.noteId });
  await program.stop('SIGKILL');

  // Another program may write in the chapter before anybody looks.
  writeFileSync(join(root, '01.md'), `# One\n\nIt rained all night.\n\n${line}\n`);
  program = await serveFabula(join(base, 'data'));
  await open();
  const { items } = await callTo(program, 'notes:list', { projectId });
  const moved = start + 'It rained all night.\n\n'.length;
  expect(items).toMatchObject([
    { noteId: kept.noteId, done: true, quote: line, start: moved, end: moved + line.length },
  ]);
});
