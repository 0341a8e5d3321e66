import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBook } from '#main/book/export/build-book.ts';
import { bookFormats } from '#main/book/export/formats/index.ts';
import { textsOf } from '#main/book/import/chapters.ts';
import { readFrontMatter } from '#main/book/import/formats/front-matter.ts';
import { readSource } from '#main/book/import/read-source.ts';
import { exportFormats, type ExportLayoutChange, layoutOf } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { docxOf, paragraph, reading, run } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-own-exports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async (name: string, bytes: Uint8Array | string) => {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  const { name: title, chapters, source } = await readSource({ path: place }, reading);
  return { title, chapters: chapters.map((chapter) => textsOf(chapter, source, 'keep').text) };
};

const books: Record<Language, string[]> = {
  'zh-CN': [
    '# 第一章　雪夜\n\n雪落了*一夜*，他说**不走**。\n\n> 明日到。\n\n> 后日*也许*到。\n\n***\n\n雪停了[1]。\n\n[1] 见《县志》。\n',
    '# 第二章　灯\n\n完。\n',
  ],
  en: [
    '# Chapter One: Snow\n\nIt snowed *all night*; he would **not** go.\n\n> Tomorrow.\n\n> The day *after*.\n\n***\n\nIt stopped.[1]\n\n[1] See the annals.\n',
    '# Chapter Two: Lamp\n\nThe end.\n',
  ],
};

const exported = async (
  format: 'docx' | 'manuscript' | 'epub' | 'markdown',
  language: Language,
  chosen: ExportLayoutChange = {},
  texts: readonly string[] = books[language],
) => {
  const layout = layoutOf(format, language, { titlePage: true, ...chosen });
  const chapters = texts.map((markdown, at) => ({
    ...{ documentId: `d-${at}`, markdown, volumes: [] },
    title: /^# (.*)$/m.exec(markdown)?.[1] ?? '',
  }));
  const source = {
    ...{ id: 'p-1', title: '潮簿 "& <Tides>', author: 'Ines', contact: '', language },
    ...{ wordCount: 90, madeAt: 0, chapters },
  };
  const bytes = await bookFormats[format].write(await buildBook(source, layout), layout);
  return read(`${format}-${language}.${exportFormats[format].extension}`, bytes);
};

describe('what this program exported comes in again', () => {
  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it.each(['docx', 'epub', 'markdown'] as const)(
      `with its title, chapters, emphasis, quotations and scene breaks: %s (${language}) [B10 F20]`,
      async (format) => {
        const { title, chapters } = await exported(format, language);
        expect(title).toBe('潮簿 "& <Tides>');
        const form = (text: string) =>
          text.replace(/\* \* \*/g, '***').replace(/^# (\S+)[\s:]+/u, '# $1 ');
        expect(chapters.map(form)).toEqual(books[language].map(form));
      },
    );

    it(`with quotations and emphasis: a manuscript for publishers (${language}) [B10 F20]`, async () => {
      const text = (await exported('manuscript', language)).chapters.join('\n');
      for (const part of books[language][0]?.match(/^> .*$|\*{1,2}[^*\n]+\*{1,2}/gm) ?? []) {
        expect(text).toContain(part);
      }
    });
  }

  it.each(['docx', 'epub', 'markdown'] as const)(
    'with the empty paragraphs a writer left: %s [B10]',
    async (format) => {
      const text = (title: string) => `# ${title}\n\n一。\n\n二。\n\n三。\n\n\n四。\n\n五。\n`;
      const texts = [text('甲'), text('乙')];
      const { chapters } = await exported(format, 'zh-CN', {}, texts);
      const gaps = chapters.map((chapter) => chapter.replace(/\n{4,}/g, '\n\n\n'));
      expect(gaps).toEqual(texts);
    },
  );

  it('with a scene break that is an empty line in an e-book [B10]', async () => {
    const { chapters } = await exported('epub', 'zh-CN', { sceneBreak: 'blank' });
    expect(chapters[0]).toContain('到。\n\n***\n\n雪停了');
  });
});

describe('what other programs wrote', () => {
  it('has its emphasis marks and its quotations, by Word’s own style or one built on it [B10]', async () => {
    const dots = '<w:em w:val="dot"/>';
    const none = '<w:em w:val="none"/>';
    const style = (id: string, name: string, more = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
    const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${style('a8', 'Quote')}${style('mine', '书信', '<w:basedOn w:val="a8"/>')}</w:styles>`;
    const body = [
      paragraph(`${run('他')}${run('偏', dots)}${run('不走', none)}`),
      paragraph('明日到。', 'a8'),
      paragraph('后日到。', 'mine'),
    ].join('');
    const { chapters } = await read('word.docx', await docxOf(body, { 'word/styles.xml': styles }));
    expect(chapters[0]).toContain('他*偏*不走\n\n> 明日到。\n\n> 后日到。\n');
  });

  it('keeps front matter that says more before the first chapter, where the program reads it as such [B10]', async () => {
    const front = "---\ntitle: 'It''s tide'\ntags: [sea]\n---\n";
    const { title, chapters } = await read('more.md', `${front}\n# One\n\nA.\n\n# Two\n\nB.\n`);
    expect(title).toBe("It's tide");
    expect(chapters).toEqual([`${front}# One\n\nA.\n`, '# Two\n\nB.\n']);
  });

  it.each([
    '---\nHe said: no.\n\n---\nMore.\n',
    '---\n\nText.\n\n---\n',
    '---\nNote: a\n\nb\n---\n',
  ])('takes no text between two scene breaks for front matter: %j [B10]', (text) => {
    expect(readFrontMatter(text)).toEqual({ title: null, kept: '', text });
  });
});
