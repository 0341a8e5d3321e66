/** What was last copied, cut or dragged out of a page of this window: it comes back as it was, line by line (W5). */
const last = { copied: '' };

export const noteCopied = (text: string): void => {
  last.copied = text;
};

export const isOwnCopy = (text: string): boolean => text !== '' && text === last.copied;
