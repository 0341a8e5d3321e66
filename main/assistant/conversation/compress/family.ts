/** What the compressors of results have in common. */
import type { JsonObject } from '#shared/errors.ts';

/** What history keeps of a result's data. */
export type CompressedData = {
  data: JsonObject;
  /** Something that `data` had is not whole. */
  lost: boolean;
};

/** Compresses what one kind of tool answers; null when the data is not of that tool's shape. */
export type CompressFamily = (data: JsonObject) => CompressedData | null;
