import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';
const source = process.argv[2] ?? '';
const test = await createTestApp();
const book = join(test.folder, 'book'); mkdirSync(book);
let total = 0; let n = 0;
const files = readdirSync(source).filter((f) => f.endsWith('.md')).sort();
outer: for (let round = 0; ; round += 1) for (const f of files) {
  const text = readFileSync(join(source, f), 'utf8'); total += text.length; n += 1;
  writeFileSync(join(book, `${String(n).padStart(4, '0')}.md`), text);
  if (total >= 1_000_000) break outer;
}
const { projectId } = await test.call('projects:open', { path: book, language: 'zh-CN' });
await test.call('knowledge:entities:create', { projectId, kind: 'character', name: '宝玉', summary: '' , aliases: ['宝二爷']});
const longest = () => { let last = performance.now(); let max = 0; const t = setInterval(() => { const now = performance.now(); max = Math.max(max, now - last); last = now; }, 1); return () => { clearInterval(t); return Math.max(max, performance.now() - last); }; };
const timed = async (what: string, work: () => Promise<unknown>) => { const stop = longest(); const t = performance.now(); const r = await work(); const ms = performance.now() - t; await new Promise((d) => setTimeout(d, 2)); console.log(what, ms.toFixed(0), 'ms, longest stretch', stop().toFixed(0), JSON.stringify(r)); };
console.log(total, 'characters', n, 'chapters');
for (const round of [1, 2]) {
  await timed(`search none ${round}`, async () => (await test.call('manuscript:search', { projectId, query: '无此人名' })).total);
  await timed(`search 宝玉 ${round}`, async () => (await test.call('manuscript:search', { projectId, query: '宝玉', limit: 20000 })).total);
  await timed(`search 的 whole ${round}`, async () => (await test.call('manuscript:search', { projectId, query: '道', wholeWord: true, limit: 20000 })).total);
  await timed(`regex ${round}`, async () => (await test.call('manuscript:search', { projectId, query: '宝.道', regex: true, limit: 20000 })).total);
}
const { entityId } = (await test.call('knowledge:entities:list', { projectId })).items[0]!;
let preview = await test.call('manuscript:rename:preview', { projectId, entityId, name: '宝石' });
await timed('rename preview', async () => (preview = await test.call('manuscript:rename:preview', { projectId, entityId, name: '宝石' })).total);
let undoId = '';
const places = preview.items.filter((p) => p.doubt === null).map((p) => ({ documentId: p.documentId, start: p.start, end: p.end, expected: p.match, replacement: p.to }));
await timed('replace', async () => { const r = await test.call('manuscript:replace', { projectId, replacement: '', places }); undoId = r.undoId; return r.replaced; });
await timed('undo', async () => (await test.call('manuscript:undo', { projectId, undoId })).documents.length);
await test.close();
