/** A program that synchronises two folders: late, out of order, twice, for a while not at all, and with conflict copies. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Side = 0 | 1;

/** How often each side has changed a file, as far as a version knows. */
type Clock = readonly [number, number];

/** A file as it became on one side, on its way to the other; null for no file. */
type Message = { to: Side; path: string; clock: Clock; content: Buffer | null };

/** What becomes of a message at a delivery. */
export type Fault = 'none' | 'later' | 'twice' | 'dropped';

/** As programs name what they found on both sides; `stem` and `extension` of the file. */
const copyNames: readonly ((stem: string, extension: string) => string)[] = [
  (stem, extension) => `${stem}.sync-conflict-20260102-030405-ABCDEFG${extension}`,
  (stem, extension) => `${stem} (Ann's conflicted copy 2026-01-02)${extension}`,
  (stem, extension) => `${stem} (张三 的冲突副本 2026-01-02)${extension}`,
  (stem, extension) => `${stem}-DESKTOP-7AB3C9${extension}`,
  (stem, extension) => `${stem} 2${extension}`,
  (stem, extension) => `${stem}_LOCAL_1234${extension}`,
];

const isPassing = (path: string): boolean =>
  /\.fabula-(?:tmp|was)$/.test(path) || /^\.fabula\/(?:lock|trash)/.test(path);

const hashOf = (content: Buffer | null): string | null =>
  content && createHash('sha256').update(content).digest('hex');

const readAt = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Whole or not at all, as such programs write. */
const writeAt = async (path: string, content: Buffer | null): Promise<void> => {
  if (content === null) {
    await rm(path, { force: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.fabula-tmp`, content);
  await rename(`${path}.fabula-tmp`, path);
};

export const listFolder = async (root: string): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!entry.isFile() || isPassing(path)) continue;
    const content = await readAt(join(root, path));
    if (content) files.set(path, content);
  }
  return files;
};

const isKnownTo = (one: Clock, other: Clock): boolean => one[0] <= other[0] && one[1] <= other[1];

/** A message whose sender has sent a later one of the same file. */
const isReplaced = (message: Message, later: readonly Message[]): boolean =>
  later.some(
    ({ to, path, clock }) =>
      to === message.to && path === message.path && isKnownTo(message.clock, clock),
  );

const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

/** Of two versions that do not know of each other both sides keep the same; a deletion gives way. */
const isStronger = (one: Buffer | null, other: Buffer | null): boolean =>
  (hashOf(one) ?? '') > (hashOf(other) ?? '');

/** `random`: from 0 to 1, decides the names of copies and the order in which things arrive. */
export const createSyncProgram = (roots: readonly [string, string], random: () => number) => {
  /** Of each side what the program saw there last, and by which changes it became that. */
  const seen = [
    new Map<string, { hash: string | null; clock: Clock }>(),
    new Map<string, { hash: string | null; clock: Clock }>(),
  ] as const;
  let messages: Message[] = [];

  /** What a side has; a change that the program did not see yet is noted and goes on its way. */
  const look = (side: Side, path: string, content: Buffer | null): Clock => {
    const known = seen[side].get(path) ?? { hash: null, clock: [0, 0] as const };
    const hash = hashOf(content);
    if (hash === known.hash) return known.clock;
    const [here, there] = known.clock;
    const clock = side === 0 ? ([here + 1, there] as const) : ([here, there + 1] as const);
    seen[side].set(path, { hash, clock });
    messages.push({ to: otherOf(side), path, clock, content });
    return clock;
  };

  const scan = async (side: Side): Promise<void> => {
    const now = await listFolder(roots[side]);
    for (const path of new Set([...seen[side].keys(), ...now.keys()])) {
      look(side, path, now.get(path) ?? null);
    }
  };

  const leaveCopy = async (side: Side, path: string, content: Buffer): Promise<void> => {
    const [, stem = path, extension = ''] = /^(.*?)(\.[^./]*)$/.exec(path) ?? [];
    const first = Math.floor(random() * copyNames.length);
    for (let at = 0; at < copyNames.length; at += 1) {
      const name = copyNames[(first + at) % copyNames.length]?.(stem, extension) ?? path;
      const target = join(roots[side], name);
      if ((await readAt(target)) === null) return writeAt(target, content);
    }
    throw new Error(`no name is free beside ${path}`);
  };

  const deliver = async ({ to, path, clock, content }: Message): Promise<void> => {
    const target = join(roots[to], path);
    const current = await readAt(target);
    const own = look(to, path, current);
    const joined: Clock = [Math.max(own[0], clock[0]), Math.max(own[1], clock[1])];
    const hash = hashOf(content);
    if (hash === hashOf(current)) {
      seen[to].set(path, { hash, clock: joined });
      return;
    }
    if (isKnownTo(clock, own)) {
      // Some programs know no better than to keep what comes late beside the file.
      if (content && random() < 0.3) await leaveCopy(to, path, content);
      return;
    }
    if (isKnownTo(own, clock) || isStronger(content, current)) {
      if (current && !isKnownTo(own, clock)) await leaveCopy(to, path, current);
      await writeAt(target, content);
      seen[to].set(path, { hash, clock: joined });
      return;
    }
    messages.push({ to: otherOf(to), path, clock: own, content: current });
  };

  return {
    scan,
    /**
     * Delivers what is on its way as `faultOf` decides; with `isInOrder` the oldest first, and of a file what the other
     * side has now: to bring what it had before, again and again, is no honest work. `between`: after each.
     */
    async run(
      faultOf: () => Fault,
      isInOrder: boolean,
      between?: () => Promise<unknown>,
    ): Promise<void> {
      const due = isInOrder
        ? messages.filter((message, at) => !isReplaced(message, messages.slice(at + 1)))
        : messages
            .map((message) => ({ message, at: random() }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ message }) => message);
      messages = [];
      for (const message of due) {
        const fault = faultOf();
        if (fault === 'later') messages.push(message);
        if (fault === 'later' || fault === 'dropped') continue;
        await deliver(message);
        if (fault === 'twice') messages.push(message);
        await between?.();
      }
    },
    /** Both machines tell each other all they have, as after a restart: what was dropped arrives. */
    async resend(): Promise<void> {
      for (const side of [0, 1] as const) {
        for (const [path, { clock }] of seen[side]) {
          const content = await readAt(join(roots[side], path));
          messages.push({ to: otherOf(side), path, clock, content });
        }
      }
    },
    waiting: (): number => messages.length,
    listWaiting: (): string[] => messages.map(({ to, path }) => `${path} waits for ${to}`),
  };
};
