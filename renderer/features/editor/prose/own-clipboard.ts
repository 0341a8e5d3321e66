import type { ParagraphStyle } from '#shared/paragraph-style.ts';
/** What was last copied, cut or dragged out of a page of this window: it comes back as it was, line by line (W5). */
const last: { copied: string; style: ParagraphStyle } = { copied: '', style: 'blank-line' };

/** @param style how paragraphs are parted where it comes from */
export const noteCopied = (text: string, style: ParagraphStyle): void => {
  Object.assign(last, { copied: text, style });
};

/** How its paragraphs are parted; null of what comes from elsewhere. */
export const styleOfOwnCopy = (text: string): ParagraphStyle | null =>
  text !== '' && text === last.copied ? last.style : null;
