/** Takes keys out of what a provider said. */

const shownLength = 300;

/**
 * What a provider said, fit to be shown: without the key, whole or in recognisable part, on one line and short.
 * Providers quote keys in their refusals.
 */
export const redactKey = (text: string, key: string | null): string => {
  const plain = key ? text.replaceAll(key, '…') : text;
  return plain
    .replace(/\b(?:sk|pk|key|api)[-_][A-Za-z0-9_*-]{6,}/giu, '…')
    .replace(/\b(?:bearer|x-api-key)[:\s]+\S+/giu, '…')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, shownLength);
};
