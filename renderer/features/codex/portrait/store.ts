/** Which entries have a portrait, and those that were asked for (W6). */
import { create } from 'zustand';
import { createReading } from '#renderer/app/reading.ts';
import { call } from '#renderer/rpc/index.ts';

type Portraits = {
  projectId: string | null;
  /** By entry. */
  versions: ReadonlyMap<string, string>;
  /** What was read, by entry and version; null for a file that cannot be shown. */
  images: ReadonlyMap<string, string | null>;
  /** Why they cannot be listed; null where they can. */
  failure: unknown;
  /** Why one cannot be shown, by entry and version. */
  failures: ReadonlyMap<string, unknown>;
};

const nothing: Portraits = {
  ...{ projectId: null, failure: null },
  ...{ versions: new Map(), images: new Map(), failures: new Map() },
};

export const usePortraits = create<Portraits>()(() => nothing);

const keyOf = (entityId: string, version: string): string => `${entityId} ${version}`;

const isShown = (projectId: string): boolean => usePortraits.getState().projectId === projectId;

/** Those that cannot be listed are not shown: the first letters stand in their place, and an entry's screen says why. */
const readList = createReading({
  ask: (projectId) => call('knowledge:portraits:list', { projectId }),
  show: ({ items }) =>
    usePortraits.setState({
      failure: null,
      versions: new Map(items.map(({ entityId, version }) => [entityId, version])),
    }),
  fail: (failure) => usePortraits.setState({ failure, versions: new Map() }),
  isShown,
});

const put = (key: string, image: string | null): void =>
  usePortraits.setState(({ images, failures }) => {
    const next = new Map(failures);
    next.delete(key);
    return { images: new Map(images).set(key, image), failures: next };
  });

/** It is told where the portrait is chosen; elsewhere the first letter stands in its place until it is asked for again. */
const putFailure = (key: string, failure: unknown): void =>
  usePortraits.setState(({ images, failures }) => {
    const next = new Map(images);
    next.delete(key);
    return { images: next, failures: new Map(failures).set(key, failure) };
  });

/** Asks for each version until it was answered once. */
export async function wantPortrait(entityId: string): Promise<void> {
  const { projectId, versions, images } = usePortraits.getState();
  const version = versions.get(entityId);
  if (projectId === null || version === undefined) return;
  const key = keyOf(entityId, version);
  if (images.has(key)) return;
  usePortraits.setState({ images: new Map(images).set(key, null) });
  try {
    const { image } = await call('knowledge:portraits:read', { projectId, entityId });
    if (isShown(projectId)) {
      put(key, image === null ? null : `data:image/jpeg;base64,${image}`);
    }
  } catch (failure) {
    if (isShown(projectId)) putFailure(key, failure);
  }
}

/**
 * Which entries of a book have one; with another book everything begins anew. Those whose reading failed are asked for
 * again: the connection may be back, or the file whole by now.
 */
export async function readPortraits(projectId: string): Promise<void> {
  if (!isShown(projectId)) usePortraits.setState({ ...nothing, projectId });
  await readList(projectId);
  const { versions, failures } = usePortraits.getState();
  for (const [entityId, version] of versions) {
    if (failures.has(keyOf(entityId, version))) void wantPortrait(entityId);
  }
}

/** Where an image can be drawn from; null while there is none. */
export const usePortraitOf = (entityId: string): string | null =>
  usePortraits(({ versions, images }) => {
    const version = versions.get(entityId);
    return version === undefined ? null : (images.get(keyOf(entityId, version)) ?? null);
  });

export const useHasPortrait = (entityId: string): boolean =>
  usePortraits(({ versions }) => versions.has(entityId));

/** Why an entry's portrait is not shown; null where nothing is wrong with it. */
export const usePortraitFailure = (entityId: string): unknown =>
  usePortraits(({ versions, failure, failures }) => {
    const version = versions.get(entityId);
    return (
      failure ?? (version === undefined ? null : (failures.get(keyOf(entityId, version)) ?? null))
    );
  });
