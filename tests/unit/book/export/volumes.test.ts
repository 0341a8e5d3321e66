import { EpubCheck } from '@likecoin/epubcheck-ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBook } from '#main/book/export/build-book.ts';
import { bookFormats } from '#main/book/export/formats/index.ts';
import { placeInVolumes } from '#main/book/export/volumes.ts';
import { layoutOf } from '#shared/domain/export.ts';
import { volumesIn, volumeTitle } from '#shared/volumes.ts';
import { unzipTexts } from '#tests/helpers/exported-text.ts';

const source = (volumes: readonly (readonly string[])[]) => ({
  ...{ id: 'p-1', title: '潮簿', author: 'Ines', contact: '', language: 'zh-CN' as const },
  ...{ wordCount: 90, madeAt: Date.UTC(2026, 1, 3) },
  chapters: volumes.map((of, at) => ({
    ...{ documentId: `d-${at}`, title: `第${at + 1}章`, volumes: of },
    markdown: `# 第${at + 1}章\n\n灯。\n`,
  })),
});

const folder = fc.array(fc.constantFrom('01 上', '02 下', '甲', '乙'), { maxLength: 3 });

describe('where volumes begin', () => {
  it('tells from what opens, chapter by chapter, which volumes each stands in [W1]', () => {
    fc.assert(
      fc.property(fc.array(folder, { maxLength: 12 }), (chapters) => {
        const open: string[] = [];
        const read = placeInVolumes(chapters).map(({ depth, opens }) => {
          open.splice(depth - opens.length, open.length, ...opens);
          return open.slice(0, depth);
        });
        expect(read).toEqual(chapters.map((volumes) => volumes.map(volumeTitle)));
      }),
    );
  });

  it('counts no folder that holds the whole book, and every other one [W1]', () => {
    fc.assert(
      fc.property(folder, fc.array(folder, { minLength: 1, maxLength: 8 }), (whole, inside) => {
        const paths = inside.map((parts) => [...whole, ...parts].join('/'));
        const volumesOf = volumesIn(paths);
        const found = paths.map(volumesOf);
        const taken = paths.map((path, at) => path.split('/').length - (found[at]?.length ?? 0));
        expect(found.every((volumes, at) => (paths[at] ?? '').endsWith(volumes.join('/')))).toBe(
          true,
        );
        // What is left says the paths apart as they were, and nothing is common to all any more.
        expect(new Set(found.map(String)).size).toBe(new Set(paths).size);
        expect(new Set(found.map(([first]) => first)).size === 1 && found[0]?.[0]).toBeFalsy();
        expect(new Set(taken.filter((_, at) => paths[at] !== '')).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the volumes of an e-book', () => {
  const nested = source([[], ['01 上卷'], ['01 上卷', '甲'], ['02 下卷'], ['02 下卷']]);
  const partsOf = async () => {
    const layout = layoutOf('epub', 'zh-CN');
    const bytes = await bookFormats.epub.write(await buildBook(nested, layout), layout);
    return { bytes, parts: await unzipTexts(bytes) };
  };

  it('have a page each, pass the check of its standard, and hold their chapters in both contents [W1 F21]', async () => {
    const { bytes, parts } = await partsOf();
    expect((await EpubCheck.validate(bytes)).messages).toEqual([]);
    const nav = parts.get('EPUB/nav.xhtml') ?? '';
    const ncx = parts.get('EPUB/toc.ncx') ?? '';
    const heads = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, a]) => a);
    const inOrder = ['潮簿', '第1章', '上卷', '第2章', '甲', '第3章', '下卷', '第4章', '第5章'];
    expect(heads(nav, /<a href="[^"]*">([^<]*)</g)).toEqual(inOrder);
    expect(heads(ncx, /<navLabel><text>([^<]*)</g)).toEqual(inOrder);
    expect(ncx).toContain('<meta name="dtb:depth" content="3"/>');
    expect(nav).toMatch(/上卷<\/a>\s*<ol>\s*<li>.*第2章.*<\/li>\s*<li>.*甲<\/a>\s*<ol>/);
    expect(parts.get('EPUB/volume-001.xhtml')).toContain('epub:type="part"');
  });
});
