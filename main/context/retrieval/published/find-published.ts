/** Finds out what a site offers of a sentence model: its files, what they must hash to, and its licence (E5). */
import { z } from 'zod';
import type { FileCheck } from '#shared/domain/sentence-model.ts';
import { AppError } from '#shared/errors.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import { licenceNames, requireSize, settingsNames, smallFile } from '../model/model-folder.ts';
import { partsOf, type Site, siteFailed } from './site.ts';

export type PublishedFile = { name: string; bytes: number; check: FileCheck };

export type PublishedModel = {
  /** The commit: what is looked at is what is downloaded. */
  revision: string;
  /** As the site names it. */
  licence: string | null;
  /** The model's file first. */
  files: [PublishedFile, ...PublishedFile[]];
};

const maxDescription = 8 * 1024 * 1024;
/** The compressed one first: on one core of the processor it is read two to four times as fast. */
const modelNames = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'];

const Hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`, 'u'));
const Sibling = z.object({
  rfilename: z.string(),
  size: z.int().nonnegative().nullish(),
  blobId: Hex(40).nullish(),
  lfs: z.object({ sha256: Hex(64), size: z.int().nonnegative() }).nullish(),
});
const Description = z.object({
  sha: Hex(40),
  cardData: z.object({ license: z.union([z.string(), z.array(z.string())]).nullish() }).nullish(),
  siblings: z.array(Sibling),
});

const readDescription = async (response: Response, signal: AbortSignal) => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(response, signal)) {
    bytes += part.length;
    if (bytes > maxDescription) throw siteFailed('The answer of the site is too long.');
    parts.push(part);
  }
  const parsed = Description.safeParse(parseJson(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) throw siteFailed('The answer of the site describes no model.');
  return parsed.data;
};

const notPublished = (message: string): AppError =>
  new AppError('SENTENCE_MODEL_NOT_PUBLISHED', message);

/** Null for a file whose content the site does not vouch for. */
const fileOf = ({ rfilename: name, size, blobId, lfs }: z.infer<typeof Sibling>) => {
  if (lfs) return { name, bytes: lfs.size, check: { kind: 'sha256', hex: lfs.sha256 } as const };
  if (!blobId || size === null || size === undefined) return null;
  return { name, bytes: size, check: { kind: 'gitBlob', hex: blobId } as const };
};

const chooseFiles = (siblings: readonly z.infer<typeof Sibling>[]): PublishedModel['files'] => {
  const known = new Map<string, PublishedFile>();
  for (const sibling of siblings) {
    const file = fileOf(sibling);
    if (file) known.set(file.name, file);
  }
  // A model whose weights lie in a file beside it is not one that can be opened here.
  const isWhole = (name: string): boolean =>
    known.has(name) && !siblings.some(({ rfilename }) => rfilename === `${name}_data`);
  const model = known.get(modelNames.find(isWhole) ?? '');
  const tokenizer = known.get('tokenizer.json');
  if (!model || !tokenizer) throw notPublished('There is no ONNX model with its tokenizer.');
  requireSize({ model: model.bytes, tokenizer: tokenizer.bytes });
  const beside = ['tokenizer_config.json', ...settingsNames, ...licenceNames];
  const small = beside.flatMap((name) => known.get(name) ?? []);
  return [model, tokenizer, ...small.filter(({ bytes }) => bytes <= smallFile)];
};

/**
 * `revision`: that one; the newest unless told otherwise. SENTENCE_MODEL_NOT_PUBLISHED where the site has no such model, or
 * none that can be opened here, SENTENCE_MODEL_TOO_LARGE, SENTENCE_MODEL_SITE_FAILED, CANCELLED.
 */
export const findPublished = async (
  site: Site,
  { name, revision }: { name: string; revision?: string },
  signal: AbortSignal,
): Promise<PublishedModel> => {
  const at = revision === undefined ? '' : `/revision/${revision}`;
  const path = `api/models/${name}${at}?blobs=true`;
  const response = await site.ask(path, { accept: 'application/json' }, signal);
  if ([401, 403, 404].includes(response.status)) {
    await response.body?.cancel();
    throw notPublished('The site has no such model for everybody.');
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw siteFailed(`The site answered with status ${response.status}.`);
  }
  const { sha, cardData, siblings } = await readDescription(response, signal);
  const licence = cardData?.license ?? null;
  return {
    revision: sha,
    licence: Array.isArray(licence) ? licence.join(', ') : licence,
    files: chooseFiles(siblings),
  };
};
