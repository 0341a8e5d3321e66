import { z } from 'zod';
import { ConstraintType } from '../domain/constraint.ts';
import { Count, Identifier } from '../domain/identifiers.ts';
import { DocumentInfo } from '../domain/project.ts';
import { IndexStatus } from '../domain/retrieval.ts';
import { Settings } from '../domain/settings.ts';

/** What happened, never what should be done. Payloads are JSON and carry no manuscript text. */
export const eventSchemas = {
  'project:changed': z.object({ projectId: Identifier, documents: z.array(DocumentInfo) }),
  'project:missing': z.object({ projectId: Identifier }),
  /** A chapter's file changed outside; `conflict` when it also has edits here that were not saved in time. */
  'document:changed': z.object({
    projectId: Identifier,
    documentId: Identifier,
    version: z.string(),
    origin: z.enum(['fabula', 'outside']),
  }),
  'document:conflict': z.object({ projectId: Identifier, documentId: Identifier }),
  'constraints:changed': z.object({ projectId: Identifier, type: ConstraintType.optional() }),
  'knowledge:changed': z.object({ projectId: Identifier }),
  'memory:changed': z.object({ projectId: Identifier }),
  'budget:changed': z.object({ projectId: Identifier, version: Count }),
  'retrieval:progress': z.object({
    projectId: Identifier,
    done: Count,
    total: Count,
    status: IndexStatus,
  }),
  'context:assembled': z.object({ projectId: Identifier, assemblyId: Identifier }),
  'settings:changed': z.object({ settings: Settings }),
  'host:notice': z.object({ code: z.string(), message: z.string() }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type EventPayload<N extends EventName> = z.infer<(typeof eventSchemas)[N]>;
export const eventNames = Object.keys(eventSchemas) as EventName[];

/** What a service needs to tell what happened; the bus of main/rpc is one. */
export type EventSink = {
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
};
