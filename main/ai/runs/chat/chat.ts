/** Calls of a conversation to the writer's models. */
import { nanoid } from 'nanoid';
import { maxInputOf, maxOutputFor } from '#shared/domain/model-profile.ts';
import { AppError } from '#shared/errors.ts';
import type { Egress } from '#main/egress/service.ts';
import type { PaidForecast } from '#main/purse/service.ts';
import type { Calibration } from '../calibration/calibration.ts';
import type { Counter } from '../calibration/counter.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { contextModelOf } from '../models/context-model.ts';
import type { Profiles } from '../models/profiles.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import type { ModelsService, ChatRequest, ChatAnswer } from '../service.ts';
import { askWithRetries, type RetryPlan } from '../streaming/ask-with-retries.ts';
import { buildChatPrompt } from '../streaming/chat-prompt.ts';
import type { Answer, StreamTimeouts } from '../streaming/stream-answer.ts';
import { askedAbout, forecastRequest } from '../streaming/forecast-request.ts';
import { createToolNames } from '../streaming/tool-names.ts';
import { usageOf } from '../streaming/usage.ts';

export type ChatDependencies = {
  egress: Pick<Egress, 'doorFor'>;
  profiles: Pick<Profiles, 'find' | 'selected'>;
  keys: Pick<KeyStore, 'get'>;
  calibration: Calibration;
  counterOf(model: string): Counter;
  timeouts: StreamTimeouts;
  retries: RetryPlan;
  now(): number;
};

const textsOf = (sendChat: ChatRequest): string[] => [
  ...sendChat.system,
  ...sendChat.messages.flatMap((message) => {
    if (message.role === 'tool') return message.results.map(({ text }) => text);
    if (message.role === 'user') return [message.text];
    return [message.text, ...message.calls.map(({ input }) => JSON.stringify(input))];
  }),
  ...sendChat.tools.map((tool) => JSON.stringify(tool)),
];

/** Reasoning models of some providers take no stop texts; whoever asks can do without. */
const refusesStop = (error: AppError): boolean =>
  error.code === 'MODEL_REQUEST_REFUSED' &&
  typeof error.details?.provider === 'string' &&
  /\bstop\b|stop_sequences/iu.test(error.details.provider);

const forecastChat = (
  profile: StoredProfile,
  { system, messages, tools, agreedTo }: ChatRequest,
  { counted, maxOutputTokens }: { counted: number; maxOutputTokens: number },
): PaidForecast => {
  const forecast = forecastRequest(profile, {
    purpose: 'conversation',
    tokens: counted,
    messages: system.length + messages.length + tools.length,
    maxOutputTokens,
  });
  return askedAbout(forecast, agreedTo);
};

/** Calls of a conversation to the writer's models: what {@link ModelsService} promises of `chatModel` and `sendChat`. */
export const createChat = (
  dependencies: ChatDependencies,
): Pick<ModelsService, 'chatModel' | 'sendChat'> => {
  const profileOf = (profileId: string | undefined): StoredProfile => {
    const profile =
      profileId === undefined
        ? dependencies.profiles.selected()
        : dependencies.profiles.find(profileId);
    if (!profile) throw new AppError('MODEL_NOT_SELECTED', 'No model is connected.');
    return profile;
  };
  const counterFor = (profile: StoredProfile): Counter =>
    contextModelOf(profile, dependencies.counterOf(profile.model), dependencies.calibration).tokens;

  const answerOf = (
    answer: Answer,
    { prices }: StoredProfile,
    fromWire: (name: string) => string,
    counted: { input: number; output: number },
  ): ChatAnswer => {
    const seen = new Set<string>();
    const calls = answer.calls.map(({ callId, toolName, input }) => {
      // Some servers give every call of an answer the same id, or none: results are told apart by it.
      const id = callId === '' || seen.has(callId) ? `call_${nanoid(10)}` : callId;
      seen.add(id);
      return { callId: id, toolName: fromWire(toolName), input };
    });
    const inputTokens = answer.usage.inputTokens ?? counted.input;
    const outputTokens = answer.usage.outputTokens ?? counted.output;
    return {
      text: answer.text,
      calls,
      finish: calls.length > 0 ? 'calls' : answer.finish,
      usage: usageOf(answer.usage, prices),
      cost: usageOf({ ...answer.usage, inputTokens, outputTokens }, prices).cost,
    };
  };

  return {
    chatModel(profileId) {
      const profile = profileOf(profileId);
      const counter = counterFor(profile);
      const { model, contextWindow, maxOutput, toolProtocol, prices } = profile;
      return {
        profileId: profile.id,
        model,
        contextWindow,
        maxOutput,
        maxInput: maxInputOf(profile),
        toolProtocol,
        prices,
        exactness: counter.info().exactness,
        count: (text) => counter.count(text),
      };
    },
    async sendChat(sendChat, signal, onText = () => undefined) {
      const profile = profileOf(sendChat.profileId);
      const counter = counterFor(profile);
      const counted = textsOf(sendChat).reduce((sum, text) => sum + counter.count(text), 0);
      const names = createToolNames(sendChat.tools.map(({ name }) => name));
      const key = (await dependencies.keys.get(profile))?.key ?? null;
      const maxOutputTokens = maxOutputFor(profile, counted);
      const door = dependencies.egress.doorFor({
        projectId: sendChat.projectId,
        forecast: forecastChat(profile, sendChat, { counted, maxOutputTokens }),
        count: (text) => counter.count(text),
      });
      const ask = async (asking: ChatRequest) =>
        askWithRetries(
          {
            profile,
            key,
            door,
            prompt: await buildChatPrompt(profile.provider, asking, names, profile.caching),
            maxOutputTokens,
            timeouts: dependencies.timeouts,
            signal,
            onText,
            isStillOpen: asking.isStillOpen,
          },
          dependencies.retries,
          dependencies.now,
          () => undefined,
        );
      let asked = await ask(sendChat);
      if (!asked.ok && sendChat.stop.length > 0 && refusesStop(asked.error)) {
        asked = await ask({ ...sendChat, stop: [] });
      }
      if (!asked.ok) throw asked.error;
      const { answer } = asked;
      const output = counter.count(answer.written);
      return answerOf(answer, profile, names.fromWire, { input: counted, output });
    },
  };
};
