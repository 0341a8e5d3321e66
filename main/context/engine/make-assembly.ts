/** The way of one request: gather, decide, tell, keep. */
import { nanoid } from 'nanoid';
import type { AssembleRequest } from '#shared/contract/context.ts';
import { decideOrEstimate } from './decide-or-estimate.ts';
import { gatherForModel } from './gather-for-model.ts';
import { assemblyLine, cutLine } from './log-assembly.ts';
import { type EngineState, type MadeAssembly, modelId } from './parts.ts';
import { recordedAssembly, recordedInput } from './record.ts';
import type { Purpose } from './service.ts';
import { warn } from './warnings.ts';

/** Decided, and told to nobody. Errors of `gather`; CONTEXT_INPUT_TOO_LARGE. */
export const decideAssembly = async (
  state: EngineState,
  request: AssembleRequest,
): Promise<MadeAssembly> => {
  const { projectId } = request;
  const model = state.model();
  const sticky = state.sticky.of(projectId, modelId(model));
  const { input, warnings } = await gatherForModel(state, request, model, sticky);
  const assembly = decideOrEstimate(state, input, model, warnings);
  return { assemblyId: nanoid(), projectId, assembly, input, warnings, model };
};

/** Errors of {@link decideAssembly}. */
export const makeAssembly = async (
  state: EngineState,
  request: AssembleRequest,
  purpose: Purpose,
): Promise<MadeAssembly> => {
  const made = await decideAssembly(state, request);
  tellAssembly(state, request, made, purpose);
  keepAssembly(state, request, made, purpose);
  return made;
};

const tellAssembly = (
  { logger }: EngineState,
  request: AssembleRequest,
  made: MadeAssembly,
  purpose: Purpose,
): void => {
  const { assembly, projectId, input, warnings } = made;
  if (assembly.rulesOverLine) {
    warnings.push(warn('CONTEXT_RULES_OVERBUDGET', input.language));
    // The inspector looks at every pause of the cursor; the log is for what was asked for.
    if (purpose !== 'inspect') {
      logger.log('warn', 'CONTEXT_RULES_OVERBUDGET', cutLine(projectId, assembly));
    }
  }
  logger.log('info', 'a context was assembled', assemblyLine(request, made, purpose));
};

const keepAssembly = (
  { sources, history, clock, budgets }: EngineState,
  request: AssembleRequest,
  { assemblyId, projectId, assembly, input, model }: MadeAssembly,
  purpose: Purpose,
): void => {
  if (!sources.settings.get().keepAssemblies) return;
  history.keep({
    assemblyId,
    createdAt: clock.now(),
    purpose,
    model: modelId(model),
    assembly: recordedAssembly(assembly),
    input: recordedInput(input),
    request,
    budget: budgets.get(projectId),
  });
};
