/** Turns texts into vectors of one space, in the order given. Vectors have unit length. */
export type Embedder = {
  /** Names the space: vectors of two ids are never compared. */
  readonly id: string;
  /** A model the writer keeps on this machine (E5): read in the background, and only ever added to what else is found. */
  readonly isOwnModel?: true;
  /**
   * EMBEDDER_UNAVAILABLE when the endpoint does not answer as it should, PURSE_EXCEEDED when it may not be asked; of a
   * model of the writer's own SENTENCE_MODEL_….
   */
  embed(
    texts: readonly string[],
    projectId: string,
    signal: AbortSignal,
    role: 'question' | 'passage',
  ): Promise<Float32Array[]>;
  /** Lets go of what it holds of this machine. */
  close?(): Promise<void>;
};
