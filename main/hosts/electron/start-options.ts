/** Reads what the desktop was started with. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Language } from '#shared/domain/identifiers.ts';

/** What a start is to open. */
export const StartWish = z.union([
  z.object({ project: z.string().min(1) }),
  z.object({ sample: Language }),
]);
export type StartWish = z.infer<typeof StartWish>;

/** What a second start hands to the first, which is the one that stays; null for what is none of ours. */
export const HandedOver = z.object({ start: StartWish.nullable().catch(null) });

export type StartOptions = {
  /** As written; null for the person's own data folder. */
  dataDir: string | null;
  start: StartWish | null;
  /** Address of Vite's server under development; null loads the built interface. */
  rendererUrl: string | null;
};

const lastOf = (values: (string | boolean)[] | undefined): string | null => {
  const last = values?.at(-1);
  return typeof last === 'string' ? last : null;
};

/**
 * Reads our flags from a command line that also carries Chromium's. Never throws: a desktop start has no terminal
 * to complain to, and an unknown sample opens what was open last.
 */
export const readStartOptions = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  packaged: boolean,
): StartOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string', multiple: true },
      project: { type: 'string', multiple: true },
      sample: { type: 'string', multiple: true },
    },
    strict: false,
    allowPositionals: true,
  });
  const project = lastOf(values.project);
  const sample = Language.safeParse(lastOf(values.sample));
  const start = project ? { project } : sample.success ? { sample: sample.data } : null;
  return {
    dataDir: lastOf(values['data-dir']),
    start,
    rendererUrl: packaged ? null : loopbackUrl(environment.FABULA_RENDERER_URL),
  };
};

/** Only this machine's own server may take the place of the built interface. */
const loopbackUrl = (address: string | undefined): string | null => {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  const own = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return url.protocol === 'http:' && own ? url.href : null;
};
