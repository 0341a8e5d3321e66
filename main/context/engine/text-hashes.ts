/** SHA-256 of texts, remembered: most of what a request is made of was in the one before. */
import { LRUCache } from 'lru-cache';
import { sha256 } from './prefix.ts';

export type HashText = (text: string) => string;

/** UTF-16 code units that are remembered; most of them are held elsewhere anyway. */
const rememberedUnits = 4_000_000;
/** A longer text is the chapter around a cursor, or a whole prompt: no other request has it. */
const longestRemembered = 3000;

export const createTextHashes = (): HashText => {
  const known = new LRUCache<string, string>({
    maxSize: rememberedUnits,
    sizeCalculation: (_hash, text) => text.length + 1,
  });
  return (text) => {
    if (text.length > longestRemembered) return sha256(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = sha256(text);
    known.set(text, made);
    return made;
  };
};
