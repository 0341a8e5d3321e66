/** Decodes a page by what it says of its encoding. */
import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { FetchedPage } from './fetch-page.ts';

const inHeader = /charset\s*=\s*"?([\w.:-]+)/i;
const inMarkup =
  /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)/i;
const looked = 4096;

const isUtf8 = (body: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
};

const charsetOf = ({ contentType, body }: Pick<FetchedPage, 'contentType' | 'body'>): string => {
  if (body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  const markup = inMarkup.exec(body.toString('latin1', 0, looked));
  const named = [inHeader.exec(contentType)?.[1], markup?.[1], markup?.[2]];
  for (const name of named) if (name !== undefined && iconv.encodingExists(name)) return name;
  if (isUtf8(body)) return 'utf-8';
  const guessed = chardet.detect(body);
  return guessed !== null && iconv.encodingExists(guessed) ? guessed : 'utf-8';
};

/** The page's text by what its header, then its markup says; what says nothing is UTF-8 or guessed. */
export const decodePage = (page: Pick<FetchedPage, 'contentType' | 'body'>): string =>
  iconv.decode(page.body, charsetOf(page));
