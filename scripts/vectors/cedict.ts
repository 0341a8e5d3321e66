/** Reads CC-CEDICT as the `cc-cedict` package carries it. */
import { z } from 'zod';

export type CedictEntry = {
  traditional: string;
  simplified: string;
  /** A name of a person or place: its reading is written with a capital. */
  isName: boolean;
  glosses: string[];
};

const Row = z
  .tuple([z.string(), z.string(), z.string(), z.union([z.string(), z.array(z.string())])])
  .rest(z.unknown());
const Data = z.object({ default: z.object({ all: z.array(Row) }) });

/** In the file's order. Every gloss is split at its semicolons, as the dictionary separates near synonyms. */
export const readCedict = async (): Promise<CedictEntry[]> => {
  const file = new URL('../data/all.js', import.meta.resolve('cc-cedict'));
  const data = Data.parse(await import(file.href));
  return data.default.all.map(([traditional, simplified, reading, meaning]) => ({
    traditional,
    simplified,
    isName: /^[A-Z]/.test(reading),
    glosses: (typeof meaning === 'string' ? [meaning] : meaning).flatMap((gloss) =>
      gloss.split(';').map((part) => part.trim()),
    ),
  }));
};
