/** How a request shares its tokens between whole chapters and everything else (E2). */
import { defaultMaxInput } from './domain/model-profile.ts';

/** What whole chapters leave to everything else: as much as the usual request has, or half of a smaller one. */
export const roomForChapters = (total: number): number =>
  Math.max(0, total - Math.min(Math.floor(total / 2), defaultMaxInput));
