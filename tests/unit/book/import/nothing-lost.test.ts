import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '#main/book/import/chapters.ts';
import { changesIn, commentsIn, resolveMarks } from '#main/book/import/marks.ts';
import { readSource } from '#main/book/import/read-source.ts';
import { docxOf, epubOf, paragraph, reading, run } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-nothing-lost-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async (name: string, bytes: Buffer | string) => {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  const { name: title, chapters, source } = await readSource({ path: place }, reading);
  return {
    title,
    source,
    texts: chapters.map((chapter) => textsOf(chapter, source, 'keep').text),
    earlier: chapters.map((chapter) => textsOf(chapter, source, 'reject').text),
    groups: chapters.map(({ group }) => group),
  };
};

describe('titles of a Word document', () => {
  const style = (id: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`;
  const styles = `<w:styles xmlns:w="w">${['Title', 'Author', 'heading 1'].map(style).join('')}</w:styles>`;
  const document = (...paragraphs: [text: string, style?: string][]) =>
    docxOf(paragraphs.map(([text, id]) => paragraph(text, id)).join(''), {
      'word/styles.xml': styles,
    });

  it('are of the whole at its head only, and headings further on [B10]', async () => {
    const bytes = await document(
      ['雪线', 'Title'],
      ['以北', 'Title'],
      ['阿满', 'Author'],
      ['第一章', 'heading 1'],
      ['甲。'],
      ['间奏', 'Title'],
      ['乙。'],
      ['一个读者', 'Author'],
      ['第二章', 'heading 1'],
      ['丙。'],
    );
    const { title, texts } = await read('a.docx', bytes);
    expect(title).toBe('雪线 以北');
    expect(texts).toEqual([
      '# 第一章\n\n甲。\n',
      '# 间奏\n\n乙。\n\n一个读者\n',
      '# 第二章\n\n丙。\n',
    ]);
  });

  it('part its chapters where it has no other headings [B10]', async () => {
    const chapters: [string, string?][] = [
      ['雪线', 'Title'],
      ['甲。'],
      ['换马', 'Title'],
      ['乙。'],
    ];
    const expected = ['# 雪线\n\n甲。\n', '# 换马\n\n乙。\n'];
    const alone = await read('b.docx', await document(...chapters));
    expect([alone.title, alone.texts]).toEqual(['b', expected]);
    const named = await read('c.docx', await document(['潮簿', 'Title'], ...chapters));
    expect([named.title, named.texts]).toEqual(['潮簿', expected]);
    const signed: [string, string?][] = [
      ['潮簿', 'Title'],
      ['阿满', 'Author'],
    ];
    const both = await read('d.docx', await document(...signed, ...chapters));
    expect([both.title, both.texts]).toEqual(['潮簿', expected]);
  });

  it('are chapters still to be written where there is nothing else [B10]', async () => {
    const { texts } = await read('e.docx', await document(['甲', 'Title'], ['乙', 'Title']));
    expect(texts).toEqual(['# 甲\n', '# 乙\n']);
  });
});

describe('a line of tildes or backticks', () => {
  it.each(['~~~', '```'])(
    'that nothing closes hides no chapter behind it: %s [B10]',
    async (line) => {
      const chapters = ['# One\n\nA.\n', `# Two\n\nB.\n\n${line}\n\nC.\n`, '# Three\n\nD.\n'];
      expect((await read('f.md', chapters.join('\n'))).texts).toEqual(chapters);
    },
  );
});

describe('words with their readings, and words in a style', () => {
  it('stand before their reading, without the brackets an epub has for other readers [B10]', async () => {
    const html =
      '<p>没有<ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rp>(<rt>zì</rt><rp>)</ruby>，走。</p>';
    const bytes = await epubOf('书', [{ title: '一', html }]);
    expect((await read('g.epub', bytes)).texts).toEqual(['# 一\n\n没有漢（hàn）字（zì），走。\n']);
  });

  it('stand before their reading in a Word document [B10]', async () => {
    const guide = (base: string, over: string) =>
      `<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${over}</w:rt><w:rubyBase>${base}</w:rubyBase></w:ruby><w:t>了</w:t></w:r>`;
    const body = paragraph(
      `${run('他')}${guide(run('汉'), run('hàn'))}${guide(run('走', '<w:i/>'), '')}${run('。')}`,
    );
    expect((await read('h.docx', await docxOf(body))).texts).toEqual([
      '# h\n\n他汉（hàn）了*走*了。\n',
    ]);
  });

  it('are emphasised as their style of characters says [B10]', async () => {
    const style = (id: string, inside: string) =>
      `<w:style w:type="character" w:styleId="${id}">${inside}</w:style>`;
    const of = (text: string, id: string, more = '') =>
      run(text, `<w:rStyle w:val="${id}"/>${more}`);
    const styles = `<w:styles xmlns:w="w">${style('Strong', '<w:rPr><w:b/><w:bCs/></w:rPr>')}${style('Emphasis', '<w:rPr><w:i/></w:rPr>')}${style('mine', '<w:basedOn w:val="Emphasis"/><w:rPr><w:b/></w:rPr>')}</w:styles>`;
    const body = paragraph(
      [
        ...[run('他'), of('不', 'Strong'), of('，', 'Strong', '<w:b w:val="0"/>')],
        ...[of('走', 'Emphasis'), run('，'), of('偏', 'mine'), of('不', 'other')],
      ].join(''),
    );
    const { texts } = await read('i.docx', await docxOf(body, { 'word/styles.xml': styles }));
    expect(texts).toEqual(['# i\n\n他**不**，*走*，***偏***不\n']);
  });
});

describe('rich text', () => {
  const rtf = (body: string) => `{\\rtf1\\ansi\\uc1 ${body}\\par}`;

  it('has its footnotes at the end of their chapter, and nothing of the heads of its pages [B10]', async () => {
    const note = (words: string) =>
      `{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} ${words}}}`;
    const body =
      '{\\headerf\\pard head\\par}{\\footerf\\pard foot\\par}' +
      `\\pard\\b The well${note('Of {\\i salt}.\\par Twice.')} is deep\\b0 .${note('See 1*.')}`;
    const { texts } = await read('j.rtf', rtf(body));
    expect(texts).toEqual([
      '# j\n\n**The well**[^1] **is deep**.[^2]\n\n[^1]: Of *salt*. Twice.\n\n[^2]: See 1\\*.\n',
    ]);
  });

  it('has its tracked changes as such, each with who made it [B10]', async () => {
    const body =
      '{\\*\\revtbl{Unknown;}{Ines;}}The lamp {\\deleted\\revauthdel1 burn\\u101?d}{\\revised\\revauth1 still burns}. \\deleted Gone\\plain  now.';
    const { source, texts } = await read('k.rtf', rtf(body));
    expect(texts).toEqual(['# k\n\nThe lamp still burns.  now.\n']);
    const part = source.parts[0]?.text ?? '';
    const authors = changesIn(part).map(({ kind, author, text }) => [
      ...[kind, source.changeAuthors[author], text],
    ]);
    expect(authors).toEqual([
      ['deleted', 'Ines', 'burned'],
      ['inserted', 'Ines', 'still burns'],
      ['deleted', 'Unknown', 'Gone'],
    ]);
    expect(resolveMarks(part, 'reject')).toBe('The lamp burned. Gone now.\n');
    expect(source.warnings).toEqual([
      expect.objectContaining({ code: 'CHANGES_TRACKED', count: 3 }),
    ]);
  });

  it('has its comments as such, each with who made it, and none of its text [B10]', async () => {
    const comment = (author: string, words: string) =>
      `{\\*\\atnid X}{\\*\\atnauthor ${author}}\\chatn{\\*\\annotation{\\*\\atnref 1}{\\*\\atndate 12}\\pard\\plain {\\chatn}${words}}`;
    const body =
      `{\\*\\atrfstart 1}The well{\\*\\atrfend 1}${comment('Ines', '{\\b Too} *fast*?\\par Twice.')} is ` +
      `{\\deleted very ${comment('', 'Why?')}}deep.{\\footnote Of salt.${comment('\\u38463?', 'Where?')}}` +
      `${comment('Nobody', ' ')}{\\v hidden${comment('Nobody', 'No.')}}`;
    const { source, texts } = await read('n.rtf', rtf(body));
    expect(texts).toEqual(['# n\n\nThe well is deep.[^1]\n\n[^1]: Of salt.\n']);
    expect(source.comments).toEqual([
      { author: 'Ines', text: 'Too *fast*?\nTwice.' },
      { author: '', text: 'Why?' },
      { author: '阿', text: 'Where?' },
    ]);
    expect(commentsIn(source.parts[0]?.text ?? '')).toEqual([0, 1, 2]);
    expect(source.warnings).toContainEqual(
      expect.objectContaining({ code: 'COMMENTS_FOUND', count: 3 }),
    );
  });
});

describe('a footnote within a tracked change', () => {
  const accepted = 'The lamp[^2] burns.\n\n[^2]: Of oil.\n';
  const rejected = 'The lamp burned[^1] burns.\n\n[^1]: Long.\n';

  it('goes and comes with its words in rich text [B10]', async () => {
    const note = (words: string) =>
      `{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} ${words}}}`;
    const { texts, earlier } = await read(
      'o.rtf',
      `{\\rtf1\\ansi The lamp{\\deleted  burned${note('Long.')}}{\\revised${note('Of oil.')}} burns.\\par}`,
    );
    expect(texts).toEqual([`# o\n\n${accepted}`]);
    expect(earlier).toEqual([`# o\n\n${rejected}`]);
  });

  it('goes and comes with its words in a Word document [B10]', async () => {
    const call = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const footnote = (id: number, words: string) =>
      `<w:footnote w:id="${id}"><w:p>${run(words)}</w:p></w:footnote>`;
    const body = paragraph(
      `${run('The lamp')}<w:del w:author="Ines"><w:r><w:delText xml:space="preserve"> burned</w:delText></w:r>${call(1)}</w:del><w:ins w:author="Ines">${call(2)}</w:ins>${run(' burns.')}`,
    );
    const notes = `<w:footnotes xmlns:w="w">${footnote(1, 'Long.')}${footnote(2, 'Of oil.')}</w:footnotes>`;
    const bytes = await docxOf(body, { 'word/footnotes.xml': notes });
    const { source, texts, earlier } = await read('p.docx', bytes);
    expect(texts).toEqual([`# p\n\n${accepted}`]);
    expect(earlier).toEqual([`# p\n\n${rejected}`]);
    expect(source.warnings).toEqual([
      expect.objectContaining({ code: 'CHANGES_TRACKED', count: 3 }),
    ]);
  });
});

describe('the contents of an epub', () => {
  const entry = (title: string, page: number, inside = '') =>
    `<li><a href="p%20${page}.xhtml">${title}</a>${inside === '' ? '' : `<ol>${inside}</ol>`}</li>`;
  const contents = (...entries: string[]) => ({
    'OEBPS/nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${entries.join('')}</ol></nav></body></html>`,
  });

  it('may begin a volume and its first chapter at one place [B10]', async () => {
    const pages = [
      { title: '', html: '<h1>Part One</h1><h2>Chapter 1</h2><p>A.</p>' },
      { title: '', html: '<h2>Chapter 2</h2><p>B.</p>' },
      { title: '', html: '<h1>Part Two</h1><p>For M.</p><p>C.</p>' },
      { title: '', html: '<h1>Epilogue</h1><p>D.</p>' },
    ];
    const nav = contents(
      entry('Part One', 0, entry('Chapter 1', 0) + entry('Chapter 2', 1)),
      entry('Part Two', 2, entry('Chapter 3', 2)),
      entry('Epilogue', 3, entry('Epilogue', 3)),
    );
    const bytes = await epubOf('Book', pages, nav);
    const { groups, texts } = await read('l.epub', bytes);
    expect(texts).toEqual([
      '## Chapter 1\n\nA.\n',
      '## Chapter 2\n\nB.\n',
      '# Chapter 3\n\nFor M.\n\nC.\n',
      '# Epilogue\n\nD.\n',
    ]);
    expect(groups).toEqual(['Part One', 'Part One', 'Part Two', 'Epilogue']);
  });

  it('loses no title of entries beside each other that lead to one page [B10]', async () => {
    const pages = [
      {
        title: '',
        html: '<h1>上卷</h1><h2>第一章 雨</h2><p>甲。</p><h2>第二章 风</h2><p>乙。</p>',
      },
      { title: '', html: '<h1>第三章 雪</h1><p>丙。</p>' },
      { title: '', html: '<h1>序</h1><h1>一</h1><p>丁。</p><h1>尾</h1><p>戊。</p>' },
    ];
    const inside = entry('第一章 雨', 0) + entry('第二章 风', 0) + entry('第三章 雪', 1);
    const beside = entry('序', 2, entry('一', 2)) + entry('尾', 2);
    const nav = contents(entry('上卷', 0, inside), beside);
    const { groups, texts } = await read('m.epub', await epubOf('书', pages, nav));
    expect(texts).toEqual([
      '## 第一章 雨\n\n甲。\n\n## 第二章 风\n\n乙。\n',
      '# 第三章 雪\n\n丙。\n',
      '# 序\n\n# 一\n\n丁。\n\n# 尾\n\n戊。\n',
    ]);
    expect(groups).toEqual(['上卷', '上卷', null]);
  });
});
