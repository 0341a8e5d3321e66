/** Reports on the whole book, through the program's own door. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import type { ReportKind } from '#shared/domain/report.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Report = Output<'reports:make'>;

const chapters = [
  '# 第一章 潮屋\n\n阿禾忽然停下来,望着海。“你听见了吗？”母亲问。\n\n她把那盏旧灯举得很高很高，照着湿漉漉的石阶。\n',
  '# 第二章 旧灯\n\n她把那盏旧灯举得很高很高，照着湿漉漉的石阶。阿禾忽然笑了，“没有。\n\n时侯还早。\n',
  '# 第三章 空簿\n\n母亲迫不急待地翻开簿子。她把那盏旧灯举得很高很高，照着湿漉漉的门槛。\n',
];

let test: TestApp;
let book: string;
let projectId: string;
let ids: string[];

const sectionOf = (report: Report, kind: ReportKind): Report['sections'][number] => {
  const section = report.sections.find((one) => one.kind === kind);
  if (section === undefined) throw new Error(kind);
  return section;
};
const labels = (report: Report, kind: ReportKind): string[] =>
  sectionOf(report, kind).lines.map(({ label, remark }) => label || (remark ?? ''));
const make = (): Promise<Report> => test.call('reports:make', { projectId });

beforeAll(async () => {
  test = await createTestApp();
  book = join(test.folder, '潮簿');
  mkdirSync(book);
  for (const [at, text] of chapters.entries()) writeFileSync(join(book, `${at + 1}.md`), text);
  const opened = await test.call('projects:open', { path: book, language: 'zh-CN' });
  ({ projectId } = opened);
  ids = opened.documents.map(({ documentId }) => documentId);
  const base = { projectId, kind: 'character' } as const;
  await test.call('knowledge:entities:create', { ...base, name: '阿禾', summary: '' });
  await test.call('settings:update', { watchedWords: ['簿子'] });
});
afterAll(() => test.close());

const edit = async (documentId: string, change: (text: string) => string): Promise<void> => {
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  const save = { projectId, documentId, text: change(text), expectedVersion: version };
  await test.call('documents:save', save);
};

describe('reports on a book', () => {
  it('tell in lines what stands where, and every line is at a place that reads as it says [W7]', async () => {
    const report = await make();
    expect(report).toMatchObject({ chapters: 3, chaptersRead: 3, unreadable: [] });
    const { documents } = await test.call('projects:get', { projectId });
    expect(report.words).toBe(documents.reduce((sum, { wordCount }) => sum + wordCount, 0));
    expect(labels(report, 'typos')).toEqual(['时侯', '迫不急待']);
    expect(sectionOf(report, 'typos').lines[0]?.suggestion).toBe('时候');
    expect(labels(report, 'punctuation').toSorted()).toEqual(['halfWidth', 'unbalanced']);
    expect(labels(report, 'habits')).toContain('忽然');
    expect(labels(report, 'watched')).toEqual(['簿子']);
    expect(sectionOf(report, 'people').lines).toMatchObject([
      { label: '阿禾', count: 2, figures: { mentions: 2 }, spread: [1, 1, 0] },
    ]);
    const [same] = sectionOf(report, 'duplicates').lines;
    expect([same?.count, same?.label]).toEqual([3, '她把那盏旧灯举得很高很高，照着湿漉漉的石阶。']);
    expect(labels(report, 'phrases')[0]).toContain('旧灯举得');
    expect(sectionOf(report, 'dialogue').figures.share).toBeGreaterThan(0);
    for (const { lines } of report.sections) {
      for (const { lineId, count, place } of lines) {
        const { reportId } = report;
        const { items, total } = await test.call('reports:places', { projectId, reportId, lineId });
        expect([items.length, total, items[0]]).toEqual([count, count, place]);
        for (const { documentId, start, end, match } of items) {
          const text = chapters[ids.indexOf(documentId)] ?? '';
          expect(text.slice(start, end)).toBe(match);
        }
      }
    }
  });

  it('read only the chapters that changed since, and find their places in the text of now or say that they are gone [W7]', async () => {
    const before = await make();
    expect(before.chaptersRead).toBe(0);
    const { reportId } = before;
    const where = async (kind: ReportKind, at = 0) => {
      const { lineId } = sectionOf(before, kind).lines[at] ?? { lineId: '' };
      const { items } = await test.call('reports:places', { projectId, reportId, lineId });
      const [{ documentId, start, end } = { documentId: '', start: 0, end: 0 }] = items;
      const { found } = await test.call('reports:locate', {
        ...{ projectId, reportId, documentId, start, end },
      });
      const { text } = await test.call('documents:read', { projectId, documentId });
      return found && text.slice(found.start, found.end);
    };
    const third = ids[2] ?? '';
    await edit(third, (text) => text.replace('空簿\n', '空簿\n\n雪落了一夜，谁也没有出门。\n'));
    expect(await where('typos', 1)).toBe('迫不急待');
    await edit(third, (text) => text.replace('迫不急待', '迫不及待'));
    expect(await where('typos', 1)).toBeNull();
    const after = await make();
    expect([after.chaptersRead, labels(after, 'typos')]).toEqual([1, ['时侯']]);
    expect(await test.fail('reports:places', { projectId, reportId, lineId: 'typos-0' })).toBe(
      'REPORT_NOT_FOUND',
    );
    // Other names or words to watch for read no chapter's prose again.
    await test.call('settings:update', { watchedWords: ['门槛'] });
    const again = await make();
    expect([again.chaptersRead, labels(again, 'watched')]).toEqual([0, ['门槛']]);
  });

  it('are handed to who asks later, with whether the text went on since, until the book is closed [W7]', async () => {
    const latest = () => test.call('reports:latest', { projectId });
    const made = await make();
    expect(await latest()).toEqual({ report: made, isStale: false });
    await edit(ids[2] ?? '', (text) => `${text}\n潮退了。\n`);
    expect(await latest()).toEqual({ report: made, isStale: true });
    await test.call('projects:close', { projectId });
    expect(await test.fail('reports:latest', { projectId })).toBe('PROJECT_CLOSED');
    await test.call('projects:open', { path: book, language: 'zh-CN' });
    expect(await latest()).toEqual({ report: null, isStale: false });
  });

  it('can be called off, tell how far they are, change no file, and are forgotten with the book [W7, W9]', async () => {
    const told: number[] = [];
    const stop = test.app.events.on((...[name, payload]) => {
      if (name !== 'jobs:changed' || payload.jobId !== 'mine' || !payload.job?.total) return;
      told.push(payload.job.total);
      void test.call('jobs:cancel', { jobId: 'mine' });
    });
    const input = { projectId, taskId: 'mine' };
    const reply = await test.app.dispatch('reports:make', input, {
      signal: new AbortController().signal,
    });
    stop();
    expect(reply).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(told[0]).toBe(15);
    expect(readFileSync(join(book, '1.md'), 'utf8')).toBe(chapters[0]);
    await test.call('projects:close', { projectId });
    expect(await test.fail('reports:make', { projectId })).toBe('PROJECT_CLOSED');
    await test.call('projects:open', { path: book, language: 'zh-CN' });
    expect((await make()).chaptersRead).toBe(3);
  });

  it('are made for two windows at once, and closed chapters stay on this machine [W7, S3-41]', async () => {
    const second = ids[1] ?? '';
    await test.call('documents:update', {
      projectId,
      documentId: second,
      fence: { neverSend: true },
    });
    await edit(second, (text) => `${text}\n渡口没有人。\n`);
    const sent = (await test.call('egress:list', { projectId })).items.length;
    const [one, other] = await Promise.all([make(), make()]);
    expect(one.sections).toEqual(other.sections);
    expect(one.chapters).toBe(3);
    expect((await test.call('egress:list', { projectId })).items).toHaveLength(sent);
    expect(JSON.stringify((await test.call('jobs:list', {})).items)).not.toMatch(/旧灯|渡口/);
    expect(JSON.stringify(test.logs)).not.toMatch(/旧灯|渡口/);
  });

  it('say that they broke off where their worker dies, and can be made again [W7, W9]', async () => {
    const { workers } = test.platform;
    const { reports } = workers;
    workers.reports = new URL('data:text/javascript,process.exit(3)');
    expect(await test.fail('reports:make', { projectId, taskId: 'dies' })).toBe('INTERNAL');
    const { items } = await test.call('jobs:list', {});
    expect(items[0]).toMatchObject({ kind: 'reports', state: 'failed', code: 'INTERNAL' });
    workers.reports = reports;
    expect((await make()).chapters).toBe(3);
  });
});

describe('the spelling of a book', () => {
  it('is held to the dictionary of the program, the names of the codex and the words the book was taught [W7 W5]', async () => {
    const folder = join(test.folder, 'tide');
    mkdirSync(folder);
    const text = '# One\n\nThe cotage of the grelk, a skimmerboat, the coluor and the color.\n';
    writeFileSync(join(folder, '1.md'), text);
    writeFileSync(join(folder, '2.md'), '# Two\n\nAnother cotage; the colour of it.\n');
    const { projectId: id } = await test.call('projects:open', { path: folder, language: 'en' });
    const spelt = async () => {
      const report = await test.call('reports:make', { projectId: id });
      const { chaptersRead } = report;
      return { report, chaptersRead, words: labels(report, 'spelling') };
    };
    const first = await spelt();
    expect(first.words).toEqual(['grelk', 'skimmerboat', 'coluor', 'cotage']);
    const { lineId, count } = sectionOf(first.report, 'spelling').lines[3] ?? { lineId: '' };
    const { reportId } = first.report;
    const { items } = await test.call('reports:places', { projectId: id, reportId, lineId });
    expect([count, items.map(({ match, after }) => match + after.slice(0, 3))]).toEqual([
      2,
      ['cotage of', 'cotage; t'],
    ]);
    const entry = { projectId: id, kind: 'item', summary: '' } as const;
    await test.call('knowledge:entities:create', { ...entry, name: 'grelk' });
    await test.call('spelling:words:add', { projectId: id, word: 'skimmerboat' });
    expect((await spelt()).words).toEqual(['coluor', 'cotage']);
    await test.call('settings:update', { editor: { spelling: 'british' } });
    const british = await spelt();
    expect([british.chaptersRead, british.words]).toEqual([0, ['coluor', 'color', 'cotage']]);
    await test.call('settings:update', { editor: { spelling: 'off' } });
    expect((await spelt()).words).toEqual(['coluor', 'cotage']);
    await test.call('settings:update', { editor: { spelling: 'both' } });
  });
});
