/** A full stop of Chinese, with a quotation's end: it has its space in itself. */
const wideEnd = /[。！？…][”’」』）]?$/u;

/** Sentences one behind the other, with the space between them that their script wants; what is false is left out. */
export const sentences = (...parts: readonly (string | false)[]): string =>
  parts
    .filter((part) => part !== false)
    .reduce((said, part) => (wideEnd.test(said) ? `${said}${part}` : `${said} ${part}`));
