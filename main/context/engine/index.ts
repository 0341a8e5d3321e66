import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { nanoid } from 'nanoid';
import type { AssembleRequest, AssembleResult, InspectResult } from '#shared/contract/context.ts';
import { type Budget, defaultBudget } from '#shared/domain/budget.ts';
import { AppError } from '#shared/errors.ts';
import { systemCode } from '#main/system-code.ts';
import { toldError } from '#main/db/storage-failure.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { EventBus } from '#main/events.ts';
import type { TokensService } from '#main/context/tokens/service.ts';
import type { Assembly } from './assembly.ts';
import { createBudgetStore } from './budgets.ts';
import { sourceOfGroup } from './candidate.ts';
import { compareRecords } from './compare.ts';
import { type Counting, decide } from './decide.ts';
import { createFenceView } from './fence-view.ts';
import { forecastCache } from './forecast.ts';
import { templatesFor } from './prompt-templates.ts';
import { gather, type Sources } from './gather.ts';
import { createHistory } from './history.ts';
import { createLastRequests } from './last-requests.ts';
import { createLimiter } from './limiter.ts';
import { assemblyLine, cutLine } from './log-assembly.ts';
import { budgetWithin, type ContextModel, maxPromptTokens } from './model.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { countWithheld } from './passage-filter.ts';
import { createMentionFinder } from './mentions.ts';
import { createPassageMemory } from './prepared-passage.ts';
import { passagesToOffer } from './rank-retrieved.ts';
import { recordedAssembly, recordedInput } from './record.ts';
import type { BudgetView, ContextEngine, Prepared, Purpose } from './service.ts';
import { type MinHashSignature, minHash } from './similarity.ts';
import type { TokenCounter } from './trim-text.ts';
import { warn } from './warnings.ts';

export type { ContextModel } from './model.ts';
export type { ContextEngine } from './service.ts';

export type ContextEngineParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: Pick<EventBus, 'emit'>;
  sources: Omit<Sources, 'minHash' | 'preparePassage' | 'findMentions'>;
  tokens: Pick<TokensService, 'info' | 'count' | 'paragraphs' | 'countAhead'>;
  /** Counts when the tokenizer cannot (S3-35); never fails, never less than the truth by more than its margin. */
  estimate: TokenCounter;
  estimateMargin: number;
  /** The chosen model; null while there is none, and a modest local one is assumed. */
  model(): ContextModel | null;
};

/** Sheets and records of a novel or two. */
const cachedSketches = 4000;

type Made = {
  assemblyId: string;
  assembly: Assembly;
  material: AssemblyInput;
  warnings: string[];
  model: ContextModel | null;
};

/** Stands for the model while none is chosen. */
const noModel = 'none';
const cacheKey = (projectId: string, model: ContextModel | null): string =>
  `${projectId}\n${model?.id ?? noModel}`;

export const createContextEngine = (parts: ContextEngineParts): ContextEngine => {
  const { database, clock, logger, events, tokens } = parts;
  const sketches = new LRUCache<string, MinHashSignature>({ max: cachedSketches });
  const sources: Sources = {
    ...parts.sources,
    minHash(text) {
      const known = sketches.get(text);
      if (known) return known;
      const sketch = minHash(text);
      sketches.set(text, sketch);
      return sketch;
    },
    preparePassage: createPassageMemory(),
    findMentions: createMentionFinder(),
  };
  const budgets = createBudgetStore(database);
  const history = createHistory(database, (error) => {
    logger.log('error', 'assemblies could not be kept', {
      code: systemCode(error) || 'unknown',
    });
  });
  const limiter = createLimiter();
  const lastRequests = createLastRequests(database, (error) => {
    logger.log('warn', 'the last request could not be noted', { code: toldError(error).code });
  });
  /** Entries of the last request, by project and model: they stay while they may. */
  const sticky = new Map<string, ReadonlySet<string>>();

  const exact = (model: ContextModel | null): Counting => {
    const counter = model?.tokens ?? tokens;
    return { tokens: counter, tokenizer: counter.info() };
  };
  const estimated = (): Counting => ({
    tokens: parts.estimate,
    tokenizer: { name: 'estimate', exactness: 'estimate', margin: parts.estimateMargin },
  });

  const stickyOf = (projectId: string, model: ContextModel | null): ReadonlySet<string> => {
    const key = cacheKey(projectId, model);
    const known = sticky.get(key);
    if (known) return known;
    const record = history.last(projectId, model?.id ?? noModel);
    const ids = new Set(
      record?.items
        .filter((item) => item.group === 'entities' && item.decision !== 'dropped')
        .map((item) => item.id),
    );
    sticky.set(key, ids);
    return ids;
  };

  const decideOrEstimate = (
    material: AssemblyInput,
    model: ContextModel | null,
    warnings: string[],
  ): Assembly => {
    const system = templatesFor(material.language).system;
    const run = (counting: Counting, wished: Budget): Assembly => {
      const systemTokens = counting.tokens.count(system);
      const { contextWindow, outputReserve, minimums, shares } = budgetWithin(
        wished,
        model,
        systemTokens,
      );
      const total = contextWindow - systemTokens - outputReserve;
      const limits = {
        total,
        minimums,
        shares: material.skill.shares ?? shares,
        ...(model ? { most: maxPromptTokens(model, systemTokens, outputReserve) } : {}),
      };
      return decide(material, limits, counting, systemTokens);
    };
    try {
      const { budget, isDefault } = budgets.read(material.projectId);
      if (isDefault) {
        logger.log('warn', 'CONTEXT_BUDGET_FALLBACK', { projectId: material.projectId });
        warnings.push(warn('CONTEXT_BUDGET_FALLBACK', material.language, 'damaged'));
      }
      return run(exact(model), budget);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOKENIZER_UNAVAILABLE') throw error;
      logger.log('warn', 'CONTEXT_BUDGET_FALLBACK', { projectId: material.projectId });
      warnings.push(warn('CONTEXT_BUDGET_FALLBACK', material.language));
      return run(estimated(), { version: 1, ...defaultBudget });
    }
  };

  /** A chapter that is one endless paragraph would hold up everybody else while it is counted (S3-32). */
  const countAhead = async (
    { text, after, previous }: AssemblyInput,
    model: ContextModel | null,
  ): Promise<void> => {
    const counter = model?.tokens ?? tokens;
    try {
      for (const part of [text, after, previous?.text ?? '']) await counter.countAhead(part);
    } catch (error) {
      // Counting itself then fails as well, and is estimated with a warning.
      if (!(error instanceof AppError) || error.code !== 'TOKENIZER_UNAVAILABLE') throw error;
    }
  };

  const make = async (request: AssembleRequest, purpose: Purpose): Promise<Made> => {
    const { projectId } = request;
    const model = parts.model();
    const sticking = stickyOf(projectId, model);
    const { material, warnings } = await gather(
      request,
      sources,
      sticking,
      passagesToOffer(budgetWithin(budgets.get(projectId), model, 0).contextWindow),
      logger,
    );
    await countAhead(material, model);
    const assembly = decideOrEstimate(material, model, warnings);
    if (assembly.rulesOverLine) {
      warnings.push(warn('CONTEXT_RULES_OVERBUDGET', material.language));
      // The inspector looks at every pause of the cursor; the log is for what was asked for.
      if (purpose !== 'inspect') {
        logger.log('warn', 'CONTEXT_RULES_OVERBUDGET', cutLine(projectId, assembly));
      }
    }
    const assemblyId = nanoid();
    const line = assemblyLine(request, { assemblyId, assembly, warnings }, purpose);
    logger.log('info', 'a context was assembled', line);
    if (sources.settings.get().keepAssemblies) {
      history.keep({
        assemblyId,
        createdAt: clock.now(),
        purpose,
        model: model?.id ?? noModel,
        assembly: recordedAssembly(assembly),
        material: recordedInput(material),
        request,
        budget: budgets.get(projectId),
      });
    }
    return { assemblyId, assembly, material, warnings, model };
  };

  const resultOf = ({ assemblyId, assembly, warnings }: Made): AssembleResult => {
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

  const remember = (projectId: string, made: Made): void => {
    lastRequests.remember('asked', projectId, made.model?.id ?? noModel, made);
    sticky.set(
      cacheKey(projectId, made.model),
      new Set(
        made.assembly.chosen
          .filter(
            ({ candidate, decision }) => candidate.group === 'entities' && decision !== 'dropped',
          )
          .map(({ candidate }) => candidate.id),
      ),
    );
  };

  /** Whether the prefix is that of the request before: of those that went to a model, or of those that were asked for. */
  const unchanged = (kind: 'asked' | 'sent', projectId: string, { assembly, model }: Made) =>
    lastRequests.isUnchanged(kind, projectId, model?.id ?? noModel, assembly.stablePrefixHash);

  const forecastOf = (projectId: string, { assembly, model }: Made) => {
    const titles = new Map(assembly.items.map((item) => [item.id, item.title]));
    return forecastCache(
      assembly,
      lastRequests.lastSent(projectId, model?.id ?? noModel),
      (itemId) => titles.get(itemId) ?? itemId,
      model?.prices ?? null,
    );
  };

  const inTurn = <T>(request: AssembleRequest, signal: AbortSignal, task: () => Promise<T>) =>
    limiter.run(`${request.projectId}/${request.documentId}`, signal, task);

  const viewOf = (projectId: string): BudgetView => {
    const model = parts.model();
    const system = templatesFor(sources.projects.bearing(projectId).language).system;
    let systemTokens: number;
    try {
      systemTokens = (model?.tokens ?? tokens).count(system);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      systemTokens = parts.estimate.count(system);
    }
    const budget = budgetWithin(budgets.get(projectId), model, systemTokens);
    return { ...budget, total: budget.contextWindow - systemTokens - budget.outputReserve };
  };

  return {
    assemble: (request, signal) =>
      inTurn(request, signal, async () => {
        const made = await make(request, 'assemble');
        return answer(made, request.projectId, 'asked');
      }),
    prepare: (request, signal) =>
      inTurn(request, signal, async () => {
        const made = await make(request, 'run');
        const { assembly, material, model } = made;
        const forecast = forecastOf(request.projectId, made);
        return {
          ...answer(made, request.projectId, 'sent'),
          markSent: () =>
            lastRequests.remember('sent', request.projectId, model?.id ?? noModel, made),
          segments: assembly.segments,
          systemTokens: assembly.systemTokens,
          tokenizer: assembly.tokenizer,
          forecast,
          language: material.language,
          profileId: model?.profileId ?? null,
          chapter: {
            title: material.document.title,
            version: material.documentVersion,
            text: `${material.before}${material.passage?.text ?? ''}${material.after}`,
            start: material.passage?.start ?? material.before.length,
            end: material.passage?.end ?? material.before.length,
          },
        } satisfies Prepared;
      }),
    async inspect(request, signal) {
      if (!sources.settings.get().debugMode) {
        throw new AppError(
          'CONTEXT_INSPECT_FORBIDDEN',
          'The inspector shows prompts only in debug mode; it is off.',
        );
      }
      return inTurn(request, signal, async () => {
        const made = await make(request, 'inspect');
        return inspectionOf(made, request.projectId);
      });
    },
    getBudget: viewOf,
    updateBudget(change) {
      const view = viewOf(change.projectId);
      const { total, contextWindow, outputReserve } = view;
      const systemTokens = contextWindow - outputReserve - total;
      // The first change of a project that followed its model must not shrink what the writer has seen.
      const followed = view.version === 0 && parts.model() ? { contextWindow } : {};
      const budget = budgets.update({ ...followed, ...change }, systemTokens);
      events.emit('budget:changed', { projectId: change.projectId, version: budget.version });
      return viewOf(change.projectId);
    },
    listHistory: (projectId, limit) => history.list(projectId, limit),
    replay: (assemblyId) => history.replay(assemblyId),
    listItems: (assemblyId) =>
      history
        .find(assemblyId)
        .record.items.map(({ id, group, layer, title, tokens, decision, reason, chapter }) => ({
          id,
          layer,
          source: sourceOfGroup[group],
          title,
          tokenCount: tokens,
          decision,
          reason,
          ...(chapter === undefined ? {} : { chapter }),
        })),
    compare(from, to) {
      const [before, after] = [history.find(from), history.find(to)];
      if (before.projectId !== after.projectId) {
        logger.log('security', 'CONTEXT_SCOPE_VIOLATION', {
          projectId: before.projectId,
          otherProjectId: after.projectId,
        });
        throw new AppError(
          'CONTEXT_SCOPE_VIOLATION',
          'The two requests are of different projects.',
        );
      }
      return compareRecords(before.record, after.record);
    },
    fenceView: (projectId, documentId) => createFenceView(sources, projectId, documentId),
    forgetProject(projectId) {
      history.forget(projectId);
      budgets.forget(projectId);
      lastRequests.forget(projectId);
      for (const key of sticky.keys()) if (key.startsWith(`${projectId}\n`)) sticky.delete(key);
    },
    close: () => history.close(),
  };

  /** The prefix flag looks at the request before; from now on this one is the one before. */
  function answer(made: Made, projectId: string, kind: 'asked' | 'sent'): AssembleResult {
    const result = { ...resultOf(made), stablePrefixUnchanged: unchanged(kind, projectId, made) };
    remember(projectId, made);
    events.emit('context:assembled', { projectId, assemblyId: made.assemblyId });
    return result;
  }

  function inspectionOf(made: Made, projectId: string): InspectResult {
    const { assembly } = made;
    const { layers: _layers, ...result } = resultOf(made);
    const layer = (name: keyof Assembly['layers']) => ({
      ...assembly.layers[name],
      items: assembly.items.filter((item) => item.layer === name),
    });
    const budget = viewOf(projectId);
    return {
      ...result,
      stablePrefixUnchanged: unchanged('sent', projectId, made),
      budget: assembly.total,
      contextWindow: budget.contextWindow,
      outputReserve: budget.outputReserve,
      systemTokens: assembly.systemTokens,
      framingTokens: assembly.framingTokens,
      tokenizer: assembly.tokenizer,
      layers: {
        rules: layer('rules'),
        settings: layer('settings'),
        retrieved: { ...layer('retrieved'), withheld: countWithheld(made.material) },
        immediate: layer('immediate'),
      },
      segments: [...assembly.segments],
      forecast: forecastOf(projectId, made),
    };
  }
};
