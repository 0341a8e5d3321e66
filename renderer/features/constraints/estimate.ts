const hanTokens = 0.75;
const wordTokens = 1.3;

/** About how many tokens a text takes, while it is being written; the exact count comes with saving. */
export const estimateTokens = (text: string): number => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/^\p{Script=Han}/u.test(word));
  const marks = text.match(/\p{P}/gu)?.length ?? 0;
  return Math.ceil(han * hanTokens + (words?.length ?? 0) * wordTokens + marks * 0.7);
};
