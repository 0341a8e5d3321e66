import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** What a model is asked for: all of it is paid from the purse (N12). */
export const PaidPurpose = z.enum([
  'run',
  'judge',
  'conversation',
  'summary',
  'synopsis',
  'contradiction',
  'lookUp',
  'modelTest',
  'embedding',
]);
export type PaidPurpose = z.infer<typeof PaidPurpose>;

/** What asks no model for anything. `lent`: an answer to another program that was lent the book (N16). */
export const FreePurpose = z.enum(['modelSearch', 'modelDownload', 'web', 'mcp', 'git', 'lent']);
export type FreePurpose = z.infer<typeof FreePurpose>;

/** What a program that was lent the book asked for: one of our tools, or `unknown` for what is none. */
export const LentTool = z.enum([
  'list_chapters',
  'LS',
  'Glob',
  'Read',
  'Grep',
  'search_manuscript',
  'lookup_codex',
  'lookup_constraints',
  'lookup_synopses',
  'context_for_place',
  'Edit',
  'MultiEdit',
  'Write',
  'unknown',
]);
export type LentTool = z.infer<typeof LentTool>;

/** The parts of the program that send something. */
export const EgressPurpose = z.enum([...PaidPurpose.options, ...FreePurpose.options]);
export type EgressPurpose = z.infer<typeof EgressPurpose>;

/**
 * How a request ended. `sending`: it is under way. `answered`: the server answered, whatever its status. `failed`: no
 * answer, or one that broke off. `aborted`: ended by this program. `notSent`: given up before a connection was opened.
 * `unknown`: the program ended in between, so that nobody knows what arrived.
 */
export const EgressOutcome = z.enum([
  'sending',
  'answered',
  'failed',
  'aborted',
  'notSent',
  'unknown',
]);
export type EgressOutcome = z.infer<typeof EgressOutcome>;

/** One request that left the machine. Nothing of what was sent stands in it but its size and its hash. */
export const EgressEntry = z.object({
  egressId: Identifier,
  at: Timestamp,
  endedAt: Timestamp.nullable(),
  purpose: EgressPurpose,
  /** Null for what belongs to no book: a test of a connection, a server of tools reached from the settings. */
  projectId: Identifier.nullable(),
  /**
   * Scheme, host and port. Path and query are not kept: they may hold a key or words of the book. `stdio:` and its name
   * for a program of this machine.
   */
  origin: z.string(),
  /** Of HTTP or of git; `tools/call` to a tool server that is a program; a {@link LentTool} where a book is lent. */
  method: z.string(),
  /** Of the body; without headers, and without what the network adds. */
  bytes: Count,
  /** Of path and query. */
  addressBytes: Count,
  /** Tokens of the prompt as counted here; null where none was. */
  tokens: Count.nullable(),
  /** Of the body, hexadecimal; of no bytes for a request without one. */
  sha256: z.string(),
  assemblyId: Identifier.nullable(),
  /** The server's HTTP status, or the outcome where it gave none. */
  status: z.union([z.int().min(100).max(999), EgressOutcome]),
  outcome: EgressOutcome,
});
export type EgressEntry = z.infer<typeof EgressEntry>;
