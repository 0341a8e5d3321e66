/** A message without what a fence keeps back. */
import type { FenceView } from '#main/context/engine/service.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Json } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';

const notices: Readonly<Record<Language, string>> = {
  'zh-CN': '〔此处出自如今保密的内容，已隐去〕',
  en: '[Kept back: this came from what a fence of the writer closes now]',
};

type View = Pick<FenceView, 'redactSaid'>;

const redactIn = (value: Json, say: (text: string) => string): Json => {
  if (typeof value === 'string') return say(value);
  if (Array.isArray(value)) return value.map((member) => redactIn(member, say));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, redactIn(member, say)]),
  );
};

/** A message without the paragraphs that name what is closed; `meant`: names that stay. */
export const redactNames = (
  row: StoredMessage,
  view: View,
  meant: ReadonlySet<string>,
): StoredMessage => {
  const say = (text: string): string => view.redactSaid(text, meant);
  const { metadata, original, placeholder } = row;
  const { thought, calls } = metadata;
  return {
    ...row,
    content: say(row.content),
    original: original === null ? null : say(original),
    placeholder: placeholder === null ? null : say(placeholder),
    metadata: {
      ...metadata,
      ...(thought === undefined ? {} : { thought: say(thought) }),
      ...(calls
        ? { calls: calls.map((call) => ({ ...call, input: redactIn(call.input, say) })) }
        : {}),
    },
  };
};

/** A message of which only its place is left: that it was there, which tools were called, and why no more is shown. */
export const redactAll = (row: StoredMessage, language: Language): StoredMessage => {
  const notice = notices[language];
  const { calls, thought } = row.metadata;
  return {
    ...row,
    content: notice,
    original: null,
    placeholder: null,
    metadata: {
      ...row.metadata,
      ...(thought === undefined ? {} : { thought: notice }),
      ...(calls ? { calls: calls.map((call) => ({ ...call, input: {} })) } : {}),
    },
  };
};
