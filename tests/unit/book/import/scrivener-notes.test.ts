import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { previewImport } from '#main/book/import/preview.ts';
import {
  reading,
  rtfOf,
  type ScrivenerDocument,
  scrivenerFiles,
  zipOf,
} from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-notes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: Buffer): string => {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
};
const preview = (place: string, more: object = {}) =>
  previewImport({ path: place, ...more }, reading);

describe('what a writer noted in Scrivener', () => {
  const meta = (label: number, status: number): string =>
    `<LabelID>${label}</LabelID><StatusID>${status}</StatusID>`;
  const goal = (type: string, count: string): string =>
    `<TextSettings><TextSelection>0,0</TextSelection></TextSettings><Target Type="${type}" Notify="No">${count}</Target>`;
  const tables =
    '<LabelSettings><Labels><Label ID="-1">No Label</Label><Label ID="2">主线</Label></Labels></LabelSettings><StatusSettings><StatusItems><Status ID="-1">No Status</Status><Status ID="3">First Draft</Status><Status ID="4">等校对</Status></StatusItems></StatusSettings>';
  const planned: ScrivenerDocument[] = [
    {
      ...{ id: 'D0', type: 'DraftFolder', title: 'Draft' },
      children: [
        {
          ...{ id: 'V1', title: '上卷', synopsis: '一卷的梗概。' },
          children: [
            {
              ...{ id: 'C1', title: '雪线', synopsis: '全章。', metaData: meta(2, 3) },
              children: [
                {
                  id: 'S1',
                  title: '驿站',
                  paragraphs: ['雪。'],
                  synopsis: '到驿站。',
                  more: goal('Words', '800'),
                },
                {
                  id: 'S2',
                  title: '马',
                  paragraphs: ['马。'],
                  metaData: meta(-1, 4),
                  more: goal('Words', '1200'),
                },
              ],
            },
          ],
        },
        {
          id: 'T2',
          title: '换马',
          synopsis: '还没有写。',
          metaData: meta(2, -1),
          more: goal('Characters', '3000'),
        },
      ],
    },
  ];

  it('comes with the chapters, and what no chapter stands for is said [B10]', async () => {
    const place = file('n.zip', await zipOf(scrivenerFiles('雪线', planned, tables)));
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.map(({ title, decisions }) => [title, decisions])).toEqual([
      [
        '雪线',
        {
          ...{ synopsis: '全章。\n驿站: 到驿站。', labels: ['主线', '等校对'], status: 'draft' },
          wordGoal: 2000,
        },
      ],
      ['换马', { synopsis: '还没有写。', labels: ['主线'], status: null, wordGoal: 3000 }],
    ]);
    const said = (found: Awaited<ReturnType<typeof preview>>) =>
      found.warnings.filter(({ code }) => /SYNOPSES|LABELS|GOALS/.test(code));
    expect(said(await preview(place))).toEqual([
      expect.objectContaining({ code: 'SYNOPSES_TAKEN', count: 3 }),
      expect.objectContaining({ code: 'SYNOPSES_LEFT_OUT', count: 1 }),
      expect.objectContaining({ code: 'GOALS_TAKEN', count: 3 }),
    ]);
    expect(said(await preview(place, { splitAt: 'none' }))).toEqual([
      expect.objectContaining({ code: 'SYNOPSES_LEFT_OUT', count: 4 }),
      expect.objectContaining({ code: 'LABELS_LEFT_OUT', count: 3 }),
      expect.objectContaining({ code: 'GOALS_LEFT_OUT', count: 3 }),
    ]);
  });

  it('has the goals of an English book in words only: how many a character is nobody knows [B10 W7]', async () => {
    const of = (id: string, more: string) => ({
      ...{ id, title: id, paragraphs: ['Snow lay on the ferry.'], more },
    });
    const children = [
      of('A', goal('Words', '1500')),
      of('B', goal('Characters', '9000')),
      of('C', goal('Words', '0')),
      of('D', goal('Words', 'many')),
      of('E', goal('Words', '999999999999')),
    ];
    const files = scrivenerFiles('Snow', [{ id: 'D0', type: 'DraftFolder', title: 'D', children }]);
    const place = file('e.zip', await zipOf(files));
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.map(({ decisions }) => decisions?.wordGoal)).toEqual([
      ...[1500, null, null, null, null],
    ]);
    expect((await preview(place)).warnings).toEqual([
      expect.objectContaining({ code: 'GOALS_TAKEN', count: 1 }),
      expect.objectContaining({ code: 'GOALS_LEFT_OUT', count: 2 }),
      expect.objectContaining({ code: 'CHAPTERS_DOUBLED' }),
    ]);
  });

  it('that is longer than a chapter holds is left out whole, never cut [B10]', async () => {
    const [draft] = planned;
    const child = { id: 'L', title: '长', synopsis: '长'.repeat(4001), paragraphs: ['x'] };
    const files = scrivenerFiles('长', [{ ...draft, id: 'D', title: 'D', children: [child] }]);
    const place = file('l.zip', await zipOf(files));
    expect((await chaptersToWrite({ path: place }, reading)).chapters[0]?.decisions?.synopsis).toBe(
      '',
    );
    expect((await preview(place)).warnings).toContainEqual(
      expect.objectContaining({ code: 'SYNOPSES_LEFT_OUT', count: 1 }),
    );
  });
});

describe('comments and footnotes of Scrivener’s inspector', () => {
  const note = (id: string, words: string, footnote = 'No') =>
    `<Comment ID="${id}" Footnote="${footnote}" Color="0.9 0.9 0.6"><![CDATA[${words}]]></Comment>`;
  const link = (id: string, words: string) =>
    `{\\field{\\*\\fldinst{HYPERLINK "scrivcmt://${id}"}}{\\fldrslt ${words}}}`;
  const of = async (kind: 'Data' | 'Docs', more: object = {}) => {
    const child = { id: 'A1', title: 'Well', ...more };
    const draft = { id: 'D', type: 'DraftFolder', title: 'D', children: [child] };
    const place = (file: string) =>
      kind === 'Data' ? `Files/Data/A1/content.${file}` : `Files/Docs/A1.${file}`;
    const rtf = `{\\rtf1\\ansi\\pard The ${link('F-1', 'salt')}${link('F-1', '{\\b  well}')} is ${link('C-2', 'deep')}.{\\footnote In the text.}}`;
    const comments = `<?xml version="1.0" encoding="UTF-8"?><Comments>${[
      note('F-1', rtfOf(['井名。', 'Two *lines*.']), 'Yes'),
      note('C-2', rtfOf(['是否 *too* far?'])),
      note('C-3', 'Nothing leads here.'),
      note('F-4', '{\\rtf1 Nor here, 井.}', 'Yes'),
      note('C-5', rtfOf([''])),
    ].join('')}</Comments>`;
    return file(
      'w.zip',
      await zipOf({
        ...scrivenerFiles('W', [draft]),
        [`W.scriv/${place('rtf')}`]: rtf,
        [`W.scriv/${place('comments')}`]: comments,
      }),
    );
  };

  it.each(['Data', 'Docs'] as const)(
    'stand where they are linked, or at the end, as those of a Word document do: %s [B10]',
    async (kind) => {
      const place = await of(kind);
      const { chapters } = await chaptersToWrite({ path: place, keepComments: true }, reading);
      expect(chapters.map(({ text }) => text)).toEqual([
        '# Well\n\nThe salt **well**[^1] is deep.[^2][^3]\n\n[^1]: 井名。 Two \\*lines\\*.\n\n[^2]: In the text.\n\n[^3]: Nor here, 井.\n',
        '# Comments\n\n**—** (Well): 是否 *too* far?\n\n**—** (Well): Nothing leads here.\n',
      ]);
      const found = await preview(place);
      expect(found.comments.map(({ text }) => text)).toEqual([
        ...['是否 *too* far?', 'Nothing leads here.'],
      ]);
      expect(found.warnings).toEqual([
        expect.objectContaining({ code: 'COMMENTS_FOUND', count: 2 }),
      ]);
    },
  );

  it('are left out with a document that is, and counted where that has no text [B10]', async () => {
    const more = { id: 'A2', title: 'Other', paragraphs: ['Text.'] };
    const draft = (first: object) => [
      {
        ...{ id: 'D', type: 'DraftFolder', title: 'D' },
        children: [{ id: 'A1', title: 'Well', ...first }, more],
      },
    ];
    const beside = {
      'W.scriv/Files/Data/A1/content.comments': `<Comments>${note('C-1', 'One.')}</Comments>`,
    };
    const planned = scrivenerFiles('W', draft({ synopsis: 'To write.' }));
    const empty = await preview(file('p.zip', await zipOf({ ...planned, ...beside })));
    expect(empty.warnings).toContainEqual(
      expect.objectContaining({ code: 'DOCUMENT_NOTES_LEFT_OUT', count: 1 }),
    );
    const left = scrivenerFiles('W', draft({ compiled: false, paragraphs: ['No.'] }));
    const found = await preview(file('q.zip', await zipOf({ ...left, ...beside })));
    expect(found.warnings.map(({ code, count }) => [code, count])).toEqual([
      ['DOCUMENTS_LEFT_OUT', 1],
    ]);
  });

  it.each([
    ['cut off', '<Comments><Comment ID="C-1" Footnote="No"><![CDATA[On', null],
    [
      'cut off behind one',
      `<Comments>${note('C-1', 'One.')}<Comment ID="C-2"><![CDATA[Tw`,
      '# Comments\n\n**—** (Well): One.\n',
    ],
    [
      'rich text that ends too early',
      `<Comments>${note('C-1', '{\\rtf1 Two')}${note('C-2', 'One.')}</Comments>`,
      '# Comments\n\n**—** (Well): One.\n',
    ],
  ])(
    'that cannot be read are said, and the others come with the manuscript: %s [B10]',
    async (_what, beside, comments) => {
      const child = { id: 'A1', title: 'Well', paragraphs: ['Text.'] };
      const draft = { id: 'D', type: 'DraftFolder', title: 'D', children: [child] };
      const files = {
        ...scrivenerFiles('W', [draft]),
        'W.scriv/Files/Data/A1/content.comments': beside,
      };
      const place = file('r.zip', await zipOf(files));
      const { chapters } = await chaptersToWrite({ path: place, keepComments: true }, reading);
      expect(chapters.map(({ text }) => text)).toEqual([
        '# Well\n\nText.\n',
        ...(comments === null ? [] : [comments]),
      ]);
      expect((await preview(place)).warnings).toContainEqual(
        expect.objectContaining({ code: 'DOCUMENT_NOTES_LEFT_OUT', count: 1 }),
      );
    },
  );
});

describe('a document of Scrivener’s', () => {
  const projectOf = async (documents: Readonly<Record<string, string>>) => {
    const children = Object.keys(documents).map((id) => ({ id, title: id }));
    const draft = { id: 'D', type: 'DraftFolder', title: 'D', children };
    const contents = Object.entries(documents).map(([id, body]) => [
      `W.scriv/Files/Data/${id}/content.rtf`,
      `{\\rtf1\\ansi\\ansicpg1252 ${body}}`,
    ]);
    const files = { ...scrivenerFiles('W', [draft]), ...Object.fromEntries(contents) };
    return file('i.zip', await zipOf(files));
  };
  const textsOf = async (place: string): Promise<string[]> => {
    const { chapters } = await chaptersToWrite({ path: place, keepComments: true }, reading);
    return chapters.map(({ text }) => text);
  };
  const annotation = (words: string): string =>
    `\\{\\\\Scrv_annot \\\\color=\\{\\\\R=0.99\\\\G=0.42\\\\B=0.29\\} \\\\text=${words}\\\\end_Scrv_annot\\}`;
  const footnote = (words: string): string => `\\{\\\\Scrv_fn=${words}\\\\end_Scrv_fn\\}`;
  const unescaped = (marked: string): string => marked.replace(/\\(?=[\\{}])/g, '');

  it.each([
    ['escaped', (marked: string) => marked],
    ['as groups', unescaped],
  ])(
    'has annotations among its words as comments and footnotes as such: %s [B10]',
    async (_how, write) => {
      const noted = annotation('<$Scr_Cs::1>check {\\i this}<!$Scr_Cs::1>');
      const place = await projectOf({
        A1: `The well${write(noted)} is {\\b deep${write(footnote('As told, \\i twice'))}}.\\\n${write(annotation('alone'))}\\\nEnd.`,
      });
      expect(await textsOf(place)).toEqual([
        '# A1\n\nThe well is **deep**[^1].\n\nEnd.\n\n[^1]: **As told,** ***twice***\n',
        '# Comments\n\n**—** (A1): check this\n\n**—** (A1): alone\n',
      ]);
    },
  );

  it.each([
    ['ends never', `One \\{\\\\Scrv_fn=two.\\\nThree.`, '# A1\n\nOne\n\ntwo.\n\nThree.\n'],
    ['never began', `One\\\\end_Scrv_fn\\} two.`, '# A1\n\nOne two.\n'],
    [
      'ends in another note',
      `One \\{\\\\Scrv_fn=two {\\footnote three\\\\end_Scrv_fn\\}} four.`,
      '# A1\n\nOne two [^1] four.\n\n[^1]: three\n',
    ],
  ])('keeps the words of a note that %s [B10]', async (_how, body, text) => {
    expect(await textsOf(await projectOf({ A1: body }))).toEqual([text]);
  });

  it('keeps empty paragraphs that part scenes, where the project has few [B10]', async () => {
    const lines = Array.from({ length: 4 }, () => 'Words.').join('\\\n');
    expect(await textsOf(await projectOf({ A1: 'One.\\\n\\\nTwo.', A2: lines }))).toEqual([
      '# A1\n\nOne.\n\n\nTwo.\n',
      '# A2\n\nWords.\n\nWords.\n\nWords.\n\nWords.\n',
    ]);
    const spaced = Array.from({ length: 4 }, () => 'Words.').join('\\\n\\\n');
    expect(await textsOf(await projectOf({ A1: spaced }))).toEqual([
      '# A1\n\nWords.\n\nWords.\n\nWords.\n\nWords.\n',
    ]);
  });

  it('says how many pictures it had [B10]', async () => {
    const place = await projectOf({ A1: 'One.{\\pict\\pngblip 00}', A2: 'Two. {\\pict 00}' });
    expect((await preview(place)).warnings).toEqual([
      expect.objectContaining({ code: 'PICTURES_LEFT_OUT', count: 2 }),
    ]);
  });
});
