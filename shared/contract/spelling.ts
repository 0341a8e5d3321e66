import { z } from 'zod';
import { ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

const WordOfBook = ProjectScope.extend({
  word: z
    .string()
    .max(100)
    .regex(/^[\p{L}\p{M}'’-]+$/u),
});
const Words = z.object({ words: z.array(z.string()) });

export const spellingContract = {
  /** Words the spelling check of a book lets stand, beside its dictionary and the names of its codex (W5). */
  'spelling:words:list': defineChannel(ProjectScope, Words),
  'spelling:words:add': defineChannel(WordOfBook, Words),
  'spelling:words:remove': defineChannel(WordOfBook, Words),
};
