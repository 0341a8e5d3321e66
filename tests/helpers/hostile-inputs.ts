/** Inputs for any channel, made from nothing but its schema: as agreed with hostile values, and not as agreed. */
import fc from 'fast-check';
import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;
type Arbitrary = fc.Arbitrary<unknown>;

const million = 1_000_000;
const hostileStrings = [
  'x'.repeat(million),
  '章'.repeat(300),
  '\ud800',
  'a\udc00b',
  '\u0000',
  'a\u0001\u001b[31m\u007f\u0085b',
  '\u202e\u200b\ufeff',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  ' ',
  '.',
  '..',
  '../..',
  `${'../'.repeat(20)}fabula-nowhere`,
  '..\\..\\nowhere',
  'chapter.md/../../chapter.md',
  'CON',
  '%',
  "'; drop table constraints; --",
  '(a+)+$',
  '[',
  '*" NEAR(',
  '{{toString}}',
  '@place@',
  '@place@/../../..',
  '@place@/a\u0000b',
  `@place@/${'n'.repeat(300)}`,
];
/** Nothing listens there, and none is of another machine. */
const near = fc.constant('http://127.0.0.1:9/');
const addresses = ['http://127.0.0.1:9/', 'http://[::1]:9/v1', 'file:///dev/null', 'data:,x', 'a:'];
/** What strings with a pattern may be, where no hostile one fits it. */
const names = ['a', 'continue', 'm-1', 'own', '9'];
/** No JSON text has NaN or Infinity, but every reader of JSON makes Infinity of this. */
const infinity = '@1e999@';
const oddValues: unknown[] = [
  null,
  true,
  -1,
  0.5,
  -0,
  2 ** 53,
  1e308,
  infinity,
  `-${infinity}`,
  [],
  {},
  [[[[]]]],
  '',
  ...hostileStrings,
];

/** Fields that name something: an id, a version, a place. */
const isName = /(^id|Ids?|^from|^to|ersion|^path|^name|^mute|^admit|^attachment|^knownBy)$/u;

const cutToSize = (text: string, { minLength = 0, maxLength = 20 * million }: Schema): string =>
  text.padEnd(minLength, 'x').slice(0, maxLength);

const stringOf = (schema: Schema, key: string): Arbitrary => {
  const { format, pattern } = schema;
  const strangeAddress = fc.constantFrom(...addresses);
  // Most of the strange ones are refused at the border: some must get behind it.
  if (format === 'uri') return fc.oneof({ weight: 3, arbitrary: near }, strangeAddress);
  const hostile = hostileStrings.map((text) => cutToSize(text, schema));
  const strange = fc.constantFrom(...hostile);
  if (key.endsWith('Url')) return fc.oneof({ weight: 3, arbitrary: near }, strange);
  if (pattern === undefined) {
    if (!isName.test(key)) return strange;
    const planted = fc.constant(`@planted:${key}:0@`);
    const told = fc.nat(30).map((index) => `@told:${key}:${index}@`);
    return fc.oneof({ weight: 8, arbitrary: planted }, told, strange);
  }
  const expression = new RegExp(pattern, 'u');
  const fitting = [...hostile, ...names].filter((text) => expression.test(text));
  return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.stringMatching(expression);
};

const numberOf = (schema: Schema): Arbitrary => {
  const min = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1e308);
  const max = Number(schema.maximum ?? 1e308);
  const inside = [0, 1, 2, 3, 0.5, -1, 10_000, min, max].filter(
    (value) =>
      value >= min &&
      value <= max &&
      value !== schema.exclusiveMinimum &&
      (schema.type !== 'integer' || Number.isInteger(value)),
  );
  return fc.constantFrom(...inside);
};

const oddNames = ['a', '__proto__', '\ud800', '..', 'constructor', ''];

/** As `Object.fromEntries`, which makes own properties of all names, `__proto__` too. `names`: what a schema allows. */
const recordOf = (value: Arbitrary, names: readonly unknown[] = oddNames): Arbitrary =>
  fc
    .array(fc.tuple(fc.constantFrom(...names.map(String)), value), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));

const namesOf = ({ propertyNames }: Schema): readonly unknown[] | undefined =>
  typeof propertyNames === 'object' ? propertyNames.enum : undefined;

const objectOf = (schema: Schema, root: Schema): Arbitrary => {
  const shaped = Object.entries(schema.properties ?? {}).map(
    ([key, property]) => [key, shapedBy(property, root, key)] as const,
  );
  const required = new Set(schema.required ?? []);
  const record = fc.record(Object.fromEntries(shaped), {
    requiredKeys: shaped.map(([key]) => key).filter((key) => required.has(key)),
  });
  const polluted = record.map((value) =>
    Object.fromEntries([...Object.entries(value), ['__proto__', { isAdmin: true, code: 'x' }]]),
  );
  return fc.oneof({ weight: 5, arbitrary: record }, polluted);
};

/** @throws Error at a keyword it does not know, so that no part of a schema is passed over in silence */
const shapedBy = (schema: z.core.JSONSchema._JSONSchema, root: Schema, key: string): Arbitrary => {
  if (typeof schema === 'boolean' || schema.$ref !== undefined) {
    return fc.constantFrom(...oddValues);
  }
  const { anyOf, oneOf, type, enum: choices, items, additionalProperties } = schema;
  const either = anyOf ?? oneOf;
  if (either) return fc.oneof(...either.map((one) => shapedBy(one, root, key)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (choices) return fc.constantFrom(...choices);
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one) => shapedBy({ ...schema, type: one }, root, key)));
  }
  switch (type) {
    case 'string':
      return stringOf(schema, key);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      if (schema.prefixItems) {
        return fc.tuple(...schema.prefixItems.map((one) => shapedBy(one, root, key)));
      }
      const item = shapedBy((items ?? true) as Schema, root, key.replace(/s$/u, ''));
      return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 4 });
    }
    case 'object':
      if (schema.properties || additionalProperties === undefined) return objectOf(schema, root);
      return recordOf(shapedBy(additionalProperties, root, key), namesOf(schema));
    default:
      throw new Error(`No hostile input is known for ${JSON.stringify(schema)}`);
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One property of an agreed input taken away or changed, or something else altogether. */
const misshape = (shaped: Arbitrary): Arbitrary => {
  const odd = fc.constantFrom(...oddValues);
  const changed = fc
    .tuple(shaped, fc.nat(20), odd, fc.boolean())
    .map(([value, at, other, goes]) => {
      if (!isObject(value)) return other;
      const entries = Object.entries(value);
      const place = entries.length === 0 ? 0 : at % entries.length;
      const kept = entries.filter((_, index) => index !== place);
      const name = entries[place]?.[0] ?? 'a';
      return Object.fromEntries(goes ? kept : [...kept, [name, other]]);
    });
  return fc.oneof({ weight: 4, arbitrary: changed }, odd);
};

/**
 * So many inputs of each kind for a schema; the seed decides all but the ids in them, which `bodyOf` puts in.
 */
export const hostileInputs = (
  schema: z.ZodType,
  { seed, count }: { seed: number; count: number },
): { agreed: unknown[]; other: unknown[] } => {
  const root = z.toJSONSchema(schema, { io: 'input' });
  const shaped = shapedBy(root, root, '');
  return {
    agreed: fc.sample(shaped, { seed, numRuns: count }),
    other: fc.sample(misshape(shaped), { seed, numRuns: count }),
  };
};

/** Ids, names and versions by the names of their fields: those of the book, and all that were ever answered. */
export type Known = { planted: Map<string, string[]>; told: Map<string, string[]> };

/** Remembers what an answer names, to be used in later inputs. */
export const rememberNames = (known: Map<string, string[]>, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string' || !isName.test(key)) rememberNames(known, inner);
    else if (inner.length <= 1000) {
      const list = known.get(key) ?? [];
      if (!list.includes(inner)) known.set(key, [...list, inner].slice(-40));
    }
  }
};

/** The ids of fields of this name; of one that ends as this name does; else any. */
const namesFor = (known: Map<string, string[]>, key: string): string[] => {
  const same = known.get(key);
  if (same) return same;
  const alike = [...known].filter(([name]) => key.toLowerCase().endsWith(name.toLowerCase()));
  return (alike.length > 0 ? alike : [...known]).flatMap(([, list]) => list);
};

/** An input as JSON text. `place`: the only folder that absolute paths lead to. */
export const bodyOf = (input: unknown, known: Known, place: string): string =>
  JSON.stringify(input)
    .replaceAll(/"@(planted|told):(\w*):(\d+)@"/gu, (_, from: keyof Known, key, index) => {
      const list = namesFor(known[from], key);
      return JSON.stringify(list[Number(index) % list.length] ?? 'unknown');
    })
    .replaceAll('@place@', JSON.stringify(place).slice(1, -1))
    .replaceAll(`"${infinity}"`, '1e999')
    .replaceAll(`"-${infinity}"`, '-1e999');
