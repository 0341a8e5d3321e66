/** What was asked and sent last, by project and model: for the prefix flag, the forecast and the sticky choice (S3-17). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import type { Clock } from '#main/platform.ts';
import type { Segment } from '#shared/domain/assembly.ts';
import type { Assembly } from './assembly.ts';
import type { Sent } from './forecast.ts';
import { sha256 } from './prefix.ts';

/** `asked`: assembled for somebody, sent or not. `sent`: a model began to answer it. An inspection is neither. */
type Kind = 'asked' | 'sent';

export type LastRequests = {
  /** Whether the prefix is that of the request before, of this kind. */
  isUnchanged(kind: Kind, projectId: string, model: string, stablePrefixHash: string): boolean;
  /** Null when no model was sent anything yet. */
  lastSent(projectId: string, model: string): Sent | null;
  /** Notes a request of this kind, on the disk too, so that a restart does not forget it; a disk that takes nothing costs no more than that. */
  remember(kind: Kind, projectId: string, model: string, made: Made): void;
  forget(projectId: string): void;
};

type Made = { assemblyId: string; assembly: Pick<Assembly, 'segments' | 'stablePrefixHash'> };
type Known = Sent & { stablePrefixHash: string };

const Row = z.object({
  assemblyId: z.string(),
  stablePrefixHash: z.string(),
  segmentHashes: jsonColumn(z.array(z.string())),
  sentAt: z.number().nullable(),
});

const hashesOf = (segments: readonly Segment[]): string[] =>
  segments.map(({ text }) => sha256(text));

export const createLastRequests = (
  database: Database,
  clock: Clock,
  onFailure: (error: unknown) => void,
): LastRequests => {
  const select = database.prepare(
    `SELECT assembly_id AS assemblyId, stable_prefix_hash AS stablePrefixHash,
       segments AS segmentHashes, sent_at AS sentAt
     FROM last_requests WHERE project_id = ? AND model = ? AND kind = ?`,
  );
  const upsert = database.prepare(
    `INSERT INTO last_requests (project_id, model, kind, assembly_id, stable_prefix_hash, segments,
       sent_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, model, kind) DO UPDATE SET assembly_id = excluded.assembly_id,
       stable_prefix_hash = excluded.stable_prefix_hash, segments = excluded.segments,
       sent_at = excluded.sent_at`,
  );
  const remove = database.prepare('DELETE FROM last_requests WHERE project_id = ?');
  const known = new Map<string, Known | null>();
  const keyOf = (kind: Kind, projectId: string, model: string): string =>
    `${projectId}\n${model}\n${kind}`;

  const find = (kind: Kind, projectId: string, model: string): Known | null => {
    const key = keyOf(kind, projectId, model);
    const held = known.get(key);
    if (held !== undefined) return held;
    const row = select.get(projectId, model, kind);
    const found = row === undefined ? null : parseRow(Row, 'last_requests', row);
    known.set(key, found);
    return found;
  };

  return {
    isUnchanged: (kind, projectId, model, stablePrefixHash) =>
      find(kind, projectId, model)?.stablePrefixHash === stablePrefixHash,
    lastSent: (projectId, model) => find('sent', projectId, model),
    remember(kind, projectId, model, { assemblyId, assembly }) {
      const { stablePrefixHash, segments } = assembly;
      // Of what was only asked the hash alone is looked at: many requests with one prefix are one write.
      if (kind === 'asked' && find(kind, projectId, model)?.stablePrefixHash === stablePrefixHash) {
        return;
      }
      const segmentHashes = kind === 'sent' ? hashesOf(segments) : [];
      const sentAt = clock.now();
      const made = { assemblyId, stablePrefixHash, segmentHashes, sentAt };
      known.set(keyOf(kind, projectId, model), made);
      try {
        const hashes = JSON.stringify(segmentHashes);
        upsert.run(projectId, model, kind, assemblyId, stablePrefixHash, hashes, sentAt);
      } catch (error) {
        onFailure(error);
      }
    },
    forget(projectId) {
      remove.run(projectId);
      for (const key of known.keys()) if (key.startsWith(`${projectId}\n`)) known.delete(key);
    },
  };
};
