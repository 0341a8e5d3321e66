import type { AssemblyItem } from '#shared/domain/assembly.ts';

/** The manuscript around the cursor and the task are the request itself; they cannot be left out. */
export const canMute = ({ source }: Pick<AssemblyItem, 'source'>): boolean =>
  source !== 'manuscript' && source !== 'skill' && source !== 'request';
