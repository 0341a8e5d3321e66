/** What long work is busy with. From `opening` on it cannot be cancelled any more: everything is in its place. */
import { z } from 'zod';

export const FileStep = z.enum([
  'reading',
  'splitting',
  'writing',
  'packing',
  'unpacking',
  'opening',
]);
/** Of work on files. */
export type FileStep = z.infer<typeof FileStep>;

/** `replacing`: chapters and records, in the whole book; `takingBack`: the same back. */
export const TaskStep = z.enum([...FileStep.options, 'replacing', 'takingBack', 'downloading']);
export type TaskStep = z.infer<typeof TaskStep>;
