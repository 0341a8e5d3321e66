/** `fabula call`: one channel, once. */
import { z } from 'zod';
import type { Json, Reply } from '#shared/errors.ts';
import type { App } from '#main/app.ts';

const Scoped = z.object({ projectId: z.string() });
const Known = z.object({ items: z.array(z.object({ projectId: z.string(), path: z.string() })) });

/** Channels that open, close or forget a project themselves. */
const handlesProjects = (channel: string): boolean =>
  /^projects:(open|openSample|create|close|forget|list)$/.test(channel);

/**
 * Opens the project an input names, since a fresh process has none open.
 * @returns the failed reply when its folder cannot be opened; null when all is well or it is not known
 */
const reopen = async (
  app: App,
  input: unknown,
  signal: AbortSignal,
): Promise<Reply<Json> | null> => {
  const scoped = Scoped.safeParse(input);
  if (!scoped.success) return null;
  const list = await app.dispatch('projects:list', {}, { signal });
  if (!list.ok) return list;
  const known = Known.parse(list.value).items.find(
    (item) => item.projectId === scoped.data.projectId,
  );
  if (!known) return null;
  const opened = await app.dispatch('projects:open', { path: known.path }, { signal });
  return opened.ok ? null : opened;
};

/** Runs one channel in this process, as if a host had received it. */
export const callOnce = async (
  app: App,
  channel: string,
  text: string,
  signal: AbortSignal,
): Promise<Reply<Json>> => {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, error: { code: 'INVALID_INPUT', message: 'The input is not JSON.' } };
  }
  const failed = handlesProjects(channel) ? null : await reopen(app, input, signal);
  return failed ?? app.dispatch(channel, input, { signal });
};
