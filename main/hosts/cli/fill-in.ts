/** Puts `facts` where a sentence has their names. */
export const fillIn = (
  sentence: string,
  facts: Readonly<Record<string, string | number>>,
): string =>
  sentence.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(facts[name] ?? ''));
