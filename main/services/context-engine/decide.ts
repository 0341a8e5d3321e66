import type { AssemblyItem, Segment, TokenizerInfo } from '#shared/domain/assembly.ts';
import type { Minimums, Shares } from '#shared/domain/budget.ts';
import { AppError } from '#shared/errors.ts';
import type { Assembly } from './assembly.ts';
import { type GroupName, layerOfGroup, tokensOf } from './candidate.ts';
import { countPart, counterWithin } from './counted-text.ts';
import type { Standpoint } from './eligibility.ts';
import { describeItems, summariseLayers } from './explain.ts';
import { type Frames, framesOf } from './frames.ts';
import { forbiddenNames } from './forbidden-names.ts';
import type { Material } from './material.ts';
import { type Demand, type Plan, planBudget } from './plan.ts';
import { hashStablePrefix } from './prefix.ts';
import { headingText, type Priced, priceAll } from './price.ts';
import { rankImmediate } from './rank-immediate.ts';
import { offerPassages, rankEpisodes, rankPassages, type Span } from './rank-retrieved.ts';
import { rankRules } from './rank-rules.ts';
import { rankSettings } from './rank-settings.ts';
import { promptOf, render } from './render.ts';
import { type Chosen, type Headings, selectItems } from './select.ts';
import { keepEnding, sentenceStarts, type TokenCounter } from './trim-text.ts';

/** S3-42: no request is larger, whatever the model could read. */
export const inputLimit = 64_000;

export type Limits = {
  total: number;
  shares: Shares;
  minimums: Minimums;
  /** How far what is let in besides (N2) may take the total; absent when nobody knows the model's window. */
  most?: number;
};

export type Counting = { tokens: TokenCounter; tokenizer: TokenizerInfo };

/** A sentence longer than this is cut like any other text. */
const longestSentence = 800;

const lastSentence = (text: string): string => {
  const tail = text.slice(-longestSentence);
  return tail.slice(sentenceStarts(tail).at(-1) ?? 0);
};

/** What F4 asks for; the same in every plan of a request. */
type Floors = Pick<Demand, 'lastSentenceBefore' | 'lastSentenceEnding'>;

const floorsOf = (priced: readonly Priced[], headings: Headings, tokens: TokenCounter): Floors => {
  const least = (group: 'before' | 'previousEnding'): number => {
    const held = priced.find(
      ({ candidate }) => candidate.group === group && !candidate.excluded,
    )?.candidate;
    return held ? headings[group] + tokens.count(lastSentence(held.body)) + 2 : 0;
  };
  return { lastSentenceBefore: least('before'), lastSentenceEnding: least('previousEnding') };
};

const demandOf = (priced: readonly Priced[], headings: Headings, floors: Floors): Demand => {
  const demand: Demand = {
    constraints: 0,
    entities: 0,
    preferences: 0,
    passages: 0,
    episodes: 0,
    previousEnding: 0,
    before: 0,
    after: 0,
    working: 0,
    instruction: 0,
    additional: 0,
    writerConstraints: 0,
    ...floors,
  };
  for (const { candidate, cost } of priced) {
    if (candidate.excluded) continue;
    const { group } = candidate;
    demand[group] += cost + (demand[group] === 0 ? headings[group] : 0);
    if (candidate.reason === 'writerConstraint') {
      demand.writerConstraints +=
        cost + (demand.writerConstraints === 0 ? headings.constraints : 0);
    }
  }
  return demand;
};

const tooLarge = (
  plan: Extract<Plan, { fits: false }>,
  total: number,
  priced: readonly Priced[],
) => {
  const required = priced.filter(
    ({ candidate }) =>
      !candidate.excluded &&
      (candidate.reason === 'writerConstraint' ||
        candidate.group === 'additional' ||
        candidate.group === 'instruction'),
  );
  return new AppError(
    'CONTEXT_INPUT_TOO_LARGE',
    `What must be sent takes ${plan.required} tokens and there are ${total}. Shorten or switch off constraints, shorten the instruction, or give the context more room.`,
    {
      tokens: plan.required,
      limit: total,
      items: required
        .toSorted((left, right) => right.cost - left.cost)
        .slice(0, 20)
        .map(({ candidate, cost }) => ({ id: candidate.id, tokens: cost })),
    },
  );
};

const headingCosts = (frames: Frames, tokens: TokenCounter): Headings => {
  const cost = (group: GroupName): number => tokens.count(headingText(frames.headings[group]));
  return {
    constraints: cost('constraints'),
    entities: cost('entities'),
    preferences: cost('preferences'),
    passages: cost('passages'),
    episodes: cost('episodes'),
    previousEnding: cost('previousEnding'),
    before: cost('before'),
    after: cost('after'),
    working: cost('working'),
    instruction: cost('instruction'),
    additional: cost('additional'),
  };
};

/** Where Immediate's text will begin, before it is known which passages that leaves: a first plan says so. */
const immediateSpans = (
  priced: readonly Priced[],
  plan: Extract<Plan, { fits: true }>,
  headings: Headings,
  tokens: TokenCounter,
): { spans: Span[]; beforeStart: number } => {
  const spans: Span[] = [];
  let beforeStart = 0;
  for (const { candidate, cost, counted } of priced) {
    const { group, documentId, start, end } = candidate;
    if (candidate.excluded || documentId === undefined) continue;
    if (start === undefined || end === undefined) continue;
    if (group === 'before') {
      const room = plan.allowed.before - headings.before;
      beforeStart =
        cost <= room ? 0 : keepEnding(candidate.body, room - 1, counterWithin(counted, tokens));
      spans.push({ documentId, start: start + beforeStart, end });
    }
    if (group === 'after' && plan.allowed.after > 0) {
      const part = cost > 0 ? Math.min(1, plan.allowed.after / (cost + headings.after)) : 1;
      spans.push({ documentId, start, end: start + Math.ceil((end - start) * part) });
    }
    if (group === 'previousEnding' && plan.allowed.previousEnding > 0) {
      spans.push({ documentId, start, end });
    }
  }
  return { spans, beforeStart };
};

/** Whether a passage that may go holds text behind the cursor, which Immediate may hold too. */
const isAfterCursor =
  ({ document, text, after }: Material) =>
  ({ candidate }: Priced): boolean =>
    candidate.group === 'passages' &&
    !candidate.excluded &&
    candidate.documentId === document.documentId &&
    (candidate.end ?? 0) > text.length - after.length;

/**
 * Tokens nobody took go to the text before the cursor, unless a passage already holds what it would reach; null when
 * nothing changes.
 */
const extendBefore = (
  chosen: readonly Chosen[],
  spare: number,
  tokens: TokenCounter,
): Chosen[] | null => {
  if (spare < 24) return null;
  let changed = false;
  const extended = chosen.map((choice) => {
    const { candidate, decision, counted, start, end } = choice;
    if (candidate.group !== 'before' || decision !== 'trimmed' || start === undefined)
      return choice;
    const base = candidate.start ?? 0;
    const held = counted
      ? countPart(counted, start - base, counted.text.length, '', tokens)
      : tokens.count(choice.body);
    const counter = counterWithin(counted, tokens);
    const offset = keepEnding(candidate.body, held + spare - 1, counter);
    const wider = base + offset;
    const clash = chosen.some(
      (other) =>
        other.candidate.group === 'passages' &&
        other.decision !== 'dropped' &&
        other.candidate.documentId === candidate.documentId &&
        (other.end ?? 0) > wider &&
        (other.start ?? 0) < start,
    );
    if (clash || wider >= start) return choice;
    changed = true;
    return {
      ...choice,
      body: candidate.body.slice(offset),
      start: wider,
      ...(end === undefined ? {} : { end }),
    };
  });
  return changed ? extended : null;
};

/**
 * Items are described when somebody looks. A function of its own: what is written inside `decide` would keep everything
 * the decision was made from, for as long as the assembly waits to be written.
 */
const describedLater = (
  chosen: readonly Chosen[],
  segments: readonly Segment[],
  frames: Frames,
  tokens: TokenCounter,
): Pick<Assembly, 'items' | 'describe'> => {
  let items: readonly AssemblyItem[] | null = null;
  const describe = (): readonly AssemblyItem[] => {
    items ??= describeItems(chosen, segments, frames, tokens);
    return items;
  };
  return {
    describe,
    get items() {
      return describe();
    },
  };
};

/**
 * Rank, budget, render: the whole decision, from material to assembly, without any I/O. `total` is never
 * exceeded (S3-38). Errors: CONTEXT_INPUT_TOO_LARGE.
 */
export const decide = (
  material: Material,
  limits: Limits,
  counting: Counting,
  systemTokens: number,
): Assembly => {
  const { tokens } = counting;
  const frames = framesOf(material.language);
  const at: Standpoint = {
    chapter: material.document.chapter,
    pointOfViewEntityId: material.pointOfViewEntityId,
  };
  const forbidden = forbiddenNames(material, at);
  const headings = headingCosts(frames, tokens);

  const settled = priceAll(
    [
      ...rankRules(material, frames, at, forbidden),
      ...rankSettings(material, forbidden),
      ...rankImmediate(material, frames, at, forbidden),
    ],
    tokens,
  );
  const floors = floorsOf(settled, headings, tokens);
  const plan = (
    priced: readonly Priced[],
    change: Partial<Demand> = {},
  ): Extract<Plan, { fits: true }> => {
    const result = planBudget(
      { ...demandOf(priced, headings, floors), ...change },
      limits.total,
      limits.shares,
      limits.minimums,
    );
    if (!result.fits) throw tooLarge(result, limits.total, priced);
    return result;
  };
  const offered = offerPassages(material, frames);
  const rank = (spans: readonly Span[]): Priced[] =>
    priceAll(
      [
        ...rankPassages(offered, material, frames, at, spans, forbidden),
        ...rankEpisodes(material, frames, forbidden),
      ],
      tokens,
    );

  // How far back Immediate reaches decides which passages it already holds; what they could ask for at most is
  // enough to know that.
  const most = offered.reduce((sum, { prepared }) => sum + tokensOf(prepared.source, tokens), 0);
  let first = plan(settled, { passages: most });
  const rankBeside = (): Priced[] => [
    ...settled,
    ...rank(immediateSpans(settled, first, headings, tokens).spans),
  ];
  let priced = rankBeside();
  let final = plan(priced);
  if (final.allowed.after > first.allowed.after && priced.some(isAfterCursor(material))) {
    first = final;
    priced = rankBeside();
    final = plan(priced);
  }
  // The text before the cursor keeps to what the passages were ranked against.
  final.allowed.before = Math.min(final.allowed.before, first.allowed.before);

  const select = (shrink: number): { chosen: Chosen[]; granted: number } => {
    const allowed = { ...final.allowed };
    let left = shrink;
    for (const group of [
      'passages',
      'before',
      'preferences',
      'entities',
      'previousEnding',
    ] as const) {
      const given = Math.min(left, allowed[group]);
      allowed[group] -= given;
      left -= given;
    }
    return selectItems(priced, allowed, headings, tokens, material.admit);
  };

  let { chosen, granted } = select(0);
  let total = limits.total + granted;
  let rendered = render(chosen, frames, headings, tokens);
  const extended = extendBefore(chosen, total - rendered.tokenCount, tokens);
  if (extended) {
    const wider = render(extended, frames, headings, tokens);
    if (wider.tokenCount <= total) [chosen, rendered] = [extended, wider];
  }
  // Prices are of single items; where borders between items cost a token more, give back until it fits.
  for (let excess = rendered.tokenCount - total; excess > 0; ) {
    ({ chosen, granted } = select(excess + 8));
    total = limits.total + granted;
    rendered = render(chosen, frames, headings, tokens);
    const remaining = rendered.tokenCount - total;
    if (remaining <= 0) break;
    excess += remaining + 8;
    if (excess > limits.total * 2)
      throw tooLarge({ fits: false, required: rendered.tokenCount }, total, priced);
  }
  if (limits.most !== undefined && rendered.tokenCount > limits.most) {
    throw tooLarge({ fits: false, required: rendered.tokenCount }, limits.most, priced);
  }
  if (rendered.tokenCount > inputLimit) {
    throw new AppError(
      'CONTEXT_INPUT_TOO_LARGE',
      `The request would take ${rendered.tokenCount} tokens; at most ${inputLimit} are sent. Narrow retrieval or set a smaller context.`,
      { tokens: rendered.tokenCount, limit: inputLimit },
    );
  }

  const itemTokens = rendered.segments.reduce(
    (sum, segment) => sum + (segment.kind === 'item' ? segment.tokenCount : 0),
    0,
  );
  const prompt = promptOf(rendered.segments);
  const decided: Omit<Assembly, 'items' | 'describe'> = {
    chosen,
    chunks: chosen.filter(
      ({ candidate, decision }) =>
        layerOfGroup[candidate.group] === 'retrieved' && decision !== 'dropped',
    ).length,
    segments: rendered.segments,
    systemPrompt: frames.system,
    systemTokens,
    prompt,
    tokenCount: rendered.tokenCount,
    framingTokens: rendered.tokenCount - itemTokens,
    total,
    stablePrefixLength: rendered.stablePrefixLength,
    stablePrefixHash: hashStablePrefix(prompt, rendered.stablePrefixLength),
    layers: summariseLayers(chosen, rendered.segments, limits),
    rulesOverLine: final.rulesOverLine,
    tokenizer: counting.tokenizer,
  };
  return Object.assign(describedLater(chosen, rendered.segments, frames, tokens), decided);
};
