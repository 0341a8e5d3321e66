/** Presses together what is kept of the assemblies of a look, beside the look itself and only where it says something new. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { PackedAssembly } from './store.ts';

const deflateBeside = promisify(deflate);

export type Packing = {
  /** `record`: of the assembly that was looked at for the place. */
  add(place: string, record: string): void;
  /** All that is new, by place. To be waited for however the look ends. Errors of memory. */
  settle(): Promise<Map<string, PackedAssembly>>;
};

const hashOf = (record: string): string =>
  createHash('sha256').update(record).digest('base64url').slice(0, 22);

/** `kept`: the hash of what is kept for each place. */
export const packAssemblies = (kept: ReadonlyMap<string, string>): Packing => {
  const underWay = new Map<string, Promise<PackedAssembly>>();
  const byPlace = new Map<string, string>();
  return {
    add(place, record) {
      const hash = hashOf(record);
      if (kept.get(place) === hash) return;
      byPlace.set(place, hash);
      if (underWay.has(hash)) return;
      underWay.set(
        hash,
        deflateBeside(record).then((blob) => ({ hash, blob })),
      );
    },
    async settle() {
      const packed = await Promise.all(
        [...byPlace].map(async ([place, hash]) => [place, await underWay.get(hash)] as const),
      );
      return new Map(packed.flatMap(([place, one]) => (one ? [[place, one] as const] : [])));
    },
  };
};
