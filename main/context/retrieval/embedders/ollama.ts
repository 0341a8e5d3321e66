import { z } from 'zod';
import { readTokens } from '#shared/told-tokens.ts';
import type { PayForTexts } from './embedder-door.ts';
import type { Embedder } from './embedder.ts';
import { checked, join, post } from './request.ts';

const Answer = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.unknown().optional(),
});

/** `POST /api/embed` of an Ollama server. */
export const createOllamaEmbedder = (
  baseUrl: string,
  model: string,
  key: string | null,
  pay: PayForTexts,
): Embedder => ({
  id: `ollama:${baseUrl}:${model}`,
  async embed(texts, projectId, signal) {
    const url = join(baseUrl, '/api/embed');
    const body = { model, input: texts };
    const { embeddings } = await pay(texts, projectId, async (send) => {
      const answer = await post({ url, key, send }, body, Answer, signal);
      return { answer, tokens: readTokens(answer.prompt_eval_count) };
    });
    return checked(
      embeddings.map((vector) => Float32Array.from(vector)),
      texts.length,
    );
  },
});
