/** Which labels stand at the foot of a card, beside its state and its figures (W1). Pure. */

export type LabelsOnCard = { shown: readonly string[]; left: readonly string[] };

/** What two labels may have together, in Latin letters. */
const room = 6;

const wide = /[\p{Script=Han}\u3000-\u30ff\uff00-\uff60]/u;

const widthOf = (label: string): number =>
  Array.from(label).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

/** The first, which may be shortened, and a second where both are short and neither a goal nor who tells stands there. */
export function labelsOnCard(
  labels: readonly string[],
  { goal, teller }: { goal: number | null; teller: string | null },
): LabelsOnCard {
  const two = labels.slice(0, 2);
  const isShort = two.reduce((sum, label) => sum + widthOf(label), 0) <= room;
  const count = isShort && goal === null && teller === null ? 2 : 1;
  return { shown: labels.slice(0, count), left: labels.slice(count) };
}
