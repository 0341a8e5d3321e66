/** A folder indexed as the program does it, in an index of its own. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadBuiltIn } from '#main/context/retrieval/built-in.ts';
import type { Embedder } from '#main/context/retrieval/embedders/embedder.ts';
import type { FoundPassage } from '#main/context/retrieval/search-project.ts';
import { runTask, type Tools } from '#main/context/retrieval/tasks.ts';
import type { TaskName, Tasks } from '#main/context/retrieval/protocol.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { createTools } from '#main/context/retrieval/tools.ts';
import { root } from '../bootstrap/paths.mjs';

/** What a question is asked with: words are always. */
export type Method = { builtIn: boolean; sentences: boolean; endpoint: Embedder | null };

export type BookIndex = {
  /** Text of each chapter by file name. */
  texts: Map<string, string>;
  chunkCount: number;
  search(query: string, limit: number, method: Method): Promise<FoundPassage[]>;
  close(): void;
};

const projectId = 'book';
const batch = 64;

const readFolder = (folder: string): Map<string, string> => {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const textOf = (file: string): string =>
    readFileSync(path.join(folder, file), 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n');
  return new Map(files.map((file) => [file, textOf(file)]));
};

/** One task of the worker, done here. */
const run = <N extends TaskName>(tools: Tools, name: N, input: Tasks[N]['input']) =>
  // `Tasks` says which output belongs to which name; the union of all requests cannot.
  runTask(tools, { id: 0, name, input } as Parameters<typeof runTask>[1])
    .output as Tasks[N]['output'];

const embedAll = async (tools: Tools, endpoint: Embedder): Promise<void> => {
  for (;;) {
    const asked = { projectId, endpoint: endpoint.id, limit: batch };
    const { items } = run(tools, 'missing', asked);
    if (items.length === 0) return;
    const texts = items.map(({ text }) => text);
    const vectors = await endpoint.embed(texts, projectId, new AbortController().signal, 'passage');
    const kept = items.flatMap(({ id }, at) => {
      const vector = vectors[at];
      return vector ? [{ id, vector }] : [];
    });
    run(tools, 'keep', { projectId, endpoint: endpoint.id, items: kept });
  }
};

/** Every .md file of a folder, with every sentence read; with an endpoint its vectors stand beside the built-in ones. */
export const indexFolder = async (
  folder: string,
  endpoint: Embedder | null,
): Promise<BookIndex> => {
  const texts = readFolder(folder);
  const assets = path.join(root, 'assets');
  const data = mkdtempSync(path.join(tmpdir(), 'fabula-recall-'));
  const { parts, sentences } = await loadBuiltIn(assets);
  const tools = createTools({
    file: path.join(data, 'retrieval.sqlite'),
    binding: null,
    alphabet: createAlphabet(
      readFileSync(path.join(assets, 'vectors', 'traditional.txt'), 'utf8').trim(),
    ),
    vectors: parts,
    sentences,
  });
  for (const [documentId, text] of texts) {
    run(tools, 'index', {
      projectId,
      documentId,
      version: '',
      text,
      answer: false,
      endpoint: null,
    });
  }
  run(tools, 'read', { projectId, budget: Number.POSITIVE_INFINITY });
  if (endpoint) await embedAll(tools, endpoint);
  const loaded = run(tools, 'load', { projectId, endpoint: null, withheld: [] });
  return {
    texts,
    chunkCount: loaded.chunkIds.length,
    async search(query, limit, method) {
      const [vector] = method.endpoint
        ? await method.endpoint.embed([query], projectId, new AbortController().signal, 'question')
        : [];
      const asked =
        method.endpoint && vector
          ? { endpoint: method.endpoint.id, vector, isOwnModel: false }
          : null;
      const asking = {
        ...tools,
        own: method.builtIn ? tools.own : null,
        sentences: method.sentences ? tools.sentences : null,
      };
      return run(asking, 'search', { projectId, query, limit, asked });
    },
    close() {
      tools.database.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
};
