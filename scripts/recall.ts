/**
 * `npm run recall -- <folder of .md> <table.tsv> [ollama|openai-compatible <address> <model>]`. With a table of
 * questions: how often one finds its passage among the chunks of a whole book, by words alone, with the built-in
 * embedder and with an endpoint. With a table of callbacks: how often what a cursor's text depends on is in the request.
 */
import { readFileSync } from 'node:fs';
import { EmbedderChoice } from '#shared/domain/settings.ts';
import { chooseEndpoint } from '#main/context/retrieval/embedders/choose.ts';
import { indexFolder, type Method } from './recall/book.ts';
import {
  callbackColumns,
  describeCallbacks,
  measureCallbacks,
  parseCallbacks,
} from './recall/callbacks.ts';
import { measure, parsePairs, questionKinds } from './recall/measure.ts';

const [folder, pairsFile, kind, baseUrl, model] = process.argv.slice(2);
if (!folder || !pairsFile) {
  process.stderr.write(
    'usage: npm run recall -- <folder> <table.tsv> [ollama|openai-compatible <address> <model>]\n',
  );
  process.exit(2);
}
const table = readFileSync(pairsFile, 'utf8');
if (table.startsWith(callbackColumns)) {
  const results = await measureCallbacks(folder, parseCallbacks(table));
  process.stdout.write(`${describeCallbacks(results)}\n`);
  process.exit(0);
}
const endpoint = kind
  ? await chooseEndpoint(EmbedderChoice.parse({ kind, baseUrl, model }), null, {
      // A tool of ours beside the program: nobody keeps a ledger of it, or pays for it.
      egress: {
        doorFor: () => ({ reserve: () => undefined, send: fetch, settle: () => undefined }),
      },
      countTokens: (text) => text.length,
    })
  : null;
const book = await indexFolder(folder, endpoint);
const pairs = parsePairs(table);
process.stdout.write(
  `${book.texts.size} chapters, ${book.chunkCount} chunks, ${pairs.length} pairs\n`,
);
process.stdout.write(
  `${'recall@1 / @5 / @10 / MRR'.padEnd(28)}${questionKinds.map((name) => name.padEnd(24)).join('')}\n`,
);

const methods: [string, Method][] = [
  ['words alone', { builtIn: false, endpoint: null, sentences: false }],
  ['words and dictionaries', { builtIn: true, endpoint: null, sentences: false }],
  ['with sentences', { builtIn: true, endpoint: null, sentences: !endpoint }],
  ...(endpoint
    ? [[endpoint.id, { builtIn: true, endpoint, sentences: false }] satisfies [string, Method]]
    : []),
];
for (const [name, method] of methods) {
  const cells: string[] = [];
  for (const question of questionKinds) {
    const { first, five, ten, reciprocal } = await measure(book, pairs, question, method);
    cells.push(
      [first, five, ten, reciprocal]
        .map((value) => value.toFixed(2))
        .join(' ')
        .padEnd(24),
    );
  }
  process.stdout.write(`${name.padEnd(28)}${cells.join('')}\n`);
}
book.close();
