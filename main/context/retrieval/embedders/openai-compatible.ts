import { z } from 'zod';
import { readTokens } from '#shared/told-tokens.ts';
import type { PayForTexts } from './embedder-door.ts';
import type { Embedder } from './embedder.ts';
import { checked, join, post } from './request.ts';

/** Base64 of little-endian 32-bit floats where the server knows it, numbers where it does not. */
const Vector = z.union([z.string(), z.array(z.number())]);
const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: Vector })),
  usage: z.object({ prompt_tokens: z.unknown().optional() }).optional().catch(undefined),
});

const toFloats = (vector: z.infer<typeof Vector>): Float32Array => {
  if (typeof vector !== 'string') return Float32Array.from(vector);
  const bytes = Buffer.from(vector, 'base64');
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readFloatLE(index * 4),
  );
};

/** `POST /v1/embeddings`; a base address that already ends in a version keeps it. */
export const createOpenAiEmbedder = (
  baseUrl: string,
  model: string,
  key: string | null,
  pay: PayForTexts,
): Embedder => {
  const versioned = /\/v\d+\/*$/.test(baseUrl) ? baseUrl : join(baseUrl, '/v1');
  return {
    id: `openai-compatible:${baseUrl}:${model}`,
    async embed(texts, projectId, signal) {
      const url = join(versioned, '/embeddings');
      const body = { model, input: texts, encoding_format: 'base64' };
      const { data } = await pay(texts, projectId, async (send) => {
        const answer = await post({ url, key, send }, body, Answer, signal);
        return { answer, tokens: readTokens(answer.usage?.prompt_tokens) };
      });
      const ordered = [...data].sort((a, b) => a.index - b.index);
      return checked(
        ordered.map(({ embedding }) => toFloats(embedding)),
        texts.length,
      );
    },
  };
};
