/** What others may ask of the ledger of outgoing requests. */
import type { IncomingMessage } from 'node:http';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { FreePurpose } from '#shared/domain/egress.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { ToldTokens } from '#shared/told-tokens.ts';

/** For what a request is made; it stands in the ledger. */
export type EgressContext = {
  purpose: FreePurpose;
  projectId?: string;
  /** What was sent is made of it, and its tokens. */
  assemblyId?: string;
  tokens?: number;
};

/** For what a model is asked, and what that can cost. */
export type ModelContext = {
  projectId?: string;
  assemblyId?: string;
  forecast: PaidForecast;
  /** Tokens of what a model wrote, for the case that its provider does not tell. */
  count(text: string): number;
};

export type Fetch = typeof globalThis.fetch;

/**
 * The way to a model, for one request after the other: each is paid from the purse. What a request can cost is kept for it
 * before it is sent, and what it took stands in the books after.
 */
export type ModelDoor = {
  /** Keeps now what the next request can cost. Throws PURSE_EXCEEDED, PURSE_ASKS; without it sending would. */
  reserve(): void;
  /** `fetch` that is recorded and paid for. Redirects are not followed. */
  send: Fetch;
  /**
   * Ends the request: it took what the provider reports, or else what was counted, `written` being all that came. One
   * that was not sent, or was refused, took nothing.
   */
  settle(reported: ToldTokens | null, written: string): void;
};

export type ResolvedAddress = { address: string; family: number };

export type PageRequest = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The one address to connect to, whatever the name means a moment later. What it throws ends the request unsent. */
  resolve(): Promise<ResolvedAddress>;
  signal: AbortSignal;
};

/** What another program sends, as it was measured beforehand. */
export type MeasuredBody = { byteLength: number; sha256: string };

/** Whom something is sent to: an address, or a program of this machine by its name. */
export type Recipient = URL | { program: string };

/** What another program is about to send for this one, or is about to get. */
export type ForeignRequest = {
  to: Recipient;
  method: string;
  body: Uint8Array | MeasuredBody;
  signal: AbortSignal;
};

/**
 * The only way out of this program. A request is written into the ledger before anything of it is sent; one that cannot
 * be written is not sent: DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED.
 */
export type Egress = {
  /** `fetch` that is recorded. Redirects are not followed: the next address would be another request. */
  fetchFor(context: EgressContext): Fetch;
  /** The same to a model. */
  doorFor(context: ModelContext): ModelDoor;
  /** One GET to an address that was checked; as `node:http` answers it. */
  openPage(context: EgressContext, request: PageRequest): Promise<IncomingMessage>;
  /** Lets another program send something for this one, or have something: recorded before. Throws what `send` throws. */
  sendThrough<T>(
    context: EgressContext,
    request: ForeignRequest,
    send: () => Promise<T>,
  ): Promise<T>;
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
