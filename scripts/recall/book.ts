import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createProjectIndex, type ProjectIndex } from '#main/context/retrieval/project-index.ts';
import { loadBuiltIn } from '#main/context/retrieval/built-in.ts';
import type { Embedder } from '#main/context/retrieval/embedders/embedder.ts';
import { buildSegment } from '#main/context/retrieval/segment.ts';
import { createPassageReader } from '#main/context/retrieval/sentence/passages.ts';
import {
  openSentenceReader,
  type SentenceReader,
} from '#main/context/retrieval/sentence/understand.ts';
import type { BuiltInSearch } from '#main/context/retrieval/search.ts';
import { createAlphabet } from '#main/context/retrieval/text/alphabet.ts';
import { chunk } from '#main/context/retrieval/text/chunk.ts';
import {
  createTermSplitter,
  createTermVisitor,
  type TermVisitor,
} from '#main/context/retrieval/text/terms.ts';
import { quantise } from '#main/context/retrieval/vector/encode.ts';
import { createKernel } from '#main/context/retrieval/vector/kernel.ts';
import {
  type ChunkMeaning,
  meaningOfRows,
  understand,
} from '#main/context/retrieval/vector/meaning.ts';
import { root } from '../bootstrap/paths.mjs';

/** What turns a folder into an index and questions into vectors, as the program does it. */
export type Reader = {
  visit: TermVisitor;
  builtIn: BuiltInSearch;
  kernel: ReturnType<typeof createKernel>;
  sentences: SentenceReader;
};

export const createReader = async (): Promise<Reader> => {
  const assets = path.join(root, 'assets');
  const pairs = readFileSync(path.join(assets, 'vectors', 'traditional.txt'), 'utf8').trim();
  const alphabet = createAlphabet(pairs);
  const kernel = createKernel();
  const { search, sentences } = await loadBuiltIn(assets, alphabet, kernel);
  return {
    visit: createTermVisitor(alphabet),
    builtIn: search,
    kernel,
    sentences: openSentenceReader(sentences, { kernel, alphabet, vectors: search.vectors }),
  };
};

export type BookIndex = {
  index: ProjectIndex;
  /** Text of each chapter by file name. */
  texts: Map<string, string>;
  chapters: Map<string, { chapter: number }>;
};

const batch = 64;

/** Every .md file of a folder, indexed in memory; with an endpoint its vectors stand beside the built-in ones. */
export const indexFolder = async (
  reader: Reader,
  folder: string,
  endpoint: Embedder | null,
): Promise<BookIndex> => {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const texts = new Map(
    files.map((file) => [
      file,
      readFileSync(path.join(folder, file), 'utf8')
        .replace(/^\uFEFF/, '')
        .replace(/\r\n?/g, '\n'),
    ]),
  );
  const chunks = [...texts].flatMap(([documentId, text]) =>
    chunk(text).map((piece, position) => ({
      ...piece,
      id: position,
      documentId,
      chunkId: `${documentId}/${position}`,
    })),
  );
  const { dimension } = reader.builtIn.vectors;
  const segment = buildSegment(
    new Map(files.map((file) => [file, ''])),
    chunks,
    createTermSplitter(reader.visit),
    {
      meaning: { dimension, chunks: chunks.map(({ text }) => understand(reader.builtIn, text)) },
      endpoint: endpoint
        ? await embedAll(
            endpoint,
            chunks.map(({ text }) => text),
          )
        : null,
      sentences: endpoint
        ? null
        : {
            dimension: reader.sentences.dimension,
            chunks: chunks.map(({ text }) => readPassage(reader.sentences, text)),
          },
    },
  );
  const index = createProjectIndex(reader.kernel);
  index.load(segment);
  return {
    index,
    texts,
    chapters: new Map(files.map((file, number) => [file, { chapter: number + 1 }])),
  };
};

const readPassage = (reader: SentenceReader, text: string): ChunkMeaning => {
  const passages = createPassageReader(() => reader);
  const cells = passages.read('book', text, Number.POSITIVE_INFINITY) ?? new Int8Array(0);
  return meaningOfRows(cells, reader.dimension);
};

const embedAll = async (
  endpoint: Embedder,
  texts: readonly string[],
): Promise<{ dimension: number; chunks: ChunkMeaning[] }> => {
  const chunks: ChunkMeaning[] = [];
  let dimension = 0;
  for (let from = 0; from < texts.length; from += batch) {
    const vectors = await endpoint.embed(
      texts.slice(from, from + batch),
      new AbortController().signal,
    );
    for (const vector of vectors) {
      dimension = Math.ceil(vector.length / 16) * 16;
      const row = new Float32Array(dimension);
      row.set(vector);
      chunks.push(meaningOfRows(quantise(row), dimension));
    }
  }
  return { dimension, chunks };
};
