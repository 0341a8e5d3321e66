/** Takes what a provider says of tokens out of its stream, before the provider library could end an answer over it (N12). */
import { isMessage, type Message, type UsageForm } from '../models/usage-forms.ts';
import type { ToldTokens } from '#shared/told-tokens.ts';
import { eventOf } from './stream-lines.ts';

const objectOfTwoLevels = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;
const text = String.raw`"(?:[^"\\]|\\.)*"`;
/** Whatever stands there up to the next field or the end of the object. */
const anything = String.raw`[^{}"]*?(?=,\s*"|\})`;

/** A field and its value, which may be no JSON. Within a text of the message its name would stand in escaped quotes. */
const fieldWithValue = (field: string): RegExp =>
  new RegExp(
    String.raw`(?<!\\)"${field}"\s*:\s*(?:${objectOfTwoLevels}|${text}|${anything})`,
    'gu',
  );

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/**
 * The JSON value of a text. Where only what it says of tokens is no JSON, as `NaN` is none, it is read without. Undefined:
 * it cannot be read.
 */
export const readJson = (json: string, { fields }: Pick<UsageForm, 'fields'>): unknown =>
  parse(json) ??
  parse(
    fields.reduce(
      (rest, field) => rest.replace(fieldWithValue(field), `"${field}":"unreadable"`),
      json,
    ),
  );

/**
 * The data of events in, events out, without what they tell of tokens. What cannot be read once the answer is whole can
 * have told of nothing else, and is left out; before that the provider library shall say what is wrong.
 */
export const takeUsageOfEvents = (
  form: UsageForm,
  onTold: (told: ToldTokens) => void,
): TransformStream<string, string> => {
  let isWhole = false;
  const take = (message: Message): string => {
    const { told, rest } = form.take(message);
    if (told) onTold(told);
    isWhole ||= form.endsAnswer(message);
    return JSON.stringify(rest);
  };
  return new TransformStream({
    transform(data, controller) {
      const value = readJson(data, form);
      if (isMessage(value)) controller.enqueue(eventOf(take(value)));
      else if (!isWhole) controller.enqueue(eventOf(data));
    },
  });
};
