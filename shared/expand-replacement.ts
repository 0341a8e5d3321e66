/** What takes the place of a match of a regular expression (W2). Pure. */

/**
 * Puts into a replacement what the match and its groups have: `$&`, `$1` to `$99`, and `$$` for a dollar sign. What names no
 * group of the expression stays as it is, as everywhere in the field.
 * @param captures what each group matched, the first at 0; null where it matched nothing
 */
export const expandReplacement = (
  replacement: string,
  match: string,
  captures: readonly (string | null)[],
): string =>
  replacement.replace(/\$(?:(\$)|(&)|(\d{1,2}))/g, (whole, dollar, all, digits?: string) => {
    if (dollar !== undefined) return '$';
    if (all !== undefined) return match;
    const named = (length: number): string | null => {
      const number = Number(digits?.slice(0, length));
      return number >= 1 && number <= captures.length ? (captures[number - 1] ?? '') : null;
    };
    const [two, one] = digits?.length === 2 ? [named(2), named(1)] : [named(1), null];
    if (two !== null) return two;
    return one === null ? whole : one + (digits?.slice(1) ?? '');
  });
