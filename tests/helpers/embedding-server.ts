import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type EmbeddingRequest = { path: string; texts: string[]; authorization: string | undefined };

export type EmbeddingServer = {
  url: string;
  /** Texts of each request, in order. */
  requests: EmbeddingRequest[];
  /** Answered instead of vectors, once set. */
  failure: { status: number; body: string } | null;
  /** `drop` breaks off in the middle of the answer, `stall` says nothing more there, `hangUp` says nothing at all. */
  ending: 'whole' | 'drop' | 'stall' | 'hangUp';
  /** What it says a request took, a text as it is; null: nothing. */
  tokens: number | string | null;
  /** Waited for before each answer. */
  before(request: EmbeddingRequest): Promise<void>;
  close(): Promise<void>;
};

/** A vector that says which of the known words a text holds: a model small enough to reason about. */
const embed = (text: string, words: readonly string[]): number[] =>
  [...words, ''].map((word) => (word === '' ? 0.1 : text.split(word).length - 1));

const answerTo = (
  { path, texts }: EmbeddingRequest,
  words: readonly string[],
  tokens: number | string | null,
): string => {
  const vectors = texts.map((text) => embed(text, words));
  if (path === '/api/embed') {
    return JSON.stringify({
      embeddings: vectors,
      ...(tokens === null ? {} : { prompt_eval_count: tokens }),
    });
  }
  return JSON.stringify({
    data: vectors.map((vector, index) => ({
      index,
      embedding: Buffer.from(Float32Array.from(vector).buffer).toString('base64'),
    })),
    ...(tokens === null ? {} : { usage: { prompt_tokens: tokens } }),
  });
};

const send = (response: ServerResponse, answer: string, ending: EmbeddingServer['ending']) => {
  if (ending === 'hangUp') return response.destroy();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (ending === 'whole') return response.end(answer);
  response.write(answer.slice(0, answer.length / 2), () => {
    if (ending === 'drop') response.destroy();
  });
};

/** A loopback server that speaks Ollama's and OpenAI's protocols; only the model is scripted. */
export const startEmbeddingServer = async (words: readonly string[]): Promise<EmbeddingServer> => {
  const requests: EmbeddingServer['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const asked: { input: string[]; encoding_format?: string } = JSON.parse(body);
      const path = request.url ?? '';
      const { authorization } = request.headers;
      const one = { path, texts: asked.input, authorization };
      requests.push(one);
      const { failure, ending } = embedder;
      void embedder.before(one).then(() => {
        if (failure) response.writeHead(failure.status).end(failure.body);
        else send(response, answerTo(one, words, embedder.tokens), ending);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const embedder: EmbeddingServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    failure: null,
    ending: 'whole',
    tokens: null,
    before: () => Promise.resolve(),
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
  return embedder;
};
