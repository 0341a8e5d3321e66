/** Bytes. What no page is larger than, and what a page has at least, be the window never so small. */
const maxPageBytes = 48 * 1024;
const minPageBytes = 4 * 1024;

/**
 * How many bytes one page of a file may put into the prompt: about a quarter of the window, a token taken for three
 * bytes, so that what the model asked to see leaves room for what it already knows (S0-17).
 * @param contextWindow tokens
 */
export const pageBytesFor = (contextWindow: number): number =>
  Math.max(minPageBytes, Math.min(maxPageBytes, Math.floor(contextWindow * 0.75)));
