import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer);

/** Every entry of a zip, by name, in order. */
export const unzipTexts = async (bytes: Uint8Array): Promise<Map<string, string>> => {
  const zip = await open(Buffer.from(bytes), { lazyEntries: true });
  const read = promisify(zip.openReadStream.bind(zip));
  const texts = new Map<string, string>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(texts));
    zip.on('entry', (entry: Entry) => {
      read(entry)
        .then((stream) => readText(stream))
        .then((content) => {
          texts.set(entry.fileName, content);
          zip.readEntry();
        })
        .catch(reject);
    });
    zip.readEntry();
  });
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (markup: string): string =>
  markup.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all);

/** The words of markup, with a line end for each paragraph and line break. */
export const wordsOfMarkup = (markup: string): string =>
  decode(
    markup
      .replace(/<head>[\s\S]*?<\/head>/g, '')
      .replace(/<(?:\/p|\/h\d|br ?\/?|w:br\/|\/w:p)>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  );

/** The words of the text of a Word file. */
export const wordsOfDocx = async (bytes: Uint8Array): Promise<string> =>
  wordsOfMarkup((await unzipTexts(bytes)).get('word/document.xml') ?? '');

/** The words of all chapters of an EPUB. */
export const wordsOfEpub = async (bytes: Uint8Array): Promise<string> => {
  const texts = await unzipTexts(bytes);
  const pages = [...texts].filter(([name]) => /EPUB\/chapter-/.test(name));
  return wordsOfMarkup(pages.map(([, page]) => page).join('\n'));
};
