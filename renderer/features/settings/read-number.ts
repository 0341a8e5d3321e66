export type NumberRange = {
  min: number;
  max: number;
  /** No fractions. */
  whole: boolean;
  /** May be left empty, for none. */
  empty: boolean;
};

/** A number as typed, full-width digits and separators too: null when empty, undefined when it is none of the range. */
export function readNumber(typed: string, range: NumberRange): number | null | undefined {
  const plain = typed.normalize('NFKC').replace(/[\s,]/g, '');
  if (plain === '') return range.empty ? null : undefined;
  if (!(range.whole ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d{1,6})?$/).test(plain)) return undefined;
  const value = Number(plain);
  return value >= range.min && value <= range.max ? value : undefined;
}
