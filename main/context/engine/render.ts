import type { Segment } from '#shared/domain/assembly.ts';
import { type GroupName, groupNames, layerOfGroup, tokensOf } from './candidate.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { countPart } from './counted-text.ts';
import { headingText, isPlaceless, itemEnd, itemText } from './price.ts';
import type { Selected } from './choice.ts';
import type { Headings } from './select.ts';
import type { TokenCounter } from './trim-text.ts';

export type Rendered = {
  segments: Segment[];
  /** UTF-16 length of Rules + Settings at the start of the prompt. */
  stablePrefixLength: number;
  tokenCount: number;
};

/** The segments' texts, joined: nothing is added, nothing left out (F5). */
export const promptOf = (segments: readonly Segment[]): string =>
  segments.map((segment) => segment.text).join('');

/** Synopses that are there wherever the cursor stands come before those it called for: a cache serves them again (E3). */
const nearFirst = (included: readonly Selected[]): readonly Selected[] => {
  const isNear = ({ reason }: Selected): boolean => reason === 'storySoFar';
  return [...included.filter(isNear), ...included.filter((one) => !isNear(one))];
};

/** Passages are read in the order of the book, so that neighbours stand together. */
const inPromptOrder = (group: GroupName, included: readonly Selected[]): readonly Selected[] => {
  if (group === 'synopses') return nearFirst(included);
  if (group !== 'passages') return included;
  return included.toSorted(
    (left, right) =>
      (left.candidate.chapterOrder ?? 0) - (right.candidate.chapterOrder ?? 0) ||
      (left.start ?? 0) - (right.start ?? 0),
  );
};

/**
 * Tokens of the whole prompt. A segment ends with a line end; where the next one does not move that border, no tokenizer
 * in use joins across it, and the parts add up to the whole. The others are counted with the one before them.
 */
const countSegments = (
  segments: readonly Segment[],
  joining: ReadonlySet<Segment>,
  tokens: TokenCounter,
): number => {
  let sum = 0;
  for (let from = 0; from < segments.length; ) {
    let to = from + 1;
    let text = segments[from]?.text ?? '';
    for (let next = segments[to]; next && joining.has(next); next = segments[to]) {
      text += next.text;
      to += 1;
    }
    sum += to === from + 1 ? (segments[from]?.tokenCount ?? 0) : tokens.count(text);
    from = to;
  }
  return sum;
};

/**
 * Whether a paragraph's beginning moves the border before it: line ends, or marks that belong to the line end before.
 * Headings, numbers and bullets begin with a mark of their own, and an indent stands behind the border.
 */
const joinsWhatIsBefore = (group: GroupName, body: string): boolean =>
  isPlaceless(group) && /^(?:\/|[^\S\r\n]*(?:[\r\n\u0085]|$))/u.test(body);

const costOf = (choice: Selected, text: string, tokens: TokenCounter): number => {
  const { candidate, counted, start, end } = choice;
  if (isPlaceless(candidate.group)) {
    if (choice.body === candidate.body) return choice.fullCost;
    if (counted && start !== undefined && end !== undefined) {
      const base = candidate.start ?? 0;
      return countPart(counted, start - base, end - base, itemEnd, tokens);
    }
  }
  // Where nothing of its list was left out it stands as it was priced.
  const made = [candidate.listed, candidate.costed].find((costed) => costed?.text === text);
  return made ? tokensOf(made, tokens) : tokens.count(text);
};

/** Rules → Settings → Retrieved → Immediate, always (S3-01). */
export const render = (
  selected: readonly Selected[],
  templates: PromptTemplates,
  headings: Headings,
  tokens: TokenCounter,
): Rendered => {
  const segments: Segment[] = [];
  const groups = new Map<GroupName, Selected[]>();
  for (const choice of selected) {
    if (choice.decision === 'dropped') continue;
    const members = groups.get(choice.candidate.group);
    if (members) members.push(choice);
    else groups.set(choice.candidate.group, [choice]);
  }
  const joining = new Set<Segment>();
  let stablePrefixLength = 0;
  let length = 0;
  for (const group of groupNames) {
    const included = inPromptOrder(group, groups.get(group) ?? []);
    if (included.length === 0) continue;
    const layer = layerOfGroup[group];
    const add = (
      kind: 'frame' | 'item',
      itemId: string | null,
      text: string,
      tokenCount: number,
    ): Segment => {
      const segment = { kind, layer, itemId, text, tokenCount };
      segments.push(segment);
      length += text.length;
      return segment;
    };
    add('frame', null, headingText(templates.headings[group]), headings[group]);
    included.forEach((choice, position) => {
      const isLast = position === included.length - 1;
      const { id, item, body } = choice.candidate;
      const text =
        item !== undefined && choice.body === body
          ? item.text
          : itemText(group, choice.body, position, isLast);
      const segment = add('item', id, text, costOf(choice, text, tokens));
      if (joinsWhatIsBefore(group, choice.body)) joining.add(segment);
    });
    if (layer === 'rules' || layer === 'settings') stablePrefixLength = length;
  }
  return {
    segments,
    stablePrefixLength,
    tokenCount: countSegments(segments, joining, tokens),
  };
};
