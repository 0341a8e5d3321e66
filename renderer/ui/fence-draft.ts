import { z } from 'zod';
import type { Fence } from '#shared/domain/fence.ts';
import { ChapterNumber } from '#shared/domain/identifiers.ts';

/** A fence as it stands in a form; the chapter is what was typed. */
export const FenceDraft = z.object({
  notBefore: z.string(),
  knownBy: z.array(z.string()).readonly(),
  neverSend: z.boolean(),
});
export type FenceDraft = z.infer<typeof FenceDraft>;

export const draftOfFence = (fence: Fence | null): FenceDraft => ({
  notBefore: fence?.notBeforeChapter === undefined ? '' : String(fence.notBeforeChapter),
  knownBy: fence?.knownBy ?? [],
  neverSend: fence?.neverSend === true,
});

/** A chapter number as typed: null when the field is empty, undefined when it is none. */
export const parseChapter = (typed: string): number | null | undefined => {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return null;
  const chapter = ChapterNumber.safeParse(/^\d+$/.test(text) ? Number(text) : Number.NaN);
  return chapter.success ? chapter.data : undefined;
};

/** The fence a form describes: null for none, undefined when its chapter is no chapter number. */
export const fenceOfDraft = (draft: FenceDraft): Fence | null | undefined => {
  const notBeforeChapter = parseChapter(draft.notBefore);
  if (notBeforeChapter === undefined) return undefined;
  const fence: Fence = {
    ...(notBeforeChapter === null ? {} : { notBeforeChapter }),
    ...(draft.knownBy.length === 0 ? {} : { knownBy: [...draft.knownBy] }),
    ...(draft.neverSend ? { neverSend: true } : {}),
  };
  return Object.keys(fence).length === 0 ? null : fence;
};
