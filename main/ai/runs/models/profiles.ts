/** The writer's model profiles and which one is selected. */
import type { EventSink } from '#shared/contract/events.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { TokenizerInfo } from '#shared/domain/assembly.ts';
import { maxInputOf } from '#shared/domain/model-profile.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '#main/platform.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { completeBaseUrl } from './base-url.ts';
import type { ProfileStore, StoredProfile } from './profile-store.ts';

export type ModelList = Output<'ai:models:list'>;

export type Profiles = {
  list(): Promise<ModelList>;
  save(input: Parsed<'ai:models:save'>): Promise<ModelList>;
  /** MODEL_NOT_FOUND. */
  select(id: string): Promise<ModelList>;
  remove(id: string): Promise<ModelList>;
  /** MODEL_NOT_FOUND. */
  find(id: string): StoredProfile;
  selected(): StoredProfile | null;
};

const defaultMaxOutput = 4096;

/** Header values may hold visible ASCII only: anything else is a slip of the clipboard. */
const keyForm = /^[\x21-\x7e]+$/u;

const notFound = (id: string): AppError =>
  new AppError('MODEL_NOT_FOUND', 'There is no such model profile.', { id });

/** The writer's models. Keys go to the key store and nowhere else. */
export const createProfiles = (dependencies: {
  store: ProfileStore;
  keys: KeyStore;
  events: EventSink;
  clock: Clock;
  tokenizerOf(model: string): TokenizerInfo;
  /** Whether another process wrote to the database since the last look. */
  writtenElsewhere(): boolean;
}): Profiles => {
  const { store, keys } = dependencies;
  let known: readonly StoredProfile[] | null = null;
  const all = (): readonly StoredProfile[] => {
    if (dependencies.writtenElsewhere()) known = null;
    known ??= store.list();
    return known;
  };
  const selected = (): StoredProfile | null => all().find((profile) => profile.selected) ?? null;
  const find = (id: string): StoredProfile => {
    const profile = all().find((candidate) => candidate.id === id);
    if (!profile) throw notFound(id);
    return profile;
  };
  const changed = (): void => {
    known = null;
    dependencies.events.emit('ai:models:changed', { selectedId: selected()?.id ?? null });
  };

  const list = async (): Promise<ModelList> => {
    const items = await Promise.all(
      all().map(async (profile) => {
        const { name, exactness, margin } = dependencies.tokenizerOf(profile.model);
        return {
          ...profile,
          maxInput: maxInputOf(profile),
          tokenizer: { name, exactness, margin },
          keySource: await keys.source(profile),
          keyVariable: keys.variable(profile),
        };
      }),
    );
    return { items, selectedId: selected()?.id ?? null, keyStorage: keys.storage() };
  };

  /** The key as it is kept; '' takes it away, null leaves it. MODEL_INVALID. */
  const readKey = (given: string | undefined): string | null => {
    if (given === undefined) return null;
    const key = given.trim();
    if (key === '' || keyForm.test(key)) return key;
    throw new AppError('MODEL_INVALID', 'The key holds characters no key has.', {
      field: 'apiKey',
    });
  };

  return {
    list,
    find,
    selected,
    async save(input) {
      const { id, provider, model, contextWindow } = input;
      const before = all().find((profile) => profile.id === id);
      const baseUrl = completeBaseUrl(provider, input.baseUrl);
      const maxOutput =
        input.maxOutput ?? Math.min(defaultMaxOutput, Math.floor(contextWindow / 2));
      if (maxOutput >= contextWindow) {
        throw new AppError('MODEL_INVALID', 'The answer must be shorter than the window.', {
          field: 'maxOutput',
        });
      }
      const asked = input.maxInput ?? null;
      if (asked !== null && asked > contextWindow - maxOutput) {
        throw new AppError(
          'MODEL_INVALID',
          'No request is larger than the window less the answer.',
          {
            field: 'maxInput',
          },
        );
      }
      // A key belongs to scheme, host and port: to another it goes only when it is given again.
      const moved = before && new URL(before.baseUrl).origin !== new URL(baseUrl).origin;
      const key = readKey(input.apiKey);
      // Before the address changes, and the new one after it: whatever breaks off between, none goes to the other's.
      if (moved || key === '') await keys.remove(id);
      const prices = input.prices === undefined ? (before?.prices ?? null) : input.prices;
      store.save(
        {
          id,
          provider,
          baseUrl,
          model,
          contextWindow,
          maxOutput,
          maxInput: input.maxInput === undefined ? (before?.maxInput ?? null) : input.maxInput,
          toolProtocol: input.toolProtocol ?? before?.toolProtocol ?? 'react',
          caching: input.caching ?? before?.caching ?? true,
          prices,
        },
        dependencies.clock.now(),
      );
      if (key) await keys.set({ id, baseUrl }, key);
      changed();
      return list();
    },
    async select(id) {
      if (!store.select(id)) throw notFound(id);
      changed();
      return list();
    },
    async remove(id) {
      if (!store.remove(id)) throw notFound(id);
      await keys.remove(id);
      changed();
      return list();
    },
  };
};
