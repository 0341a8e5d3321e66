/** What others may ask of the ledger of outgoing requests. */
import type { IncomingMessage } from 'node:http';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { EgressPurpose } from '#shared/domain/egress.ts';

/** For what a request is made; it stands in the ledger. */
export type EgressContext = {
  purpose: EgressPurpose;
  projectId?: string;
  assemblyId?: string;
  tokens?: number;
};

export type Fetch = typeof globalThis.fetch;

export type ResolvedAddress = { address: string; family: number };

export type PageRequest = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The one address to connect to, whatever the name means a moment later. What it throws ends the request unsent. */
  resolve(): Promise<ResolvedAddress>;
  signal: AbortSignal;
};

/**
 * The only way out of this program. A request is written into the ledger before anything of it is sent; one that cannot
 * be written is not sent: DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED.
 */
export type Egress = {
  /** `fetch` that is recorded. Redirects are not followed: the next address would be another request. */
  fetchFor(context: EgressContext): Fetch;
  /** One GET to an address that was checked; as `node:http` answers it. */
  openPage(context: EgressContext, request: PageRequest): Promise<IncomingMessage>;
  /** Asks the system for the addresses of a name; to be called while a request is recorded (`resolve`). */
  lookUp(host: string): Promise<readonly ResolvedAddress[]>;
};

export type EgressService = Egress & {
  list(filter: Parsed<'egress:list'>): Output<'egress:list'>;
  /** Requests stay, for they were made; that they belonged to this project does not. */
  forgetProject(projectId: string): void;
  /** Answers that end later are no longer written down. */
  close(): void;
};
