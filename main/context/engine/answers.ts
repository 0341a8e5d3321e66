/** What is answered of an assembly: its prompt, what a model is sent, what the inspector shows. */
import type { AssembleResult, InspectResult, RequestForecast } from '#shared/contract/context.ts';
import type { CacheForecast } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import { maxOutputFor } from '#shared/domain/model-profile.ts';
import { tokensAround } from '#shared/purse-excess.ts';
import { forecastCache } from './forecast.ts';
import { makeLookUpAsk } from './look-up-question.ts';
import { type EngineState, type MadeAssembly, modelId } from './parts.ts';
import { countWithheld } from './passage-filter.ts';
import type { BudgetView, Prepared } from './service.ts';

type Kind = 'asked' | 'sent';

/** The result without what the request before decides. */
const resultOf = ({ assemblyId, assembly, warnings }: MadeAssembly): AssembleResult => {
  const { rules, settings, retrieved, immediate } = assembly.layers;
  return {
    assemblyId,
    prompt: assembly.prompt,
    systemPrompt: assembly.systemPrompt,
    tokenCount: assembly.tokenCount,
    stablePrefixHash: assembly.stablePrefixHash,
    stablePrefixUnchanged: false,
    stablePrefixLength: assembly.stablePrefixLength,
    layers: { rules, settings, retrieved: { ...retrieved, chunks: assembly.chunks }, immediate },
    warnings,
  };
};

/** Chapters that go whole, by their documents. */
const wholeChapters = ({ selected }: MadeAssembly['assembly']): ReadonlySet<string> =>
  new Set(
    selected.flatMap(({ candidate, decision }) =>
      candidate.group === 'chapters' && decision !== 'dropped' && candidate.documentId
        ? [candidate.documentId]
        : [],
    ),
  );

/** Whether the prefix is that of the request before: of those that went to a model, or of those that were asked for. */
const isUnchanged = (
  { lastRequests }: EngineState,
  kind: Kind,
  { projectId, assembly, model }: MadeAssembly,
): boolean => lastRequests.isUnchanged(kind, projectId, modelId(model), assembly.stablePrefixHash);

const forecastOf = (
  { lastRequests, clock }: EngineState,
  { projectId, assembly, model }: MadeAssembly,
): CacheForecast => {
  const titleOf = (itemId: string): string =>
    assembly.items.find(({ id }) => id === itemId)?.title ?? itemId;
  const lastSent = lastRequests.lastSent(projectId, modelId(model));
  return forecastCache(assembly, lastSent, titleOf, {
    prices: model?.prices ?? null,
    cache: model?.cache ?? 'automatic',
    now: clock.now(),
  });
};

/** The prefix flag looks at the request before; from now on this one is the one before. */
export const answerAssembly = (
  state: EngineState,
  made: MadeAssembly,
  kind: Kind,
): AssembleResult => {
  const { projectId, assemblyId, assembly, model } = made;
  const result = {
    ...resultOf(made),
    stablePrefixUnchanged: isUnchanged(state, kind, made),
  };
  state.lastRequests.remember('asked', projectId, modelId(model), made);
  state.sticky.remember(projectId, modelId(model), assembly);
  state.events.emit('context:assembled', { projectId, assemblyId });
  return result;
};

/** A request that goes on to a model. */
export const answerPrepared = (state: EngineState, made: MadeAssembly): Prepared => {
  const { assembly, input, model, projectId } = made;
  const { before, passage, after, document, documentVersion } = input;
  const forecast = forecastOf(state, made);
  return {
    ...answerAssembly(state, made, 'sent'),
    markSent: () => state.lastRequests.remember('sent', projectId, modelId(model), made),
    segments: assembly.segments,
    cacheMarks: assembly.cacheMarks,
    systemTokens: assembly.systemTokens,
    tokenizer: assembly.tokenizer,
    forecast,
    lookUp: makeLookUpAsk(state, made),
    language: input.language,
    profileId: model?.profileId ?? null,
    chapter: {
      title: document.title,
      version: documentVersion,
      text: `${before}${passage?.text ?? ''}${after}`,
      start: passage?.start ?? before.length,
      end: passage?.end ?? before.length,
    },
  };
};

/** Of a request: the system prompt and the prompt. */
const messages = 2;

/** What goes whole of the book; null where no chapter does. */
const wholeBookOf = ({ selected }: MadeAssembly['assembly']): RequestForecast['wholeBook'] => {
  const chapters = selected.filter(({ candidate }) => candidate.group === 'chapters');
  const whole = chapters.filter(({ decision }) => decision !== 'dropped');
  if (whole.length === 0) return null;
  return {
    chapters: whole.length,
    tokens: whole.reduce((sum, { cost }) => sum + cost, 0),
    farther: chapters.filter(({ reason }) => reason === 'fartherBack').length,
  };
};

/** Before anything is sent: what goes whole of the book, and what sending costs (E2). */
export const answerForecast = (state: EngineState, made: MadeAssembly): RequestForecast => {
  const { assembly, model } = made;
  const { firstCost, nextCost } = forecastOf(state, made);
  const lookUp = makeLookUpAsk(state, made)?.forecast;
  const { tokenCount, systemTokens } = assembly;
  return {
    tokenCount,
    requestTokens: tokenCount + systemTokens + tokensAround * messages,
    ...(model && { outputTokens: maxOutputFor(model, tokenCount + systemTokens) }),
    wholeBook: wholeBookOf(assembly),
    ...{ firstCost, nextCost, currency: model?.prices?.currency ?? null },
    ...(lookUp === undefined ? {} : { lookUp }),
  };
};

/** Looking is not asking: the request before stays the one before. */
export const answerInspection = (
  state: EngineState,
  made: MadeAssembly,
  { contextWindow, outputReserve }: BudgetView,
): InspectResult => {
  const { assembly } = made;
  const lookUp = makeLookUpAsk(state, made)?.forecast;
  const { layers: _layers, ...result } = resultOf(made);
  const layer = (name: LayerName) => ({
    ...assembly.layers[name],
    items: assembly.items.filter((item) => item.layer === name),
  });
  return {
    ...result,
    stablePrefixUnchanged: isUnchanged(state, 'sent', made),
    budget: assembly.total,
    contextWindow,
    outputReserve,
    systemTokens: assembly.systemTokens,
    framingTokens: assembly.framingTokens,
    tokenizer: assembly.tokenizer,
    layers: {
      rules: layer('rules'),
      settings: layer('settings'),
      retrieved: {
        ...layer('retrieved'),
        withheld: countWithheld(made.input, wholeChapters(assembly)),
      },
      immediate: layer('immediate'),
    },
    segments: [...assembly.segments],
    forecast: forecastOf(state, made),
    wholeBook: wholeBookOf(assembly),
    ...(lookUp === undefined ? {} : { lookUp }),
  };
};
