/** What the page and the worker that posts for it say to each other. */
import type { Json } from '#shared/errors.ts';

export type Post = {
  id: number;
  /** Of this host, with a leading slash. */
  path: string;
  headers: Record<string, string>;
  input: Json;
};

/** Without a post the one of that id is given up. */
export type ToWorker = Post | { id: number; path: null };

/** The body of the answer, or why none came. */
export type FromWorker = { id: number; text: string } | { id: number; failure: string };
