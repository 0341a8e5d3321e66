import { z } from 'zod';
import type { Egress } from '#main/egress/service.ts';
import type { Embedder } from './embedder.ts';
import { checked, join, post } from './request.ts';

const Answer = z.object({ embeddings: z.array(z.array(z.number())) });

/** `POST /api/embed` of an Ollama server. */
export const createOllamaEmbedder = (
  baseUrl: string,
  model: string,
  key: string | null,
  egress: Pick<Egress, 'fetchFor'>,
): Embedder => ({
  id: `ollama:${baseUrl}:${model}`,
  async embed(texts, projectId, signal) {
    const send = egress.fetchFor({ purpose: 'embedding', projectId });
    const address = { url: join(baseUrl, '/api/embed'), key, send };
    const body = { model, input: texts };
    const { embeddings } = await post(address, body, Answer, signal);
    return checked(
      embeddings.map((vector) => Float32Array.from(vector)),
      texts.length,
    );
  },
});
