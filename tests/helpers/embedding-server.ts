import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EmbeddingServer = {
  url: string;
  /** Texts of each request, in order. */
  requests: { path: string; texts: string[]; authorization: string | undefined }[];
  /** Answered instead of vectors, once set. */
  failure: { status: number; body: string } | null;
  close(): Promise<void>;
};

/** A vector that says which of the known words a text holds: a model small enough to reason about. */
const embed = (text: string, words: readonly string[]): number[] =>
  [...words, ''].map((word) => (word === '' ? 0.1 : text.split(word).length - 1));

/** A loopback server that speaks Ollama's and OpenAI's protocols; only the model is scripted. */
export const startEmbeddingServer = async (words: readonly string[]): Promise<EmbeddingServer> => {
  const requests: EmbeddingServer['requests'] = [];
  const state: Pick<EmbeddingServer, 'failure'> = { failure: null };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const asked: { input: string[]; encoding_format?: string } = JSON.parse(body);
      const path = request.url ?? '';
      requests.push({ path, texts: asked.input, authorization: request.headers.authorization });
      if (state.failure) {
        response.writeHead(state.failure.status).end(state.failure.body);
        return;
      }
      const vectors = asked.input.map((text) => embed(text, words));
      const answer =
        path === '/api/embed'
          ? { embeddings: vectors }
          : {
              data: vectors.map((vector, index) => ({
                index,
                embedding: Buffer.from(Float32Array.from(vector).buffer).toString('base64'),
              })),
            };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get failure() {
      return state.failure;
    },
    set failure(failure) {
      state.failure = failure;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
};
