import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { nanoid } from 'nanoid';
import type { AssembleRequest, AssembleResult, InspectResult } from '#shared/contract/context.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { EventBus } from '#main/events.ts';
import type { TokensService } from '#main/services/tokens/service.ts';
import type { Assembly } from './assembly.ts';
import { createBudgetStore } from './budgets.ts';
import { compareRecords } from './compare.ts';
import { type Counting, decide } from './decide.ts';
import { forecastCache, type Sent } from './forecast.ts';
import { framesOf } from './frames.ts';
import { gather, type Sources } from './gather.ts';
import { createHistory } from './history.ts';
import { createLimiter } from './limiter.ts';
import type { Material } from './material.ts';
import type { BudgetView, ContextEngine, Purpose } from './service.ts';
import { termSet } from './similarity.ts';
import type { TokenCounter } from './trim-text.ts';
import { warn } from './warnings.ts';

export type { ContextEngine } from './service.ts';

export type ContextEngineParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  events: Pick<EventBus, 'emit'>;
  sources: Omit<Sources, 'termsOf'>;
  tokens: Pick<TokensService, 'info' | 'count' | 'paragraphs'>;
  /** Counts when the tokenizer cannot (S3-35); never fails, never less than the truth by more than its margin. */
  estimate: TokenCounter;
  estimateMargin: number;
};

/** Passages, sheets and records of a novel or two. */
const cachedTermSets = 4000;

type Made = { assemblyId: string; assembly: Assembly; material: Material; warnings: string[] };

/** The model whose cache a request would meet. Until the AI service chooses one there is a single, nameless model. */
const noModel = 'none';

export const createContextEngine = (parts: ContextEngineParts): ContextEngine => {
  const { database, clock, logger, events, tokens } = parts;
  const terms = new LRUCache<string, ReadonlySet<string>>({ max: cachedTermSets });
  const sources: Sources = {
    ...parts.sources,
    termsOf(text) {
      const known = terms.get(text);
      if (known) return known;
      const found = termSet(text);
      terms.set(text, found);
      return found;
    },
  };
  const budgets = createBudgetStore(database);
  const history = createHistory(database, (error) => {
    logger.log('error', 'assemblies could not be kept', {
      code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown',
    });
  });
  const limiter = createLimiter();
  /** The last request by project and model: for the prefix flag, the forecast and the sticky choice. */
  const lastSent = new Map<string, Sent & { stablePrefixHash: string }>();
  const sticky = new Map<string, ReadonlySet<string>>();

  const exact = (): Counting => ({ tokens, tokenizer: tokens.info() });
  const estimated = (): Counting => ({
    tokens: parts.estimate,
    tokenizer: { name: 'estimate', exactness: 'estimate', margin: parts.estimateMargin },
  });

  const stickyOf = (projectId: string): ReadonlySet<string> => {
    const known = sticky.get(projectId);
    if (known) return known;
    const record = history.last(projectId);
    const ids = new Set(
      record?.items
        .filter((item) => item.group === 'entities' && item.decision !== 'dropped')
        .map((item) => item.id),
    );
    sticky.set(projectId, ids);
    return ids;
  };

  /** S3-26: what was cut, by id and reason. */
  const logCut = (projectId: string, assembly: Assembly): void => {
    logger.log('warn', 'CONTEXT_RULES_OVERBUDGET', {
      projectId,
      cut: assembly.items
        .filter((item) => item.layer === 'rules' && item.reason === 'layerLimit')
        .map((item) => ({ id: item.id, reason: item.reason })),
    });
  };

  const decideOrEstimate = (material: Material, warnings: string[]): Assembly => {
    const system = framesOf(material.language).system;
    const run = (counting: Counting, budget: typeof defaultBudget): Assembly => {
      const systemTokens = counting.tokens.count(system);
      const total = budget.contextWindow - systemTokens - budget.outputReserve;
      return decide(material, { ...budget, total }, counting, systemTokens);
    };
    try {
      return run(exact(), budgets.get(material.projectId));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOKENIZER_UNAVAILABLE') throw error;
      logger.log('warn', 'CONTEXT_BUDGET_FALLBACK', { projectId: material.projectId });
      warnings.push(warn('CONTEXT_BUDGET_FALLBACK', material.language));
      return run(estimated(), defaultBudget);
    }
  };

  const make = async (request: AssembleRequest, purpose: Purpose): Promise<Made> => {
    const { projectId } = request;
    const { material, warnings } = await gather(request, sources, stickyOf(projectId), logger);
    const assembly = decideOrEstimate(material, warnings);
    if (assembly.rulesOverLine) {
      warnings.push(warn('CONTEXT_RULES_OVERBUDGET', material.language));
      // The inspector looks at every pause of the cursor; the log is for what was asked for.
      if (purpose !== 'inspect') logCut(projectId, assembly);
    }
    const assemblyId = nanoid();
    if (sources.settings.get().keepAssemblies) {
      history.keep({
        assemblyId,
        createdAt: clock.now(),
        purpose,
        model: noModel,
        assembly,
        material,
        request,
        budget: budgets.get(projectId),
      });
    }
    return { assemblyId, assembly, material, warnings };
  };

  const resultOf = ({ assemblyId, assembly, warnings }: Made): AssembleResult => {
    const { rules, settings, retrieved, immediate } = assembly.layers;
    const chunks = assembly.items.filter(
      (item) => item.layer === 'retrieved' && item.decision !== 'dropped',
    ).length;
    return {
      assemblyId,
      prompt: assembly.prompt,
      systemPrompt: assembly.systemPrompt,
      tokenCount: assembly.tokenCount,
      stablePrefixHash: assembly.stablePrefixHash,
      stablePrefixUnchanged: false,
      stablePrefixLength: assembly.stablePrefixLength,
      layers: { rules, settings, retrieved: { ...retrieved, chunks }, immediate },
      warnings,
    };
  };

  const remember = (projectId: string, made: Made): void => {
    const { assembly, assemblyId } = made;
    lastSent.set(projectId, {
      assemblyId,
      segments: assembly.segments,
      systemTokens: assembly.systemTokens,
      stablePrefixHash: assembly.stablePrefixHash,
    });
    sticky.set(
      projectId,
      new Set(
        assembly.items
          .filter((item) => item.source === 'knowledge' && item.decision !== 'dropped')
          .map((item) => item.id),
      ),
    );
  };

  const unchanged = (projectId: string, assembly: Assembly): boolean =>
    lastSent.get(projectId)?.stablePrefixHash === assembly.stablePrefixHash;

  const inTurn = <T>(request: AssembleRequest, signal: AbortSignal, task: () => Promise<T>) =>
    limiter.run(`${request.projectId}/${request.documentId}`, signal, task);

  const viewOf = (projectId: string): BudgetView => {
    const budget = budgets.get(projectId);
    const system = framesOf(sources.projects.get(projectId).language).system;
    let systemTokens: number;
    try {
      systemTokens = tokens.count(system);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      systemTokens = parts.estimate.count(system);
    }
    return { ...budget, total: budget.contextWindow - systemTokens - budget.outputReserve };
  };

  return {
    assemble: (request, signal) =>
      inTurn(request, signal, async () => {
        const made = await make(request, 'assemble');
        const result = {
          ...resultOf(made),
          stablePrefixUnchanged: unchanged(request.projectId, made.assembly),
        };
        remember(request.projectId, made);
        events.emit('context:assembled', {
          projectId: request.projectId,
          assemblyId: made.assemblyId,
        });
        return result;
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
      const { total, contextWindow, outputReserve } = viewOf(change.projectId);
      const systemTokens = contextWindow - outputReserve - total;
      const budget = budgets.update(change, systemTokens);
      events.emit('budget:changed', { projectId: change.projectId, version: budget.version });
      return viewOf(change.projectId);
    },
    listHistory: (projectId, limit) => history.list(projectId, limit),
    replay: (assemblyId) => history.replay(assemblyId),
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
    forgetProject(projectId) {
      history.forget(projectId);
      budgets.forget(projectId);
      lastSent.delete(projectId);
      sticky.delete(projectId);
    },
    close: () => history.flush(),
  };

  function inspectionOf(made: Made, projectId: string): InspectResult {
    const { assembly } = made;
    const { layers: _layers, ...result } = resultOf(made);
    const layer = (name: keyof Assembly['layers']) => ({
      ...assembly.layers[name],
      items: assembly.items.filter((item) => item.layer === name),
    });
    const budget = viewOf(projectId);
    const titles = new Map(assembly.items.map((item) => [item.id, item.title]));
    return {
      ...result,
      stablePrefixUnchanged: unchanged(projectId, assembly),
      budget: assembly.total,
      contextWindow: budget.contextWindow,
      outputReserve: budget.outputReserve,
      systemTokens: assembly.systemTokens,
      framingTokens: assembly.framingTokens,
      tokenizer: assembly.tokenizer,
      layers: {
        rules: layer('rules'),
        settings: layer('settings'),
        retrieved: layer('retrieved'),
        immediate: layer('immediate'),
      },
      segments: [...assembly.segments],
      forecast: forecastCache(
        assembly,
        lastSent.get(projectId) ?? null,
        (itemId) => titles.get(itemId) ?? itemId,
      ),
    };
  }
};
