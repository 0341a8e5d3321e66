/** The table of model profiles. */
import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import { flagColumn, nullableJsonColumn, parseRow, toNullableJson } from '#main/db/columns.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { ModelProfile, Prices } from '#shared/domain/model-profile.ts';

/** What is stored of a profile: everything but its key. */
export const StoredProfile = ModelProfile.omit({
  tokenizer: true,
  keySource: true,
  keyVariable: true,
}).extend({
  /** Null: the usual limit. */
  maxInput: Count.nullable(),
});
export type StoredProfile = z.infer<typeof StoredProfile>;

const Row = StoredProfile.extend({
  caching: flagColumn,
  selected: flagColumn,
  prices: nullableJsonColumn(Prices),
});

const columns = `profile_id AS id, provider, base_url AS baseUrl, model, context_window AS contextWindow,
  max_output AS maxOutput, max_input AS maxInput, tool_protocol AS toolProtocol, caching, prices, selected`;

export type ProfileStore = {
  list(): StoredProfile[];
  save(profile: Omit<StoredProfile, 'selected'>, now: number): void;
  /** Whether there is such a profile. */
  select(id: string): boolean;
  remove(id: string): boolean;
};

export const createProfileStore = (database: Database): ProfileStore => {
  const all = database.prepare(`SELECT ${columns} FROM model_profiles ORDER BY sequence`);
  const upsert = database.prepare(`
    INSERT INTO model_profiles (profile_id, provider, base_url, model, context_window, max_output, max_input,
      tool_protocol, caching, prices, selected, updated_at)
    VALUES (@id, @provider, @baseUrl, @model, @contextWindow, @maxOutput, @maxInput, @toolProtocol, @caching,
      @prices, NOT EXISTS (SELECT 1 FROM model_profiles WHERE selected = 1), @now)
    ON CONFLICT (profile_id) DO UPDATE SET provider = excluded.provider, base_url = excluded.base_url,
      model = excluded.model, context_window = excluded.context_window,
      max_output = excluded.max_output, max_input = excluded.max_input, tool_protocol = excluded.tool_protocol,
      caching = excluded.caching, prices = excluded.prices, updated_at = excluded.updated_at`);
  const exists = database.prepare('SELECT 1 FROM model_profiles WHERE profile_id = ?');
  const choose = database.prepare('UPDATE model_profiles SET selected = (profile_id = ?)');
  const remove = database.prepare('DELETE FROM model_profiles WHERE profile_id = ?');
  return {
    list: () => all.all().map((row) => parseRow(Row, 'model_profiles', row)),
    save: (profile, now) => {
      upsert.run({
        ...profile,
        caching: profile.caching ? 1 : 0,
        prices: toNullableJson(profile.prices),
        now,
      });
    },
    select: (id) =>
      database.transaction(() => {
        if (exists.get(id) === undefined) return false;
        choose.run(id);
        return true;
      })(),
    remove: (id) => remove.run(id).changes > 0,
  };
};
