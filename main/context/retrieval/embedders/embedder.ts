/** Turns texts into vectors of one space, in the order given. Vectors have unit length. */
export type Embedder = {
  /** Names the space: vectors of two ids are never compared. */
  readonly id: string;
  /** EMBEDDER_UNAVAILABLE when the endpoint does not answer as it should, PURSE_EXCEEDED when it may not be asked. */
  embed(texts: readonly string[], projectId: string, signal: AbortSignal): Promise<Float32Array[]>;
};
