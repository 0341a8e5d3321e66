/** Reads exact rules out of a constraint's words. */
import { scriptOf } from '#main/base/prose/script.ts';
import type { Span } from '#main/base/prose/span.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { readStatement } from './grammar.ts';
import type { ReadConstraint, Rule } from './rule.ts';

const quoted = /“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"|‘[^’]*’/g;

/** Statements end with a full stop, a semicolon or a line, outside quotation marks. */
const statementsOf = (text: string): Span[] => {
  const masked = text.replace(quoted, (match) => '_'.repeat(match.length));
  return Array.from(
    masked.matchAll(/(?:[^。；;！!\n.]|\.(?=\S)|(?<=\b(?:Mr|Mrs|Ms|Dr|St))\.)+/g),
    (match) => {
      const lead = match[0].length - match[0].trimStart().length;
      return { start: match.index + lead, end: match.index + match[0].trimEnd().length };
    },
  ).filter(({ start, end }) => end > start);
};

/**
 * Reads what exact rules can check out of the words of a constraint, Chinese or English. What is not understood
 * gives no rule, never a guess.
 */
export const readConstraint = (text: string): ReadConstraint => {
  const rules: Rule[] = [];
  let complete = true;
  for (const { start, end } of statementsOf(text)) {
    const quote = text.slice(start, end);
    const isHan = scriptOf(quote.replace(quoted, '')) === 'han' || scriptOf(quote) === 'han';
    const read = readStatement(quote, isHan ? chinese : english);
    complete &&= read.complete;
    for (const demand of read.demands) rules.push({ ...demand, basis: { start, end, quote } });
  }
  return { rules, complete: complete && rules.length > 0 };
};
