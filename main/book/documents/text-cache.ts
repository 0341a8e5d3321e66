/** Texts of chapters in memory. */
import { LRUCache } from 'lru-cache';
import type { FileStamp } from './record.ts';

export type CachedText = { stamp: FileStamp; version: string; text: string };

/** Texts of chapters by document id. */
export type TextCache = LRUCache<string, CachedText>;

/** @param chapter as its file was read */
export const keepInMemory = (
  cache: TextCache,
  documentId: string,
  { stamp, version, text }: CachedText,
): void => void cache.set(documentId, { stamp, version, text });

/** UTF-16 code units, at two bytes each: some forty long novels' chapters in 64 MB. */
const maxCodeUnits = 32 * 1024 * 1024;

export const createTextCache = (): TextCache =>
  new LRUCache({ maxSize: maxCodeUnits, sizeCalculation: ({ text }) => text.length + 1 });
