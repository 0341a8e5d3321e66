/** What long work on files is busy with. From `opening` on it cannot be cancelled any more: everything is in its place. */
import { z } from 'zod';

export const TaskStep = z.enum([
  'reading',
  'splitting',
  'writing',
  'packing',
  'unpacking',
  'opening',
]);
export type TaskStep = z.infer<typeof TaskStep>;
