/** The writer's models: profiles, keys, connections, calls. */
import type { Database } from 'better-sqlite3';
import { createForeignWrites } from '#main/db/foreign-writes.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#main/platform.ts';
import type { TokenizerInfo } from '#shared/domain/assembly.ts';
import { type Calibration, createCalibration } from '../calibration/calibration.ts';
import type { Counter } from '../calibration/counter.ts';
import type { Egress } from '#main/egress/service.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { ModelsService, Question } from '../service.ts';
import { askWithRetries, type RetryPlan } from '../streaming/ask-with-retries.ts';
import { askedAbout, forecastRequest } from '../streaming/forecast-request.ts';
import type { StreamTimeouts } from '../streaming/stream-answer.ts';
import { usageOf } from '../streaming/usage.ts';
import { createChat } from '../chat/chat.ts';
import { checkConnection } from './check-connection.ts';
import { contextModelOf } from './context-model.ts';
import { findLocalServers, type DefaultPlace } from './local-servers.ts';
import { createProfileStore, type StoredProfile } from './profile-store.ts';
import { createProfiles, type Profiles } from './profiles.ts';

export type ModelsDependencies = {
  egress: Pick<Egress, 'fetchFor' | 'doorFor'>;
  database: Database;
  events: EventSink;
  clock: Clock;
  keys: KeyStore;
  tokenizerOf(model: string): TokenizerInfo;
  counterOf(model: string): Counter;
  localServers: readonly DefaultPlace[];
  timeouts: StreamTimeouts;
  retries: RetryPlan;
};

export type Models = ModelsService & { profiles: Profiles; calibration: Calibration };

export const createModels = (dependencies: ModelsDependencies): Models => {
  const { database, clock, keys, egress } = dependencies;
  const calibration = createCalibration(database);
  const profiles = createProfiles({
    store: createProfileStore(database),
    keys,
    events: dependencies.events,
    clock,
    tokenizerOf: dependencies.tokenizerOf,
    writtenElsewhere: createForeignWrites(database),
  });
  const chat = createChat({
    egress,
    profiles,
    keys,
    calibration,
    counterOf: dependencies.counterOf,
    timeouts: dependencies.timeouts,
    retries: dependencies.retries,
    now: clock.now,
  });
  const profileOf = (profileId: string | undefined): StoredProfile => {
    const profile = profileId === undefined ? profiles.selected() : profiles.find(profileId);
    if (profile) return profile;
    throw new AppError('MODEL_NOT_SELECTED', 'No model is connected.');
  };
  /** A question with all that is known before it is asked. */
  const prepareQuestion = (question: Question) => {
    const { purpose, system, user, maxOutputTokens, profileId, agreement } = question;
    const profile = profileOf(profileId);
    const { count } = dependencies.counterOf(profile.model);
    const maxOutput = Math.min(maxOutputTokens ?? profile.maxOutput, profile.maxOutput);
    const tokens = count(system) + count(user);
    const asked = { purpose, tokens, messages: 2, maxOutputTokens: maxOutput };
    const forecast = forecastRequest(profile, asked);
    const told = agreement ? askedAbout(forecast, agreement.agreedTo) : forecast;
    return { profile, count, maxOutput, forecast: told };
  };
  return {
    profiles,
    calibration,
    ...chat,
    forecastCompletion: (question) => prepareQuestion(question).forecast,
    list: profiles.list,
    save: profiles.save,
    select: profiles.select,
    remove: profiles.remove,
    async test(id, signal) {
      const profile = profiles.find(id);
      const { count } = dependencies.counterOf(profile.model);
      const result = await checkConnection(profile, { keys, egress, count }, signal);
      return { ...(await profiles.list()), result };
    },
    discover: async () => ({
      items: await findLocalServers(
        egress.fetchFor({ purpose: 'modelSearch' }),
        dependencies.localServers,
      ),
    }),
    contextModel() {
      const profile = profiles.selected();
      return profile && contextModelOf(profile, dependencies.counterOf(profile.model), calibration);
    },
    async complete(question, signal, onText) {
      const { system, user, isStillOpen, projectId, assemblyId } = question;
      const { profile, count, maxOutput, forecast } = prepareQuestion(question);
      const stored = await keys.get(profile);
      const asked = await askWithRetries(
        {
          profile,
          key: stored?.key ?? null,
          door: egress.doorFor({
            ...{ projectId, forecast, count },
            ...(assemblyId === undefined ? {} : { assemblyId }),
          }),
          prompt: { system: [{ role: 'system', content: system }], user },
          maxOutputTokens: maxOutput,
          timeouts: dependencies.timeouts,
          signal,
          onText: onText ?? (() => undefined),
          isStillOpen,
        },
        dependencies.retries,
        clock.now,
        () => undefined,
      );
      if (!asked.ok) throw asked.error;
      const { text, usage, finish } = asked.answer;
      return { text, finish, usage: usageOf(usage, profile.prices) };
    },
  };
};
