import { z } from 'zod';
import type { Embedder } from './embedder.ts';
import { checked, join, post } from './request.ts';

const Answer = z.object({ embeddings: z.array(z.array(z.number())) });

/** `POST /api/embed` of an Ollama server. */
export const createOllamaEmbedder = (
  baseUrl: string,
  model: string,
  key: string | null,
): Embedder => ({
  id: `ollama:${baseUrl}:${model}`,
  async embed(texts, signal) {
    const body = { model, input: texts };
    const { embeddings } = await post(join(baseUrl, '/api/embed'), body, key, Answer, signal);
    return checked(
      embeddings.map((vector) => Float32Array.from(vector)),
      texts.length,
    );
  },
});
