const hanTokens = 0.9;
const wordTokens = 1.3;
const markTokens = 0.9;

const roughly = (text: string): number => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu)?.length ?? 0;
  const marks = text.match(/\p{P}/gu)?.length ?? 0;
  return han * hanTokens + words * wordTokens + marks * markTokens;
};

/**
 * About how many tokens a text takes while it is being written, starting from the exact count of the stored one;
 * the exact count comes with saving.
 */
export const estimateTokens = (
  text: string,
  stored: { text: string; tokenCount: number },
): number => Math.max(0, Math.round(stored.tokenCount + roughly(text) - roughly(stored.text)));
