import type { Embedder } from './embedders/embedder.ts';
import type { ProjectState } from './project-state.ts';
import type { Sendable } from './sendable.ts';
import type { WorkerClient } from './worker-client.ts';

/** Texts in one request to an endpoint. */
const batch = 64;

/**
 * Asks the endpoint for the vectors of all chunks that have none, batch by batch, and keeps each batch at once, so
 * that what is paid for is not lost. What may not be sent is left without, and noted. Ends when nothing else is missing
 * or the run is cancelled.
 * @returns how many were made
 */
export const embedMissing = async (
  worker: WorkerClient,
  endpoint: Embedder,
  state: ProjectState,
  sendable: () => Sendable,
  progress: () => void,
): Promise<number> => {
  const { projectId } = state;
  let made = 0;
  for (;;) {
    const asked = { projectId, endpoint: endpoint.id, limit: Number.MAX_SAFE_INTEGER };
    const all = (await worker.run('missing', asked)).items;
    const before = sendable();
    const missing = all.filter(({ text, documentId }) => before.allows(text, documentId));
    const asking = new Set(missing);
    state.withheld = all.filter((item) => !asking.has(item)).map(({ id }) => id);
    if (missing.length === 0 || state.cancelled) return made;
    const whole = state.index.chunkCount();
    for (let from = 0; from < missing.length && !state.cancelled; from += batch) {
      // A fence may have been put up while the last batch was on its way.
      const now = sendable();
      const items = missing
        .slice(from, from + batch)
        .filter(({ text, documentId }) => now.allows(text, documentId));
      if (items.length === 0) continue;
      const vectors = await endpoint.embed(
        items.map(({ text }) => text),
        projectId,
        state.abort.signal,
        'passage',
      );
      const kept = items.flatMap(({ id }, index) => {
        const vector = vectors[index];
        return vector ? [{ id, vector }] : [];
      });
      await worker.run('keep', { projectId, endpoint: endpoint.id, items: kept });
      made += kept.length;
      state.embedded = Math.max(0, whole - all.length + from + items.length);
      progress();
    }
  }
};
