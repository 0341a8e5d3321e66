import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { JsonObject } from '#shared/errors.ts';

/** Time as an argument, so that tests can hold it still. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'security';

/**
 * Where log lines go. `fields` hold ids, counts, hashes and codes, never manuscript text (S3-44).
 */
export type Logger = {
  log(level: LogLevel, message: string, fields?: JsonObject): void;
};

/** Keys of endpoints. `available` is false where the system has no keychain. */
export type Secrets = {
  available(): boolean;
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** Abilities only a desktop has. A host without them passes null, and says so in `host:capabilities`. */
export type Desktop = {
  /** Absolute path, or null when the writer cancelled. */
  pickFolder(title: string): Promise<string | null>;
  revealFile(path: string): void;
  /** Asks where a file is to go, and before one is replaced. Null when the writer cancelled. */
  pickSaveFile(options: { title: string; suggested: string }): Promise<string | null>;
  /** A page without scripts as PDF, with numbered pages of the size its style asks for. Aborting ends it. */
  printPdf(page: string, signal: AbortSignal): Promise<Uint8Array>;
};

/** Everything the services need of the world. Each host makes one; a forgotten ability does not compile. */
export type Platform = {
  host: 'electron' | 'web' | 'cli';
  version: string;
  systemLanguage: InterfaceLanguage;
  paths: {
    /** Database, logs, context files, caches. Created when absent. */
    data: string;
    /** The writer's own documents: new projects and copies of the samples go below it. */
    documents: string;
    /** Files that ship with the program: word vectors. */
    assets: string;
    /** The bundled sample novels, read only. */
    samples: string;
  };
  workers: {
    /** Entries of the workers: TypeScript under development, built files otherwise. */
    retrieval: URL;
    sentenceModel: URL;
    backup: URL;
    export: URL;
    archive: URL;
    import: URL;
    reports: URL;
    contradictions: URL;
  };
  clock: Clock;
  logger: Logger;
  secrets: Secrets | null;
  desktop: Desktop | null;
  /** A better-sqlite3 binary other than the shipped one, for run-times older than Node-API 10. */
  sqliteBinding: string | null;
};
